"""Set-up, movement, stacking and reinforcements (2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.hexgrid import hexes
from trc_module.rules.actions import End, Enter, Move, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import ALLOWANCE, Limit, faults
from trc_module.rules.points import PointBounds
from trc_module.rules.state import State
from trc_module.systems import effects
from trc_module.systems.ground_prices import prices
from trc_module.systems.marching import moves_by_points

from .game import ARRIVALS, LOST, MOVEMENT, Game, book

MOST = 2
"""The number of units that may stack in a hex."""

# What the common acts do to a position: units are placed, move, join battles, are lost.
effects.register(book, box=LOST)


# A check is a function that yields findings about an act; the numbers are those of the rules that it judges.
@book.check("2.1", Setup)
def around_its_city(game: Game, state: State, act: Setup) -> Iterator[Finding]:
    """A unit is set up in its city or beside it."""
    unit, home = game.units[act.unit], game.home(act.unit)
    if not (game.board.walk.of[home] | 1 << home) >> act.hex & 1:
        text = f"{act.unit} was set up in {game.hex_name(act.hex)}, not in {unit.area} or beside it."
        yield violation("2.1", text, units=(act.unit,), facts=(unit.fact("area"),))


@book.check("2.2", End)
def all_set_up(game: Game, state: State, act: End) -> Iterator[Finding]:
    """No unit waits for its set-up when the first phase ends."""
    left = tuple(unit for side in game.sides for unit in state.forces[side].stack(game.start_box))
    if left and state.clock == game.sequence.first(1):
        yield violation("2.2", f"{left[0]} has not been set up.", units=left)


def bounds_of(game: Game, state: State, unit: str) -> PointBounds:
    """Return what binds a unit that moves: the price of each step, and the hexes that it may not enter."""
    who = game.units[unit]
    costs = prices(game.board, game.ground, who.type, who.move or 0)
    held = Limit("3.2", shut=game.enemies(state, game.side_of[unit]), step="entered {b}, which an enemy holds")
    return PointBounds(game.board.grid, (held,), game.board.walk, costs=costs)


@book.check("3.1", "3.2", Move)
def as_its_points_allow(game: Game, state: State, act: Move) -> Iterator[Finding]:
    """A unit moves in its own movement phase, no further than its points carry it, and not into enemies."""
    side, unit = game.side_of[act.unit], game.units[act.unit]
    if (side, MOVEMENT) != (state.clock.side, state.clock.phase):
        yield violation("3.1", f"{act.unit} moved in {state.clock.words}.", units=(act.unit,))
        return
    whole = state.whole_way(act.unit, act.trail)
    for fault in faults(bounds_of(game, state, act.unit), whole, unit.move):
        if fault.rule == ALLOWANCE:
            text = f"{act.unit} moved to {game.hex_name(fault.b)}, beyond its {unit.move} points."
            yield violation("3.1", text, units=(act.unit,), facts=(unit.fact("move"),))
        else:
            text = f"{act.unit} entered {game.hex_name(fault.b)}, which an enemy holds."
            yield violation(fault.rule, text, units=(act.unit,))


@book.check("3.3", End)
def not_too_many_in_a_hex(game: Game, state: State, act: End) -> Iterator[Finding]:
    """At the end of a movement phase at most two units stand in a hex."""
    if state.clock.phase != MOVEMENT:
        return
    for at, stack in sorted(state.forces[state.clock.side].stacks.items()):
        if len(stack) > MOST:
            text = f"{len(stack)} units stand in {game.hex_name(at)}; {MOST} may."
            yield violation("3.3", text, units=stack, hexes=(game.hex_name(at),))


@book.check("3.4", Enter)
def in_its_turn(game: Game, state: State, act: Enter) -> Iterator[Finding]:
    """A unit arrives in its turn or later, in its city, where no enemy is."""
    unit, home = game.units[act.unit], game.home(act.unit)
    if (unit.side, ARRIVALS) != (state.clock.side, state.clock.phase):
        yield violation("3.4", f"{act.unit} arrived in {state.clock.words}.", units=(act.unit,))
    elif unit.arrival is None or state.clock.turn < unit.arrival:
        yield violation(
            "3.4", f"{act.unit} arrived in turn {state.clock.turn}.", units=(act.unit,), facts=(unit.fact("arrival"),)
        )
    elif act.place != home or game.enemies(state, unit.side) >> home & 1:
        yield violation(
            "3.4", f"{act.unit} arrived {game.where(act.place)}.", units=(act.unit,), facts=(unit.fact("area"),)
        )


# A lister yields acts for the random player, who tries them out; illegal ones among them do no harm.
@book.lister(Setup)
def set_ups(game: Game, state: State) -> Iterator[Setup]:
    """Yield the placings of units that wait for them."""
    for side in game.sides:
        for unit in state.forces[side].stack(game.start_box):
            home = game.home(unit)
            yield from (Setup(unit, at) for at in hexes((game.board.walk.of[home] | 1 << home) & game.board.land))


@book.lister(Move)
def moves(game: Game, state: State) -> Iterator[Move]:
    """Yield the moves of units that have not moved yet."""
    if state.clock.phase == MOVEMENT:
        yield from moves_by_points(
            state, lambda unit: bounds_of(game, state, unit), lambda unit: game.units[unit].move or 0
        )


@book.lister(Enter)
def arrivals(game: Game, state: State) -> Iterator[Enter]:
    """Yield the arrivals of units that wait in the boxes of turns."""
    for unit, place in state.forces[state.clock.side].places.items():
        if isinstance(place, str) and place.startswith("turn-"):
            yield Enter(unit, game.home(unit))
