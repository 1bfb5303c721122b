"""Chapter 17.3: combat supply, in the snow of the first two winters."""

from __future__ import annotations

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.supply.control import UNSURE, controls
from trc_module.games.trc.supply.general_supply import in_supply_ashore
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.systems.weather import weather_of

FINNISH = "finnish"


@book.rule("17.1b")
def winter(state: State, game: Trc) -> int:
    """Combat supply is judged at the moment of combat, in snow turns of the first two winters."""
    return winter_of(game, state)


@hook
def winter_of(game: Trc, state: State) -> int:
    """Return 1 in the snow of the first winter, 2 in that of the second, 0 at any other time."""
    turn = game.charts.turns.get(state.clock.turn)
    if weather_of(state) != "snow" or turn is None:
        return 0
    early = turn.months[0] in ("January", "March", "Jan", "Mar")
    if turn.year == 1941 or (turn.year == 1942 and early):
        return 1
    late = turn.months[0] in ("November", "Nov")
    return 2 if (turn.year == 1942 and late) or (turn.year == 1943 and early) else 0


@hook
def rule_of_the_winter(game: Trc, state: State, rule: str) -> str:
    """Return the rule to name where somebody counts in full who has been halved; `rule` is that of the basic game."""
    return rule


@hook
def used_to_winter(game: Trc, unit: Unit) -> bool:
    """Tell whether an Axis unit has combat supply in the winter, as Finnish units have."""
    return unit.nation == FINNISH


@book.rule("17.3")
def always_supplied(game: Trc, state: State, unit: UnitId, at: Hex) -> bool:
    """Only Axis units in the Russian winter can lack combat supply."""
    who = game.units[unit]
    if who.side == RUSSIAN or used_to_winter(game, who) or not winter(state, game):
        return True
    return game.board.country_of.get(at) != "Russia" or in_supply_ashore(state, unit)


@book.rule("17.3.2")
def next_to_a_city(game: Trc, state: State, at: Hex) -> bool | None:
    """In the first winter Axis units in Russia have combat supply in a city or next to an Axis city."""
    board = game.board
    if board.city_hexes >> at & 1:
        return True
    return _held(game, state, board.grid.neighbours[at] & board.city_hexes)


@book.rule("17.3.3")
def two_hexes_from_a_city(game: Trc, state: State, at: Hex) -> bool | None:
    """In the second winter Axis units in Russia also have combat supply two hexes from an Axis city."""
    near = next_to_a_city(game, state, at)
    if near is not False or winter(state, game) != 2:
        return near
    board = game.board
    free = board.grid.neighbours[at] & board.land & ~game.zones.of(state.forces[ENEMY[AXIS]])
    return _held(game, state, board.grid.spread(free) & board.city_hexes)


def _held(game: Trc, state: State, cities: HexSet) -> bool | None:
    unsure = state.traces.get(UNSURE, 0)
    if any(controls(state, AXIS, city) for city in hexes(cities)):
        return True
    return None if cities & unsure else False


def combat_supply(game: Trc, state: State, unit: UnitId, at: Hex) -> bool | None:
    """Tell whether a unit in a hex has combat supply at this moment; None if the record does not say enough."""
    if always_supplied(game, state, unit, at):
        return True
    return two_hexes_from_a_city(game, state, at)


def supply_facts(game: Trc, state: State, unit: UnitId, at: Hex) -> tuple[Fact, ...]:
    """Return the facts that decide whether a unit in a hex has combat supply: its country, unless a city supplies it.

    None where the season, its nation or its landing decide.
    """
    who = game.units[unit]
    season = winter(state, game)
    if who.side == RUSSIAN or used_to_winter(game, who) or not season or in_supply_ashore(state, unit):
        return ()
    board = game.board
    country = () if two_hexes_from_a_city(game, state, at) else (board.country_fact(at),)
    return (*country, *board.city_doubts(board.grid.disc(at, season)))


@book.rule("17.3.1a")
def halved(combat: int) -> int:
    """The combat factor of an Axis unit without combat supply is halved, rounded up, in attack and defence."""
    return (combat + 1) // 2
