"""Chapter 8: movement restrictions."""

from __future__ import annotations

from functools import lru_cache

from trc_module.board import Board, Side, Terrain
from trc_module.games.trc.book import book
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Pinned
from trc_module.games.trc.movement.mover import Mover
from trc_module.games.trc.steps import arrived
from trc_module.hexgrid import Hex, hexes
from trc_module.roster import Unit
from trc_module.rules.clock import Clock
from trc_module.rules.paths import Limit, both_ways
from trc_module.rules.state import State, UnitId
from trc_module.systems.weather import weather_of

ON_FOOT = frozenset({"infantry", "mountain", "paratroop", "luftwaffe", "infantry-battlegroup"})


@book.rule("8.2b")
def stops_in_woods(unit: Unit) -> bool:
    """Infantry passes through woods."""
    return unit.type not in ON_FOOT


@book.rule("8.2c")
def stops_in_mountains(unit: Unit) -> bool:
    """Mountain units pass through mountains."""
    return unit.type != "mountain"


@book.rule("8.2d")
def swamp_is_frozen(state: State) -> bool:
    """Swamp counts as clear terrain in a snow turn."""
    return weather_of(state) == "snow"


@book.rule("8.2a")
def stop_in_rough(mover: Mover) -> Limit:
    """A unit stops on entering woods, mountains or swamp."""
    game = mover.game
    kinds = []
    if stops_in_woods(mover.unit):
        kinds.append(Terrain.WOODS)
    if stops_in_mountains(mover.unit):
        kinds.append(Terrain.MOUNTAIN)
    if not swamp_is_frozen(mover.state):
        kinds.append(Terrain.SWAMP)
    rough = game.terrain(*kinds)
    return Limit(
        "8.2a",
        stop=rough,
        doubted=rough & game.doubted_terrain,
        step="moved on after entering {terrain} in {a}",
        stretch="enters woods, mountains or swamp and goes on",
    )


@book.rule("8.3a")
def no_zone_to_zone(mover: Mover) -> Limit:
    """A unit does not move directly from one enemy-controlled hex to another."""
    return Limit(
        "8.3a",
        leave=mover.zone,
        enter=mover.zone,
        step="moved directly from the enemy zone of control in {a} to that of {foes_b} in {b}",
        stretch="passes directly from one enemy zone of control to another",
    )


@book.rule("8.3b")
def may_leave_a_zone(clock: Clock) -> bool:
    """A unit may leave an enemy zone of control in the first impulse."""
    return clock.part == 1


@book.rule("8.4")
def pinned(game: Trc, state: State, unit: Unit, start: Hex) -> bool:
    """A unit in an enemy zone of control in a second impulse stays there."""
    if may_leave_a_zone(state.clock):
        return False
    zone = game.zones.of(state.forces[ENEMY[unit.side]])
    return bool(zone >> start & 1) or Pinned(unit.id) in state.marks


@book.rule("8.5")
def no_crossing_of_coasts(mover: Mover) -> Limit:
    """Black coastlines and hexsides of white dashes cannot be crossed."""
    board = mover.game.board
    return Limit(
        "8.5",
        shut=board.grid.all & ~board.land,
        closed=_both_ways(board.closed_sides),
        doubted=board.off_play | mover.game.doubted_terrain,
        step="crossed the coast or a closed hexside between {a} and {b}",
        stretch="crosses a coastline or a closed hexside",
    )


@book.rule("8.5.1a")
def stop_beyond_the_strait(mover: Mover) -> Limit:
    """A unit stops in the first hex beyond the Kerch Strait."""
    return Limit(
        "8.5.1a",
        last=_both_ways(mover.game.board.straits),
        step="moved on after crossing the Kerch Strait to {a}",
        stretch="crosses the Kerch Strait and goes on",
    )


@book.rule("8.5.2a")
def no_zone_across_the_strait(board: Board) -> frozenset[Side]:
    """No zone of control reaches across the Kerch Strait."""
    return board.straits


@book.rule("8.6a")
def no_walking_on_the_causeway(mover: Mover) -> Limit:
    """Only rail movement uses the railroad between GG19 and HH21."""
    return Limit(
        "8.6a",
        closed=_both_ways(mover.game.board.rail_only),
        step="walked along the railroad over the water from {a} to {b}",
        stretch="walks along the railroad over the water between GG19 and HH21",
    )


_both_ways = lru_cache(maxsize=32)(both_ways)


def pin(game: Trc, state: State, removed: Hex, side: str) -> State:
    """Remember which units of a side are pinned by an enemy about to be removed by automatic victory (8.4)."""
    if state.clock.part != 2:
        return state
    near = game.board.zoc.of[removed] | 1 << removed
    units = [unit for at in hexes(near & state.forces[side].occupied) for unit in state.forces[side].stack(at)]
    return state.with_mark(*(Pinned(unit) for unit in units if unit not in state.trails))


@book.rule("20.3c")
def placed_under_the_enemys_eyes(state: State, unit: UnitId) -> bool:
    """A second-impulse arrival in an enemy zone of control does not move on."""
    return state.clock.part == 2 and arrived(state, unit)
