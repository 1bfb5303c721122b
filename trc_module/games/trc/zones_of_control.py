"""Chapter 7: zones of control."""

from __future__ import annotations

from trc_module.board import Board, Side
from trc_module.games.trc.book import book
from trc_module.games.trc.game import ENEMY, Trc
from trc_module.games.trc.mover import Mover
from trc_module.games.trc.restrictions import no_zone_across_the_strait
from trc_module.hexgrid import Adjacency, Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.paths import Limit
from trc_module.rules.state import State, UnitId
from trc_module.rules.zones import Zones


@book.rule("7.1b")
def sides_without_zone(board: Board) -> frozenset[Side]:
    """Extend no zone of control across a hexside of water.

    Hexsides that are all lake or sea, and those drawn as a white dashed line (7.1c), cut it off, for movement too
    (8.3d).

    Log: nothing.
    Data: closed hexsides.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on F19: ger-41-pz
        on F17: rus-27-inf
        move ger-41-pz F19 F18 G17
        expect ok
    """
    return board.closed_sides


@book.rule("7.1d")
def has_zone(unit: Unit) -> bool:
    """Give every unit a zone of control.

    Headquarters, leaders and workers have one like all others; aircraft are no units on the map.

    Log: nothing.
    Data: unit types.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y18: rus-stavka
        move ger-41-pz Y20 Y19
        expect ok
        move ger-41-pz Y19 Z19
        expect 7.2|8.3
    """
    return unit.type != "air"


@book.rule("7.3")
def own_hex_only(unit: Unit) -> bool:
    """Give partisans a zone of control in their own hex only.

    Whoever passes beside them goes on; whoever enters their hex stops there.

    Log: nothing.
    Data: unit types.

    Legal::

        at: turn 4 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y18: rus-partisan-1
        move ger-41-pz Y20 Y19 Z19 Z18
        expect ok
    """
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
    """Control your own hex and the six around it.

    A zone of control reaches into every terrain and onto hexes that the enemy holds.

    Log: nothing.
    Data: the map's grid.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y20 > Y17
        expect ok
    """
    return game.zones.of(state.forces[side])


@book.rule("7.2")
def stop_in_zone(mover: Mover) -> Limit:
    """Stop as soon as you enter an enemy zone of control.

    The unit goes no further in this impulse. It need not stop for a zone in which it begins its move;
    what it may then do is said in 8.3 and 8.4. A defender that has been removed by an automatic victory
    stops nobody any more.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the map; where the enemy stands.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y20 Y19 Y18 Y17
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y20 Y19 Y18 Y17 Z17
        expect 7.2
    """
    return Limit(
        "7.2",
        stop=mover.zone,
        step="moved on after entering the zone of control of {foes} in {a}",
        stretch="enters an enemy zone of control and goes on",
        displaces=frozenset({"8.3a"}),
    )


@book.rule("7.4b")
def stop_in_contested_zone(game: Trc, state: State, unit: UnitId, hex_: Hex) -> bool:
    """Stop in an enemy zone of control even where your side has one too.

    A hex into which both sides have a zone is contested; that helps no mover. Where other units than
    the mover contest the hex, a breach of 7.2 carries this number, unless the next hex is in an enemy zone too.

    Log: as 7.2.
    Data: as 7.2.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y18: ger-12-inf
        on X17: rus-24-inf
        move ger-41-pz Y20 Y19 Y18 Y17
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y18: ger-12-inf
        on X17: rus-24-inf
        move ger-41-pz Y20 Y19 Y18 Y17 Z17
        expect 7.4
    """
    side = game.side_of[unit]
    return bool(game.zones.of(state.forces[side].put(unit, None)) >> hex_ & 1)


@book.told("7.4a", by="derived.keep_track")
def contested() -> None:
    """Call a hex contested when both sides have a zone of control there.

    Contested zones matter for cities, oil wells and junctions, and for movement not at all.

    Log: nothing.
    Data: the map; where the units stand.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on FF21: ger-41-pz
        on FF22: rus-24-inf
        move ger-41-pz FF21 EE21
        expect 8.3
    """


def foes_near(game: Trc, state: State, unit: UnitId, hex_: Hex) -> tuple[UnitId, ...]:
    """Return the enemy units in whose zone a hex lies."""
    return game.zones.holders(state.forces[ENEMY[game.side_of[unit]]], hex_)
