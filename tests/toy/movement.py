"""Set-up, arrivals and movement (U, M, Z and S)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tests.toy.game import MARCH, Toy, book
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import End, Enter, Move, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import ALLOWANCE, Limit, both_ways, faults
from trc_module.rules.points import Costs, PointBounds, Toll
from trc_module.rules.state import State, UnitId
from trc_module.systems import effects
from trc_module.systems.ground_prices import prices
from trc_module.systems.marching import moves_by_points

effects.register(book, box="lost")


@book.check("T2", Move, Enter)
def own_phase(game: Toy, state: State, act: Move | Enter) -> Iterator[Finding]:
    """A side moves its own units in its own march."""
    if (game.side_of[act.unit], MARCH) != (state.clock.side, state.clock.phase):
        yield violation("T2", f"{act.unit} moved in {state.clock}.", units=(act.unit,))


@book.check("U1", Setup)
def around_the_castle(game: Toy, state: State, act: Setup) -> Iterator[Finding]:
    """A unit is set up in its castle or beside it."""
    unit = game.units[act.unit]
    castle = game.places.get(str(unit.area))
    if castle is not None and not (game.zones.reach.of[castle] | 1 << castle) >> act.hex & 1:
        text = f"{act.unit} was set up in {game.hex_name(act.hex)}, not in {unit.area} or beside it."
        yield violation("U1", text, units=(act.unit,), facts=(unit.fact("area"),))


@book.check("U3", Enter)
def in_its_week(game: Toy, state: State, act: Enter) -> Iterator[Finding]:
    """A unit arrives in its week or later, in the castle of its side, out of enemy zones."""
    unit = game.units[act.unit]
    at = act.place
    if unit.arrival is None or state.clock.turn < unit.arrival:
        when = "is not due" if unit.arrival is None else f"is due in week {unit.arrival}"
        yield violation("U3", f"{act.unit} arrived in week {state.clock.turn}; it {when}.", units=(act.unit,))
    elif isinstance(at, str) or at != game.castles()[unit.side]:
        where = game.where(at)
        yield violation("U3", f"{act.unit} arrived {where}, not in the castle of its side.", units=(act.unit,))
    elif game.enemies(state, unit.side) >> at & 1:
        yield violation("U3", f"{act.unit} arrived in {game.hex_name(at)}, which an enemy holds.", units=(act.unit,))


@lru_cache(maxsize=64)
def _prices(game: Toy, kind: str, allowance: int) -> Costs:
    """Return what the ground costs a type of unit."""
    return prices(game.board, game.ground, kind, allowance, free=("ford",))


@book.rule("Z1")
def stop_in_zone(zone: HexSet) -> Limit:
    """A unit that enters an enemy zone of control stops."""
    return Limit("Z1", stop=zone, step="went on from {a}, in an enemy zone of control")


@book.rule("Z2")
def toll_of_zones(zone: HexSet) -> Toll:
    """A unit that leaves an enemy zone of control pays a point more."""
    return Toll(1, leave=zone)


@book.rule("M4")
def not_over_walls(game: Toy) -> Limit:
    """Nobody crosses a wall."""
    return Limit("M4", closed=both_ways(game.board.closed_sides))


@book.rule("M5")
def not_into_enemies(held: HexSet) -> Limit:
    """A unit does not enter a hex that an enemy holds."""
    return Limit("M5", shut=held)


def bounds_of(game: Toy, state: State, unit: UnitId) -> PointBounds:
    """Return what binds a unit where it moves now."""
    who, side = game.units[unit], game.side_of[unit]
    zone = game.zone_against(state, side)
    costs = _prices(game, who.type, allowance_of(game, state, unit))
    priced = Costs(costs.enter, costs.cross, (toll_of_zones(zone),))
    limits = (not_over_walls(game), not_into_enemies(game.enemies(state, side)), stop_in_zone(zone))
    return PointBounds(game.board.grid, limits, game.zones.reach, costs=priced)


def allowance_of(game: Toy, state: State, unit: UnitId) -> int:
    """Return the points of a unit."""
    return game.face(state, unit).move or 0


@book.check("M1", "M3", Move)
def within_its_points(game: Toy, state: State, act: Move) -> Iterator[Finding]:
    """A unit moves no further than its points carry it."""
    allowance = allowance_of(game, state, act.unit)
    whole = state.whole_way(act.unit, act.trail)
    for fault in faults(bounds_of(game, state, act.unit), whole, allowance):
        if fault.rule == ALLOWANCE:
            text = f"{act.unit} has {allowance} points; they do not carry it to {game.hex_name(fault.b)}."
            yield violation("M1", text, units=(act.unit,))
        else:
            where = f"from {game.hex_name(fault.a)} to {game.hex_name(fault.b)}"
            yield violation(fault.rule, f"{act.unit} went {where}, against rule {fault.rule}.", units=(act.unit,))


@book.check("S1", End)
def two_in_a_hex(game: Toy, state: State, act: End) -> Iterator[Finding]:
    """At the end of a march at most two units of a side stand in a hex."""
    if state.clock.phase != MARCH:
        return
    for at, stack in sorted(state.forces[state.clock.side].stacks.items()):
        if len(stack) > 2:
            where = game.hex_name(at)
            yield violation("S1", f"{len(stack)} units stand in {where}; two may.", units=stack, hexes=(where,))


@book.lister(Move)
def moves(game: Toy, state: State) -> Iterator[Move]:
    """Yield the moves of units that have not moved in this march."""
    if state.clock.phase == MARCH:
        yield from moves_by_points(
            state, lambda unit: bounds_of(game, state, unit), lambda unit: allowance_of(game, state, unit)
        )


@book.lister(Setup)
def set_ups(game: Toy, state: State) -> Iterator[Setup]:
    """Yield the placings of units that wait for them."""
    for side in game.sides:
        for unit in state.forces[side].stack(game.start_box):
            castle = game.castles()[side]
            for at in hexes((game.zones.reach.of[castle] | 1 << castle) & game.board.land):
                if len(state.forces[side].stacks.get(at, ())) < 2:
                    yield Setup(unit, at)


@book.lister(Enter)
def arrivals(game: Toy, state: State) -> Iterator[Enter]:
    """Yield the arrivals of units that are due."""
    side = state.clock.side
    full = state.forces[side].piled
    for unit, place in state.forces[side].places.items():
        if isinstance(place, str) and place.startswith("week-") and not full >> game.castles()[side] & 1:
            yield Enter(unit, game.castles()[side])
