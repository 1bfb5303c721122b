"""Chapter 7: zones of control."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.board import Board, Side
from trc_module.games.trc.book import book
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.mover import Mover
from trc_module.games.trc.movement.restrictions import no_zone_across_the_strait
from trc_module.hexgrid import Adjacency, Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.paths import Limit
from trc_module.rules.state import State, UnitId
from trc_module.rules.zones import Zones


@book.rule("7.1b")
def sides_without_zone(board: Board) -> frozenset[Side]:
    """No zone of control reaches across a hexside of water."""
    return board.closed_sides


@book.rule("7.1d")
def has_zone(unit: Unit) -> bool:
    """Every unit exerts a zone of control."""
    return unit.type != "air"


@book.rule("7.3")
def own_hex_only(unit: Unit) -> bool:
    """Partisans exert a zone of control in their own hex only."""
    return "partisan" in (unit.type, unit.formation.removesuffix("s"))


def make_zones(game: Trc) -> Zones:
    """Return the zones of control as this chapter and 8.5.2 have them."""
    board, units = game.board, game.units.items()
    reach = Adjacency(board.grid, sides_without_zone(board) | no_zone_across_the_strait(board), board.land)
    return Zones(
        reach,
        own_hex=frozenset(name for name, unit in units if own_hex_only(unit)),
        none=frozenset(name for name, unit in units if not has_zone(unit)),
    )


@book.rule("7.1a")
def zone(game: Trc, state: State, side: str) -> HexSet:
    """A unit's zone of control is its own hex and the six around it."""
    return game.zones.of(state.forces[side])


@book.rule("7.2")
def stop_in_zone(mover: Mover) -> Limit:
    """A unit stops as soon as it enters an enemy zone of control."""
    return Limit(
        "7.2",
        stop=mover.zone,
        step="moved on after entering the zone of control of {foes} in {a}",
        stretch="enters an enemy zone of control and goes on",
        displaces=frozenset({"8.3a"}),
    )


@book.rule("7.4b")
def stop_in_contested_zone(game: Trc, state: State, unit: UnitId, hex_: Hex) -> bool:
    """A unit stops in an enemy zone of control even where its own side has one too."""
    side = game.side_of[unit]
    return bool(game.zones.of(state.forces[side].put(unit, None)) >> hex_ & 1)


def foes_near(game: Trc, state: State, unit: UnitId, hex_: Hex) -> tuple[UnitId, ...]:
    """Return the enemy units in whose zone a hex lies."""
    return game.zones.holders(state.forces[ENEMY[game.side_of[unit]]], hex_)


@book.rule("19.2b")
def stop_for_partisans(game: Trc, foes: Iterable[UnitId]) -> bool:
    """A unit stops in a partisan's hex, and never retreats into it."""
    found = tuple(foes)
    return bool(found) and all(unit in game.partisans for unit in found)
