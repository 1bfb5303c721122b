"""Chapter 10.3.2, 10.4 and 10.6: units lost at sea, and the check that players do what the die says."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Invaded, Replaced, Sailed, Saved, Sunk
from trc_module.games.trc.steps import END
from trc_module.games.trc.transport.sea_crossing import BY_SEA, fate_facts
from trc_module.rules.actions import Eliminate, End, Move, Retreat, Surrender
from trc_module.rules.finding import Finding, violation
from trc_module.rules.registry import covers
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence


@book.check("10.3.2d", Retreat)
def invaders_do_not_retreat(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """An invader that must retreat in the impulse of its landing is eliminated."""
    if Invaded.in_impulse(state, act.unit) and state.clock.side == game.side_of[act.unit]:
        yield violation(
            "10.3.2d",
            Sentence("{unit} retreated in the impulse of its landing; it had to be eliminated.", act.unit),
            units=(act.unit,),
            legal="it is eliminated.",
        )


@book.check("10.6", Surrender)
def sunk_units_can_be_replaced(game: Trc, state: State, act: Surrender) -> Iterator[Finding]:
    """A unit lost at sea goes to the replacement pool."""
    lost = covers("10", act.because) and not covers("10.3.2", act.because)
    if lost or _sunk(state, act.who):
        text = Sentence(
            "{who} was lost at sea and put with the surrendered units; it goes to the replacement pool.", act.who
        )
        yield violation("10.6", text, units=(act.who,) if act.who in game.units else ())


@book.judge(Eliminate)
def judge_the_fate_at_sea(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Judge the removal of a unit as lost at sea."""
    ashore = covers("10.3.2", act.because)  # a loss of battle
    if ashore or not covers("10", act.because) or Sunk.of(state, act.unit):
        return
    saved = Saved.of(state, act.unit)
    if saved:
        text = Sentence("{unit} was removed as lost at sea, but it survives by its die and the modifiers.", act.unit)
        facts = fate_facts(game, state, act.unit)
        yield violation(saved[0].rule, text, units=(act.unit,), facts=facts, legal="it stays where it has landed.")
    elif Sailed(act.unit) not in state.marks:
        text = Sentence("{unit} was removed as lost at sea, but it made no sea move this phase.", act.unit)
        yield violation("10.4a", text, units=(act.unit,))


def _sunk(state: State, unit: UnitId) -> bool:
    """Tell whether a unit was lost at sea on this turn and has not been replaced since."""
    return bool(Sunk.of(state, unit)) and all(mark.where == BY_SEA for mark in Replaced.of(state, unit))


def afloat(state: State, unit: UnitId, at: Place) -> str | None:
    """Return the rule by which a unit was sunk on its way to a place where it acts nevertheless."""
    return next((mark.rule for mark in Sunk.of(state, unit) if mark.goal == at), None)


@book.judge(Move, RailMove, Retreat, of_marks=(Sunk.word,))
def judge_the_drowned(game: Trc, state: State, act: Move | RailMove | Retreat) -> Iterator[Finding]:
    """Tell of a unit that acts though it was sunk."""
    start = game.hex_name(act.trail.hexes[0])
    rule = afloat(state, act.unit, start)
    # A log's counter lies where it was dragged, whatever the die has said.
    if rule is not None and (state.place(act.unit) != act.trail.hexes[0] or _sunk(state, act.unit)):
        text = Sentence("{unit} acts in {start}, but it was sunk on the way there.", act.unit, start)
        yield violation(
            rule, text, units=(act.unit,), hexes=(start,), facts=fate_facts(game, state, act.unit),
            legal="it is in the replacement pool.", dedup_key=(game.side_of[act.unit], "10.4", act.unit),
        )  # fmt: skip


@book.judge(End, of_marks=(Sunk.word,))
def judge_who_floats(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Tell of a unit that was sunk and is on the map still when its player turn ends."""
    if state.clock.phase != END:
        return
    for mark in Sunk.all(state):
        unit, at = mark.unit, state.place(mark.unit)
        mine = game.side_of[unit] == state.clock.side
        if mine and not isinstance(at, str | None) and _sunk(state, unit):
            text = Sentence(
                "{unit} is still in {at}, but it was sunk on the way to {goal}.", unit, game.hex_name(at), mark.goal
            )
            yield violation(
                mark.rule, text, units=(unit,), hexes=(game.hex_name(at),), facts=fate_facts(game, state, unit),
                legal="it is in the replacement pool.", dedup_key=(state.clock.side, "10.4", unit),
            )  # fmt: skip
