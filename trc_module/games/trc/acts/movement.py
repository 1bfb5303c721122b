"""Movement over land: on foot (5), by rail (9) and strategic (26.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from trc_module.declarations import OWNER, WAY, Declaration, Verb
from trc_module.games.trc.acts.common import fixed, trail_begins_there
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import Action, Move
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Path, RecordSyntax, unit
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, along, at, line


@dataclass(frozen=True, slots=True)
class Strategic(Action):
    """Move a unit by the strategic movement of 26.10."""

    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class RailMove(Action):
    """Move a unit by rail (9), counted against the allotment or free of it."""

    unit: UnitId
    trail: Trail
    free: bool = False


_MODE = Verb(
    "MODE",
    "How a unit moves, or has just moved, in this phase.",
    (UNIT, fixed("mode", "ground, rail, rail-free, strategic"), AT, BY),
    "D04",
    OWNER,
    WAY,
)


def by_land(game: Trc, says: Declaration, track: PieceTrack | None) -> tuple[Action, ...]:
    """Return the readings of a way over land, in the mode that a line says, if it says one."""
    if track is None:
        return ()
    match says.get("mode"):
        case "rail" | "rail-free" as mode:
            # A ride over its own rails changes nothing, so that each of its stops may be believed.
            ways = sorted((_by_strait(game, way) for way in track.ways), key=lambda way: not _is_known(game, way))
            return tuple(RailMove(track.unit, way, mode == "rail-free") for way in ways)
        case "strategic":
            return tuple(Strategic(track.unit, trail) for trail in track.ways)
    return tuple(Move(track.unit, trail) for trail in track.ways)


def _by_strait(game: Trc, way: Trail) -> Trail:
    """Return a way as it was dragged without a gap where rails join two hexes that are not next to each other."""
    grid, rails = game.board.grid, game.board.rails
    far = {i: hexes for i, hexes in enumerate(pairwise(way.hexes)) if not grid.adjacent(*hexes)}
    return replace(way, gaps=frozenset(i for i in far if not rails.joined(*far[i]))) if way.gaps == far.keys() else way


def _is_known(game: Trc, way: Trail) -> bool:
    """Tell whether a way is known from hex to hex, but for jumps from one edge of the map to an edge."""
    edges: HexSet = 0
    for rails in game.board.edge_rails.values():
        edges |= rails
    return all(edges >> way.hexes[i] & edges >> way.hexes[i + 1] & 1 for i in way.gaps)


def _move(game: Trc, state: State, act: Move) -> Iterator[LogStep]:
    yield from along(act.unit, act.trail)


def _by(mode: str) -> Callable[[Trc, State, Any], Iterator[LogStep]]:
    def says(game: Trc, state: State, act: Any) -> Iterator[LogStep]:
        yield line("MODE", u=act.unit, mode=mode, at=at(game, state, act.unit))
        yield from along(act.unit, act.trail)

    return says


def _rail(game: Trc, state: State, act: RailMove) -> Iterator[LogStep]:
    yield from _by("rail-free" if act.free else "rail")(game, state, act)


_PARTS = (unit(), Path())
MOVE = Act(RecordSyntax("move", Move, "5", _PARTS), (_MODE,), by_land, _move, trail_begins_there)
STRATEGIC = Act(
    RecordSyntax("strategic", Strategic, "26", _PARTS), says=_by("strategic"), precondition_error=trail_begins_there
)
RAIL = Act(
    RecordSyntax("rail", RailMove, "9", _PARTS, {"free": False}), says=_rail, precondition_error=trail_begins_there
)
RAIL_FREE = Act(
    RecordSyntax("rail-free", RailMove, "9", _PARTS, {"free": True}), says=_rail, precondition_error=trail_begins_there
)
