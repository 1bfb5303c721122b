"""Stacking (XII)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.actions import Advance, Remove
from trc_module.games.trp.acts import LOST
from trc_module.games.trp.data import ATTACKS, MOVES, Trp, book
from trc_module.games.trp.ground import names
from trc_module.games.trp.marks import Isolated
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import Stack, State
from trc_module.sentence import Sentence
from trc_module.systems.statuses import with_status

MOST = 2
"""Units in a hex."""
ROUGH = ("swamp", "mountain")
"""Ground on which armor does not stack (XII.3)."""


def overfull(game: Trp, stack: Stack) -> Iterator[tuple[str, str]]:
    """Yield the rules that a stack breaks, each with what is wrong."""
    fronts = [unit for unit in stack if game.units[unit].size == "front"]
    large = [unit for unit in stack if game.units[unit].size != "corps"]
    if fronts and len(stack) > 1:
        yield "XII.2", Sentence("{fronts} is a front and stands with another unit", fronts[0])
    elif len(stack) > MOST:
        yield "XII.1", Sentence("{count} units stand there; {most} may", len(stack), MOST)
    elif len(large) > 1:
        yield "XII.1", Sentence("{count} units above corps level stand there; only one may", len(large))


@book.check("XII.1", "XII.2", End)
def not_too_many_in_a_hex(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """No hex holds more than two units, two larger than corps, or a front and another, when moves or attacks end."""
    if not state.clock.phase.startswith((MOVES, ATTACKS)):
        return
    for side in game.sides:
        for at, stack in sorted(state.forces[side].stacks.items()):
            for rule, wrong in overfull(game, stack):
                where = game.hex_name(at)
                key = (side, rule, at)
                yield violation(
                    rule, Sentence("In {where}: {wrong}.", where, wrong), units=stack, hexes=(where,), dedup_key=key
                )


@book.check("XII.4", Advance)
def no_overfull_hex_in_an_advance(game: Trp, state: State, act: Advance) -> Iterator[Finding]:
    """A unit that advances does not pass through a hex that is full."""
    side = game.side_of[act.unit]
    for at in act.trail.hexes[1:]:
        stack = tuple(unit for unit in state.forces[side].stack(at) if unit != act.unit)
        if stack and any(overfull(game, (*stack, act.unit))):
            text = Sentence("{unit} advanced into {at}, which is full.", act.unit, game.hex_name(at))
            yield violation("XII.4", text, units=(act.unit, *stack), hexes=names(game, at))
            return


@book.judge(Remove)
def only_where_too_many_stand(game: Trp, state: State, act: Remove) -> Iterator[Finding]:
    """A unit is eliminated for stacking only where too many stand (XII.4)."""
    at = state.place(act.unit)
    if act.because == "XII.4" and isinstance(at, int):
        stack = state.forces[game.side_of[act.unit]].stack(at)
        if not any(overfull(game, stack)):
            text = Sentence("{unit} was eliminated as overstacked; {at} is not overfull.", act.unit, game.hex_name(at))
            yield violation("XII.4", text, units=(act.unit,), hexes=names(game, at))


@book.effect(Remove)
def taken_off(game: Trp, state: State, act: Remove) -> State:
    """Put an eliminated unit among the losses."""
    after = with_status(state, act.unit, "").with_unit(game.side_of[act.unit], act.unit, LOST)
    return after.with_mark(Isolated(act.unit)) if act.because == "XIV.B2" else after
