"""Units of both sides in one hex: the sections at hand do not say whether a unit may enter an enemy's hex."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.data import ATTACKS, MOVES, Trp, book
from trc_module.games.trp.ground import enemy_of, names
from trc_module.rules.actions import End, Move
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.state import State
from trc_module.sentence import Sentence


@book.judge(Move)
def into_an_enemys_hex(game: Trp, state: State, act: Move) -> Iterator[Finding]:
    """A move into a hex of the enemy is not judged, and that is said."""
    side = game.side_of[act.unit]
    for at in act.trail.hexes[1:]:
        foes = state.forces[enemy_of(side)].stack(at)
        if foes:
            where = game.hex_name(at)
            text = Sentence(
                "{unit} entered {where}, where {foes} stood; whether it may stands in sections that we do not have.",
                act.unit,
                where,
                in_words(foes),
            )
            key = (side, "XII.1", "shared", at)
            yield Finding("XII.1", Verdict.SKIPPED, text, (act.unit, *foes), (where,), dedup_key=key)


@book.judge(End)
def both_sides_in_a_hex(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """Nor is a hex in which units of both sides stand when moves or attacks end."""
    side = state.clock.side
    if not state.clock.phase.startswith((MOVES, ATTACKS)):
        return
    for at, stack in sorted(state.forces[side].stacks.items()):
        foes = state.forces[enemy_of(side)].stack(at)
        if foes:
            text = Sentence(
                "{stack} and {foes} stand in {at}; whether they may stands in sections that we do not have.",
                in_words(stack),
                in_words(foes),
                game.hex_name(at),
            )
            key = (side, "XII.1", "shared", at)
            yield Finding("XII.1", Verdict.SKIPPED, text, (*stack, *foes), names(game, at), dedup_key=key)
