"""Chapter 8: movement restrictions."""

from __future__ import annotations

from functools import lru_cache

from trc_module.board import Board, Side, Terrain
from trc_module.games.trc.book import book
from trc_module.games.trc.game import ENEMY, Trc
from trc_module.games.trc.mover import Mover
from trc_module.hexgrid import Hex, hexes
from trc_module.roster import Unit
from trc_module.rules.clock import Clock
from trc_module.rules.paths import Limit, both_ways
from trc_module.rules.state import State

ON_FOOT = frozenset({"infantry", "mountain", "paratroop", "luftwaffe", "infantry-battlegroup"})


@book.rule("8.2b")
def stops_in_woods(unit: Unit) -> bool:
    """Let infantry pass through woods.

    Infantry, mountain, paratroop and Luftwaffe infantry units need not stop in woods; all others do.

    Log: nothing.
    Data: unit types.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on S15: ger-12-inf
        move ger-12-inf S15 S14 S13
        expect ok
    """
    return unit.type not in ON_FOOT


@book.rule("8.2c")
def stops_in_mountains(unit: Unit) -> bool:
    """Let mountain units pass through mountains.

    All others stop there, on foot or not.

    Log: nothing.
    Data: unit types.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on T26: ger-49-mtn
        move ger-49-mtn T26 T25 T24
        expect ok
    """
    return unit.type != "mountain"


@book.rule("8.2d")
def swamp_is_frozen(state: State) -> bool:
    """Treat swamp as clear terrain in a snow turn.

    The rule says snow months; we read it as turns of snow weather (C28).

    Log: the weather of the turn (D03).
    Data: none.

    Legal::

        at: turn 5 axis impulse 1 movement snow
        on T17: ger-41-pz
        move ger-41-pz T17 T18 T19
        expect ok
    """
    return state.weather == "snow"


@book.rule("8.2a")
def stop_in_rough(mover: Mover) -> Limit:
    """Stop on entering woods, mountains or swamp.

    A unit that enters such a hex goes no further in this impulse; it may start in one and move away.
    Who is exempt is said in 8.2b, 8.2c and 8.2d.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the terrain; unit types; the weather.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on S15: ger-41-pz
        move ger-41-pz S15 S14
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on S15: ger-41-pz
        move ger-41-pz S15 S14 S13
        expect 8.2
    """
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
    """Do not move straight from one enemy-controlled hex to another.

    A unit that begins its first-impulse move in an enemy zone of control may leave it for a hex free of
    any, and then enter one again (8.3b). It may never step from zone to zone. One that has entered a zone in this
    very move had to stop there: that is told as 7.2.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the map; where the enemy stands.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y17 Z17 Y16
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y17 Y16
        expect 8.3
    """
    return Limit(
        "8.3a",
        leave=mover.zone,
        enter=mover.zone,
        step="moved straight from the enemy zone of control in {a} to that of {foes_b} in {b}",
        stretch="leads straight from one enemy zone of control to another",
    )


@book.rule("8.3b")
def may_leave_a_zone(clock: Clock) -> bool:
    """Leave an enemy zone of control in the first impulse.

    A unit that begins its first-impulse move in one may step into a hex free of any, go on, and enter another
    zone in the same move.

    Log: the impulse (D02).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y17 > Y16
        expect ok
    """
    return clock.impulse == 1


@book.rule("8.4")
def pinned(game: Trc, state: State, unit: Unit, start: Hex) -> bool:
    """Stay where you are if a second impulse finds you in an enemy zone of control.

    That holds even if the enemy is then removed by an automatic victory of the second impulse.

    Log: the beginning of the impulse (D02).
    Data: the map; where the enemy stands.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y18: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y18 Y17
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        on Y17: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y17 Z17
        expect 8.4
    """
    if may_leave_a_zone(state.clock):
        return False
    zone = game.zones.of(state.forces[ENEMY[unit.side]])
    return bool(zone >> start & 1) or ("pinned", unit.id) in state.marks


