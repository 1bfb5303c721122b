"""Statuses that nothing asks for: a unit is turned to Dispersed, or back, and no battle, retreat or turn explains it.

Who turns the enemy's unit gains by it, and the table shows nobody's word. A battle may be what explains it without its
lines, so that such a turn is left open, and never held against anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.actions import Disperse, Recover
from trc_module.games.trp.data import DISPERSED, Trp, book
from trc_module.games.trp.marks import FellBack
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of


@book.judge(Disperse)
def dispersed_for_nothing(game: Trp, state: State, act: Disperse) -> Iterator[Finding]:
    """Battles, retreats and advances disperse units, and the set-up of a game does."""
    if status_of(state, act.unit) == DISPERSED or state.clock == game.sequence.first(1):
        return
    fought = any(act.unit in battle.units for battle in state.battles)
    if not fought and FellBack(act.unit) not in state.marks:
        text = Sentence(
            "{unit} was made Dispersed, and no battle or retreat of this phase that we know asks for it.", act.unit
        )
        yield Finding("XIII.C3", Verdict.UNDECIDED, text, units=(act.unit,))


@book.judge(Recover)
def recovered_out_of_turn(game: Trp, state: State, act: Recover) -> Iterator[Finding]:
    """A unit recovers in a phase of its own side, and not in those of the enemy."""
    if status_of(state, act.unit) != DISPERSED:
        return
    if state.clock.side != game.side_of[act.unit]:
        text = Sentence(
            "{unit} recovered in {clock}; whether it may stands in sections that we do not have.",
            act.unit,
            state.clock.words,
        )
        yield Finding("XIII.H", Verdict.SKIPPED, text, units=(act.unit,))
