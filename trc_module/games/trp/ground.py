"""Answers of map and position for the chapters: neighbours and zones, with the facts on which an answer rests.

Which rows of the map are shifted is assumed until the owner says it. What holds for both ways is certain; what holds
for ours alone rests on the fact of the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from trc_module.board import hexside
from trc_module.facts import Fact, Source
from trc_module.games.trp.data import DISPERSED, SIDES
from trc_module.hexgrid import Hex
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.statuses import status_of

if TYPE_CHECKING:
    from trc_module.games.trp.data import Trp

Facts = tuple[Fact, ...]

ARMOR = ("armor", "mechanized", "armored-cavalry")
"""The types that count as armor."""
FUELLED = (*ARMOR, "motorized")
"""The types that need fuel (XIV.D)."""
INFANTRY = ("front", "shock", "rifle", "infantry", "motorized", "mountain")
"""The types that are infantry (III)."""
_AROUND = Fact(
    "the zone of a Dispersed unit means the hexes around it",
    Source("assumed", "the text speaks of it, and says elsewhere that such a unit has none"),
)


def near(game: Trp, a: Hex, b: Hex) -> Facts | None:
    """Return the facts by which two hexes are neighbours on land; None if they are not."""
    if not game.beside[a] >> b & 1:
        return None
    return () if all(grid.adjacent(a, b) for grid in game.grids[1:]) else (game.row_fact,)


def apart(game: Trp, a: Hex, b: Hex) -> Facts | None:
    """Return the facts by which two hexes are no neighbours on land; None if they are."""
    joined = [grid.adjacent(a, b) for grid in game.grids]
    if joined[0]:
        return (game.board.side_fact(a, b),) if hexside(a, b) in game.board.closed_sides else None
    return (game.row_fact,) if any(joined) else ()


def not_farther(game: Trp, start: Hex, before: Hex, after: Hex) -> Facts | None:
    """Return the facts by which a hex is no farther from where a way began than the one before; None if it is."""
    short = [grid.distance(start, after) <= grid.distance(start, before) for grid in game.grids]
    if not short[0]:
        return None
    return () if all(short) else (game.row_fact,)


def least_steps(game: Trp, trail: Trail) -> int:
    """Return how many hexes a way has at least: where a stretch is not known, the distance of its ends."""
    return sum(
        min(grid.distance(a, b) for grid in game.grids) if index in trail.gaps else 1
        for index, (a, b) in enumerate(pairwise(trail.hexes))
    )


def enemy_of(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


def is_strong(game: Trp, unit: UnitId) -> bool:
    """Tell whether a unit is a German army or a Soviet front, whose zones stop everybody (XIII.A3, XIII.E2)."""
    who = game.units[unit]
    return who.type == "front" or (who.nation == "german" and who.size == "army")


def strong_facts(game: Trp, unit: UnitId) -> Facts:
    """Return the facts by which a unit is one: a panzer group is taken for an army."""
    who = game.units[unit]
    if who.nation == "german" and who.type == "armor":
        return (Fact(f"{unit} counts as a German army", Source("assumed", "it is a panzer group or army")),)
    return ()


def zones(game: Trp, state: State, side: str, at: Hex) -> Iterator[tuple[UnitId, Facts]]:
    """Yield the undispersed units of a side whose zone of control holds a hex, each with what that rests on."""
    return (each for each in _beside(game, state, side, at) if status_of(state, each[0]) != DISPERSED)


def dispersed_beside(game: Trp, state: State, side: str, at: Hex) -> Iterator[tuple[UnitId, Facts]]:
    """Yield the Dispersed units of a side beside a hex: the text closes their zone to retreats that go on (P19)."""
    for unit, facts in _beside(game, state, side, at):
        if status_of(state, unit) == DISPERSED:
            yield unit, (*facts, _AROUND)


def _beside(game: Trp, state: State, side: str, at: Hex) -> Iterator[tuple[UnitId, Facts]]:
    # Hot path: most stacks lie elsewhere, and a look at the set is quicker than a call.
    around = game.beside[at]
    for place, stack in state.forces[side].stacks.items():
        facts = near(game, place, at) if around >> place & 1 else None
        if facts is not None:
            yield from ((unit, facts) for unit in stack)


def certain(*found: Facts) -> Facts:
    """Return all facts of several answers, each once."""
    return tuple(dict.fromkeys(fact for facts in found for fact in facts))


def surest(found: Iterable[tuple[UnitId, Facts]]) -> tuple[UnitId, Facts] | None:
    """Return the answer that rests on the fewest facts; None without any."""
    return min(found, key=lambda each: len(each[1]), default=None)


def names(game: Trp, *at: Hex) -> tuple[str, ...]:
    """Return the names of hexes."""
    return tuple(map(game.hex_name, at))
