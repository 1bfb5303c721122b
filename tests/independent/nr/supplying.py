"""Supply (6): who has it by any reading, and who has it by some."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.independent.nr.board import AXIS, ENEMY, row_col

if TYPE_CHECKING:
    from tests.independent.nr.position import Position

SEAS = {AXIS: {"baltic", "adriatic", "black"}, "soviet": {"caspian", "black"}}


def _east(name: str) -> int:
    row, column = row_col(name)
    return 2 * column + row % 2


def lines(now: Position, side: str, *, strict: bool, helped: bool) -> set[str]:
    """Return the hexes in which a unit has a supply path over land.

    `strict`: zones that may be there count, cities in doubt are the enemy's, and a city traces towards its edge alone.
    """
    land, enemy = now.land, ENEMY[side]
    friends = now.held(side) if helped else set()
    own = {city for city in land.cities if now.control[city] == side} - (now.doubted if strict else set())
    theirs = {city for city in land.cities if now.control[city] == enemy} - (set() if strict else now.doubted)
    if strict:
        theirs |= now.doubted & land.cities
    else:
        own |= now.doubted & land.cities
    shut = now.held(enemy) | (now.zone(enemy, sure=not strict) - friends) | theirs | land.areas
    through = set(land.terrain) - shut
    joined = land.over if helped else land.near
    edge = land.edge[side] & through
    if strict:
        reached, wave = set(edge), set(edge)
        while wave:
            wave = {b for a in wave for b in land.over[a] if _away(side, a, b) and b in through} - reached
            reached |= wave
    else:
        reached = land.spread(edge, 99, joined, through)
    found = land.spread((own & reached) | edge, now.charts.values["supply"] - 1, joined, through)
    # The last step is that out of the unit's own hex.
    return found | {b for a in found for b in joined[a]}


def _away(side: str, a: str, b: str) -> bool:
    """Tell whether b lies further from a side's edge than a; the two ends of a lake's crossing count both ways."""
    step = _east(b) - _east(a)
    over_ladoga = abs(step) > 2 or abs(row_col(a)[0] - row_col(b)[0]) > 1
    return over_ladoga or (step > 0 if side == AXIS else step < 0)


def supplied(now: Position, side: str) -> tuple[set[str], set[str]]:
    """Return the units that have supply by any reading, and those that have it by some."""
    land = now.land
    plain = lines(now, side, strict=True, helped=False)
    helped = lines(now, side, strict=True, helped=True)
    wide = lines(now, side, strict=False, helped=True)
    ports = {name for name, seas in land.coast.items() if seas & SEAS[side]}

    def beside(found: set[str]) -> set[str]:
        return {b for a in now.held(side) & found for b in land.near[a]}

    sure, possible = set(), set()
    for unit, at in now.on_map(side).items():
        fort_at_sea = now.face(unit).type == "fort" and land.coast[at]
        if at in plain or at in helped or fort_at_sea or at in beside(helped):
            sure.add(unit)
        if unit in sure or at in wide | beside(wide) | ports | land.areas:
            possible.add(unit)
    return sure, possible


def hung(now: Position, side: str, possible: set[str]) -> set[str]:
    """Return the units with possible supply that have none if the enemy holds the places that he has passed through."""
    control = {place: ENEMY[side] if place in now.doubted else whose for place, whose in now.control.items()}
    return possible - supplied(replace(now, control=control, doubted=set()), side)[1] if now.doubted else set()
