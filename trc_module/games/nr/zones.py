"""Zones of control and stacking (8, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.nr.cards.grants import STACKING, first_grant
from trc_module.games.nr.data import AXIS, DISORGANIZED, MOVEMENT, OTHER_SIDE, PERHAPS_UNSUPPLIED, UNSUPPLIED, Nr, book
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import CONDITIONS, units_that_are
from trc_module.systems.steps import STEPS

STACKS_FROM = 23
"""The turn from which Soviet units may stack."""


@book.rule("14.1e")
def has_zone(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether a unit has a zone of control for certain: no fort, surely supplied, and not disorganized.

    None of our sources says what disorganized units lose.
    """
    return (
        not game.is_fortress(state, unit)
        and unit not in units_that_are(state, UNSUPPLIED)
        and unit not in units_that_are(state, PERHAPS_UNSUPPLIED)
        and unit not in units_that_are(state, DISORGANIZED)
    )


def may_have_zone(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether a unit may have a zone of control; for disorganized units that is unknown."""
    return not game.is_fortress(state, unit) and unit not in units_that_are(state, UNSUPPLIED)


def zone_of(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes that lie in the zone of control of a side for certain."""
    return _zone(game, state, side, sure=True)


def possible_zone_of(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes that may lie in the zone of control of a side."""
    return _zone(game, state, side, sure=False)


def enemy_zone(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes that lie in the zone of control of a side's enemy for certain."""
    return _zone(game, state, OTHER_SIDE[side], sure=True)


def _zone(game: Nr, state: State, side: str, *, sure: bool) -> HexSet:
    deployment, steps, statuses = state.forces[side], STEPS.of(state), CONDITIONS.of(state)
    key = ("zone", sure)
    known = deployment.memo.get(key)
    if known is not None and known[0] is steps and known[1] is statuses:
        found: HexSet = known[2]
        return found
    asked = has_zone if sure else may_have_zone
    centres: HexSet = 0
    for at, stack in deployment.stacks.items():
        if any(asked(game, state, unit) for unit in stack):
            centres |= 1 << at
    zone = centres | game.reach.spread(centres)
    deployment.memo[key] = steps, statuses, zone
    return zone


@book.check("8e", End)
def stacks(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """At the end of a movement phase no hex holds more units than a side may stack."""
    side = state.clock.side
    if state.clock.phase != MOVEMENT:
        return
    most, fact = limit(game, state, side)
    piled = state.forces[side].piled if most == 1 else state.forces[side].occupied
    spared = _by_event(game, state, side, piled, most)
    for at in hexes(piled & ~game.areas & ~spared):
        stack = game.stack(state, side, at)
        if len(stack) > most:
            name = game.hex_name(at)
            text = Sentence(
                "{count} units of the {side} side stand in {name}; {most} may.",
                len(stack),
                side.capitalize(),
                name,
                most,
            )
            key = (side, "8e", at)
            yield violation("8e", text, units=stack, hexes=(name,), facts=(fact,), dedup_key=key)


def _by_event(game: Nr, state: State, side: str, piled: HexSet, most: int) -> HexSet:
    """Return hexes in which an event lets one unit more stand: so many that lie beside each other."""
    grant = first_grant(state, STACKING, side)
    if grant is None:
        return 0
    over = [at for at in hexes(piled & ~game.areas) if len(game.stack(state, side, at)) == most + 1]
    near = {at: sum(1 << other for other in over if other == at or game.reach.of[at] >> other & 1) for at in over}
    best = max(near.values(), key=int.bit_count, default=0)
    return sum(1 << at for at in list(hexes(best))[: grant.number])


def limit(game: Nr, state: State, side: str) -> tuple[int, Fact]:
    """Return how many units of a side may stand in a hex, and the datum."""
    name = "axis-stack" if side == AXIS else "late-soviet-stack" if state.clock.turn >= STACKS_FROM else "soviet-stack"
    return game.values[name], game.values.facts[name]


def room(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes in which another unit of a side may stand."""
    most = limit(game, state, side)[0]
    full = state.forces[side].occupied if most == 1 else state.forces[side].piled
    return game.board.land & ~(full & ~game.areas)