@book.rule("8.5")
def no_crossing_of_coasts(mover: Mover) -> Limit:
    """Do not cross black coastlines, nor hexsides of white dashes.

    Land units stay on land; the only hexside of water that may be crossed is the Kerch Strait, between
    KK19 and KK20. Land hidden under a printed chart is not in play (R3).

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: coasts and closed hexsides.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on F18: ger-41-pz
        move ger-41-pz F18 G17 F17
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on F18: ger-41-pz
        move ger-41-pz F18 F17
        expect 8.5
    """
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
    """Stop in the first hex beyond the Kerch Strait.

    Crossing it is ordinary movement, not sea movement, but it ends the move.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the hexside KK19-KK20.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on JJ21: ger-12-inf
        move ger-12-inf JJ21 KK20 KK19
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on JJ21: ger-12-inf
        move ger-12-inf JJ21 KK20 KK19 LL19
        expect 8.5
    """
    return Limit(
        "8.5.1a",
        last=_both_ways(frozenset({mover.game.board.kerch})),
        step="moved on after crossing the Kerch Strait to {a}",
        stretch="crosses the Kerch Strait and goes on",
    )


@book.rule("8.5.2a")
def no_zone_across_the_strait(board: Board) -> frozenset[Side]:
    """Extend no zone of control across the Kerch Strait.

    A unit on one shore does not stop a mover on the other.

    Log: nothing.
    Data: the hexside KK19-KK20.

    Legal::

        at: turn 7 axis impulse 1 movement clear
        on II21: ger-12-inf
        on KK19: rus-24-inf
        move ger-12-inf II21 JJ21 KK20
        expect ok
    """
    return frozenset({board.kerch})


@book.rule("8.6a")
def no_walking_on_the_causeway(mover: Mover) -> Limit:
    """Use the railroad between GG19 and HH21 by rail only.

    It runs over water; nobody walks along it.

    Log: the hexes crossed (D05), and whether the move was by rail (D04).
    Data: the rail link GG19-HH21.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on GG19: ger-12-inf
        move ger-12-inf GG19 GG18
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on GG19: ger-12-inf
        move ger-12-inf GG19 HH21
        expect 8.6
    """
    return Limit(
        "8.6a",
        closed=_both_ways(mover.game.board.rail_only),
        step="walked along the railroad over the water from {a} to {b}",
        stretch="walks along the railroad over the water between GG19 and HH21",
    )


_both_ways = lru_cache(maxsize=32)(both_ways)


def pin(game: Trc, state: State, removed: Hex, side: str) -> State:
    """Remember which units of a side are pinned by an enemy about to be removed by automatic victory (8.4)."""
    if state.clock.impulse != 2:
        return state
    near = game.board.zoc.of[removed] | 1 << removed
    units = [unit for at in hexes(near & state.forces[side].occupied) for unit in state.forces[side].stack(at)]
    return state.with_mark(*(("pinned", unit) for unit in units if unit not in state.trails))


@book.told("8.1", by="moves.judge_move")
def effects_of_terrain() -> None:
    """Read what terrain does to movement off the terrain effects chart.

    Every hex costs one point; rough terrain stops (8.2), and some hexsides cannot be crossed (8.5).

    Log: nothing.
    Data: terrain.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on S15: ger-12-inf
        move ger-12-inf S15 S14
        expect ok
    """


@book.told("8.3d", by="moves.judge_move")
def no_zone_over_water() -> None:
    """Pass by an enemy beyond a hexside that is all water as if he were not there.

    His zone of control does not reach across (7.1), so it neither stops the mover nor bars the way from one zone to
    another.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: closed hexsides.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on F19: ger-41-pz
        on F17: rus-27-inf
        move ger-41-pz F19 F18 G17
        expect ok
    """


@book.told("8.5.1b", by="combat_retreats.judge_retreat")
def retreat_across_the_strait() -> None:
    """Cross the Kerch Strait in a retreat as any other hexside.

    It is no sea movement either, so it is counted nowhere.

    Log: the hexes of the retreat (D12).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        on KK21: ger-41-pz ger-47-pz ger-48-pz
        on KK20: rus-24-inf
        before: battle 1 ger-41-pz KK21 ger-47-pz KK21 ger-48-pz KK21 x rus-24-inf KK20 result DR
        retreat 1: rus-24-inf KK20 KK19 LL19
        expect ok
    """
