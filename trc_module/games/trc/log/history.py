"""History before a log that begins late: the earlier facts on which a verdict depends, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial

from trc_module.games.trc.acts.losses import LONGEST_RETREAT
from trc_module.games.trc.acts.strategic_choices import DECEMBER_1941, FACTORS
from trc_module.games.trc.arrivals.axis_replacements import judge_the_claims, on_a_replacement_turn
from trc_module.games.trc.arrivals.entry_hexes import home_edge
from trc_module.games.trc.arrivals.minor_allies import CAPITALS, in_play
from trc_module.games.trc.arrivals.russian_replacements import judge_the_sum, with_worker
from trc_module.games.trc.arrivals.special_entries import APPROACHES
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.countries import country_of
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.log.shown import finland_told, places_nearby_told, seen_to_sail, victims_in_boxes
from trc_module.games.trc.marks import ROLLED, Arrived, Railed, Saved, Sunk, surrendered_on
from trc_module.games.trc.movement.closed_hexes import finland
from trc_module.games.trc.steps import END, MOVEMENT, WEATHER, in_phase
from trc_module.games.trc.supply.combat_supply import always_supplied, winter
from trc_module.games.trc.supply.control import TURN, UNSURE, UNTOLD, held_when_began
from trc_module.games.trc.supply.general_supply import supply_of
from trc_module.games.trc.supply.rails import UNTOLD_RAILS, either_way, places_on_rails
from trc_module.games.trc.transport.rail_movement import allotment, ride_of
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.games.trc.victory.campaign_victory import judge_claim
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Claim, Replace
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Unknown, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.network import between
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId


class Scope(Enum):
    """The time for which something stays unknown in a log that begins late."""

    PHASE = "the phase with which the log begins"
    PLAYER_TURN = "the player turn with which the log begins"
    TURN = "the turn with which the log begins"
    GAME = "the whole game"


@dataclass(frozen=True, slots=True)
class _Case:
    """A finding, and the position before the act that it is about."""

    game: Trc
    state: State
    finding: Finding
    began: Clock

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that the finding names."""
        found = (self.game.board.grid.find(name) for name in self.finding.hexes)
        return tuple(at for at in found if at is not None)


_Words = Callable[[_Case], str]
"""Returns in words what is unknown, '' if nothing is."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """The earlier facts on which a verdict depends, beside position and acts, and how long they are unknown."""

    scope: Scope
    unknown: str | _Words


# ------------------------------------------------------------------- places


def _who_controlled(game: Trc, state: State, places: Iterable[Hex]) -> str:
    """Return in words who held some places; '' if the log tells it of all of them."""
    untold = [at for at in places if not _told(game, state, at)]
    return f"who controlled {in_words(_name(game, at) for at in untold)} before" if untold else ""


def _told(game: Trc, state: State, place: Hex) -> bool:
    """Tell whether the log shows who controls a place: by where units stand, or have stood since it began."""
    if place == game.places["Helsinki"] and not in_play(game, state, "finland"):
        # After the surrender of Finland it is Russian, whichever units stand around it (24.5).
        return False
    return not state.traces.get(UNTOLD, 0) >> place & 1


def _name(game: Trc, place: Hex) -> str:
    city = game.board.city_at.get(place)
    wells = (name for name, well in game.board.oil_wells.items() if well == place)
    return city.name if city is not None else next(wells, game.hex_name(place))


def _of_places(case: _Case) -> str:
    return _who_controlled(case.game, case.state, (at for at in case.hexes if at in case.game.controllable))


def _of_ports(case: _Case) -> str:
    """Return who held the ports that a finding names; a hex without one is no port, whichever side holds it."""
    ports = 0
    for members in case.game.board.ports.values():
        ports |= members
    return _who_controlled(case.game, case.state, (at for at in case.hexes if ports >> at & 1))


def _of_fate_at_sea(case: _Case) -> str:
    """Return who held the ports that count for a die at sea (10.4b, 10.5d).

    Nothing of a unit that is sunk, or saved, whoever held them; nor of one whose counter was put into the pool and acts
    nevertheless: had it been saved, it would have sailed and moved (10.3b).
    """
    state = case.state
    if case.finding.rule == "10.4a" and not seen_to_sail(state, case.finding.units):
        # Its move came before the log, or there was none: a log that begins in a later phase shows it.
        return "which units moved by sea in this phase before" if state.clock == case.began else ""
    if any(state.place(unit) == POOL or Sunk.of(state, unit) or Saved.of(state, unit) for unit in case.finding.units):
        return ""
    seas = [name for name, chapter in (("black", "10.4"), ("baltic", "10.5")) if covers(chapter, case.finding.rule)]
    charts = case.game.charts.transport.sea
    cities = (name for sea in seas or charts for name in charts[sea].ports)
    return _who_controlled(case.game, case.state, (case.game.places[name] for name in cities))


def _of_wells(case: _Case) -> str:
    """Return who held the oil wells; nothing of a replacement that is one too many whoever held them."""
    game, (unit, *_) = case.game, case.finding.units
    if any(
        found.verdict is Verdict.VIOLATION for found in judge_the_claims(game, _in_question(case), Replace(unit, POOL))
    ):
        return ""
    return _who_controlled(game, case.state, hexes(game.board.oil_hexes))


def _in_question(case: _Case) -> State:
    """Return the position with the control of every place in question of which the log does not tell."""
    traces = case.state.traces
    return replace(case.state, traces=traces.put(UNSURE, traces.get(UNSURE, 0) | traces.get(UNTOLD, 0)))


def _of_cities(*names: str) -> _Words:
    return lambda case: _who_controlled(case.game, case.state, (case.game.places[name] for name in names))


def _of_the_gate(case: _Case) -> str:
    """Return who held the city through which a unit comes: if the enemy did, it comes by the edge (20.4)."""
    game, unit = case.game, case.game.units[case.finding.units[0]]
    rules = {"rumanian": "Bucharest", "finnish": "Helsinki"}
    city = game.board.cities.get(rules.get(unit.nation, unit.area))
    if city is None:
        return ""
    if city.name in CAPITALS.values() and _spared(case, city.name):
        return ""
    gates = home_edge(game, unit.side)[0] | 1 << city.hex
    return _who_controlled(game, case.state, [city.hex]) if any(gates >> at & 1 for at in case.hexes) else ""


def _spared(case: _Case, capital: str) -> bool:
    """Tell whether the Russians cannot hold the capital of an ally now, the first impulse of an Axis turn.

    It would have surrendered at the end of theirs (24.3).
    """
    country = next(country for country, city in CAPITALS.items() if city == capital)
    clock = case.state.clock
    return (clock.side, clock.part) == (AXIS, 1) and in_play(case.game, case.state, country)


def _of_new_workers(case: _Case) -> str:
    """Return who held the cities of Russia, where a worker was placed in one (22.3)."""
    board = case.game.board
    cities = board.city_hexes & board.regions["Russia"].hexes
    if not any(cities >> at & 1 for at in case.hexes):
        return ""
    # Their holder at the beginning of the player turn counts.
    began = case.began
    whole = (began.side, began.part, began.phase) == (RUSSIAN, 1, MOVEMENT)
    if whole or not _lasts(Scope.PLAYER_TURN, case.state.clock, began):
        ours = [at for at in hexes(cities) if _told(case.game, case.state, at)]
        with_one = with_worker(case.game, case.state)
        free = any(held_when_began(case.state, at, TURN) == RUSSIAN and not with_one >> at & 1 for at in ours)
        if len(ours) == cities.bit_count() or (free and any(with_one >> at & 1 for at in case.hexes)):
            return ""
    return "who controlled the cities of Russia before"


# -------------------------------------------------------------------- rails

_WHOSE_RAILS = "whose the rails"


def _of_rails(case: _Case) -> str:
    """Return whose the rails of a finding were; nothing where there are none, or none could be used by anybody."""
    game, state = case.game, case.state
    rails, untold = game.board.rail_hexes, state.traces.get(UNTOLD_RAILS, 0)
    at = case.hexes
    if covers("9.3.4a", case.finding.rule):
        # It names the ends of the line off the map, and not those of the move.
        return f"{_WHOSE_RAILS} were before"
    if any(covers(prefix, case.finding.rule) for prefix in ("9.1a", "9.3", "9.4.1a")):
        if len(at) > 1:
            ride = ride_of(game, state, state.clock.side, unsure=rails)
            if ride.way(at[0], at[1]) is None:
                return ""
            return f"{_WHOSE_RAILS} between {game.hex_name(at[0])} and {game.hex_name(at[1])} were before"
        if covers("9.3.2c", case.finding.rule):
            return ""
    unknown = [one for one in at if rails & untold >> one & 1]
    if unknown:
        return f"{_WHOSE_RAILS} in {in_words(map(game.hex_name, unknown))} were before"
    return _of_lines(case) if any(covers(prefix, case.finding.rule) for prefix in _OF_CONVERSION) else ""


_OF_CONVERSION = ("9.4.2b", "9.4.3", "9.4.4", "9.4.5")


def _of_lines(case: _Case) -> str:
    """Return who held the places that a line through the rails of a finding may have joined (9.4.3b)."""
    game, state = case.game, case.state
    untold = state.traces.get(UNTOLD, 0) & places_on_rails(game.board)
    if not untold:
        return ""
    net, rails = game.board.rails, game.board.rail_hexes
    most = either_way(game, state, state.clock.side, unsure=untold)[1]
    lines = between(net, rails & ~most.foreign, most.held) | most.back
    found = net.flood(sum(1 << at for at in case.hexes) & lines, None, lines) & untold
    return _who_controlled(game, state, hexes(found))


def _of_free_rides(case: _Case) -> str:
    """Return which units arrived before the log begins: those ride free of the allotment (9.2d).

    Nothing where units that cannot have arrived on this turn are too many by themselves: what rode before adds to them.
    """
    game, state, unit = case.game, case.state, case.finding.units[0]
    counted = [one for one in {unit, *Railed.firsts(state)} if not _may_have_come(case, one)]
    enough = 1 if covers("9.2e", case.finding.rule) else allotment(game, state, game.side_of[unit])[1] + 1
    sure = unit in counted and len(counted) >= enough
    return "" if sure else "which units arrived or moved by rail in this phase before"


def _may_have_come(case: _Case, unit: UnitId) -> bool:
    """Tell whether a unit may have arrived in this phase: on its turn, by an event, or as a replacement."""
    game, state, kind = case.game, case.state, case.game.units[unit]
    if Arrived.of(state, unit) or kind.side == RUSSIAN or on_a_replacement_turn(game, state) or state.options:
        return True
    own = kind.entry == "start" or (kind.entry == "turn" and kind.arrival != state.clock.turn)
    # Armor that was withdrawn comes back on a turn that is not its own (20.9.2).
    withdrawals = game.charts.replacements.withdrawals
    return not own or any(w.back_on == state.clock.turn and w.type in ("", kind.type) for w in withdrawals)


def _of_footholds(case: _Case) -> str:
    """Return who held the city or the rails in which a partisan was placed (19.1)."""
    inside = case.game.board.regions["Russia"].hexes
    if not all(inside >> at & 1 for at in case.hexes) or all(map(partial(_of_the_russians, case), case.hexes)):
        return ""
    return _of_places(case) or _of_rails(case)


def _of_the_russians(case: _Case, at: Hex) -> bool:
    """Tell whether a city is theirs for certain in their end phase: its rails are as well by then (9.4.3a)."""
    state, clock = case.state, case.state.clock
    city = case.game.board.city_hexes >> at & 1 and _told(case.game, state, at)
    return bool(city) and state.control.get(at) == RUSSIAN and in_phase(clock, RUSSIAN, END)


_THE_SOURCES = "whose the cities and rails were before"
_REMOVED_THOUGH_FED = ("17.2e", "8.5.3", "4.1.6d", "4.2.5a")


def _of_supply(case: _Case) -> str:
    """Return whose the cities and rails were; '' for a unit whose supply does not depend on that."""
    game, state, finding = case.game, case.state, case.finding
    unit = next(iter(finding.units), "")
    at = state.place(unit) if unit in game.units else None
    if not isinstance(at, int):
        return _THE_SOURCES
    supply = supply_of(game, state, game.side_of[unit])
    untold, rails = state.traces.get(UNTOLD, 0), state.traces.get(UNTOLD_RAILS, 0)
    if any(covers(rule, finding.rule) for rule in _REMOVED_THOUGH_FED):
        return "" if supply.at_worst(untold, rails).fed >> at & 1 else _THE_SOURCES
    # Who has come ashore in this turn needs no line (10.3.2e).
    landed = _lasts(Scope.PLAYER_TURN, state.clock, case.began) and game.board.coast >> at & 1
    return _THE_SOURCES if landed or supply.at_best(untold, rails).fed >> at & 1 else ""


def _of_winter_supply(case: _Case) -> str:
    """Return what the odds rest on in the winters of the Axis: the supply of cities, whichever side holds them."""
    return _THE_SOURCES if winter(case.state, case.game) else ""


def _of_the_cities_near(case: _Case) -> str:
    """Return who held the cities from which units of a battle may have had combat supply (17.3)."""
    game, state = case.game, case.state
    reach = winter(state, game)
    if not reach:
        return ""
    near: HexSet = 0
    for unit in case.finding.units:
        at = state.place(unit)
        if isinstance(at, int) and not always_supplied(game, state, unit, at):
            near |= game.board.grid.disc(at, reach)
            if _lasts(Scope.PLAYER_TURN, state.clock, case.began) and game.board.coast >> at & 1:
                return "which units came ashore before"
    return _who_controlled(game, state, hexes(near & game.board.city_hexes))


# ------------------------------------------------------------------- others


def _of_surrenders(case: _Case) -> str:
    """Return which countries had surrendered; nothing of units whose country has surrendered in the log."""
    countries = [country_of(case.game.units[unit].nation) for unit in case.finding.units]
    shown = all(country and surrendered_on(case.state, country) is not None for country in countries)
    return "" if countries and shown else "which countries surrendered before"


def _of_a_way_back(case: _Case) -> str:
    """Return whether Finland, which is closed to retreats after its surrender (24.5b), may have closed a way back."""
    game, state = case.game, case.state
    if surrendered_on(state, "finland") is not None or in_play(game, state, "finland"):
        return ""
    stood = (state.place(unit) for unit in case.finding.units)
    near = any(finland(game) & game.board.grid.disc(at, LONGEST_RETREAT) for at in stood if isinstance(at, int))
    return "whether Finland had surrendered before" if near else ""


def _of_an_approach(city: str, rule: str = "") -> _Words:
    """Return how near to a city Russian units came; nothing in a log that began before that released anybody.

    With a rule its own release alone counts: each has a year of its own.
    """

    def words(case: _Case) -> str:
        years = [approach.year for approach in APPROACHES if approach.city == city and rule in ("", approach.rule)]
        turn = case.game.charts.turns.get(case.began.turn)
        shown = turn is not None and turn.year < min(years)
        return "" if shown else f"how near to {city} Russian units came before"

    return words


def _of_the_weather_die(case: _Case) -> str:
    """Return whether the weather die was rolled; nothing of a second die where the log has the first."""
    return "" if ROLLED in case.state.marks else "whether the die for the weather was rolled before"


def _of_the_modifier(case: _Case) -> str:
    """Return whether a die before the log changed the modifier; nothing on a turn without a die, or after one."""
    return "" if weather_without_a_die(case.game, case.state) is not None else _of_the_weather_die(case)


def _of_automatic_victories(case: _Case) -> str:
    """Return which automatic victories were won, for units that lie in a box already; else what odds rest on."""
    if victims_in_boxes(case.game, case.state, case.finding.units):
        return "which automatic victories were won in this phase before" if case.state.clock == case.began else ""
    return _of_winter_supply(case)


def _of_finland(case: _Case) -> str:
    known = finland_told(case.game, case.state)
    return "" if known else "whether Finland had surrendered before"


def _of_places_nearby(case: _Case) -> str:
    """Return whose the rails and places near a strategic move were; nothing beside one that is the enemy's (26.10)."""
    told = places_nearby_told(case.game, case.state, case.hexes)
    return "" if told else f"{_WHOSE_RAILS} and the places nearby were before"


def _of_siberia(case: _Case) -> str:
    """Return how many factors were sent to Siberia, where a finding counts them and nothing else (28.6)."""
    counts = FACTORS in (case.finding.dedup_key or ())
    return "how many factors were sent to Siberia before" if counts and case.began.turn > DECEMBER_1941 else ""


def _of_points(case: _Case) -> str:
    """Return which points the Russians had; nothing where all they may have had is too little.

    Before the first step of the phase of replacements nothing but the die of Archangel may have been rolled.
    """
    game, state, began = case.game, case.state, case.began
    in_time = began == state.clock and (began.side, began.part, began.phase) == (RUSSIAN, 1, MOVEMENT)
    if in_time and not state.options:
        units = [game.units[unit] for unit in case.finding.units]
        if any(found.accuses for found in judge_the_sum(game, state, units, ended=False)):
            return ""
    return "which replacement points the Russians had before"


def _of_demands(case: _Case) -> str:
    """Return what had to be withdrawn; what left the map is matched in the next turn (20.10)."""
    over = case.state.clock.turn > case.began.turn + 1
    return "" if over else "which units were to be withdrawn before"


def _of_withdrawals(case: _Case) -> str:
    """Return which units were withdrawn; none are while the weather is rolled."""
    return "" if case.began.phase == WEATHER else "which units were withdrawn on this turn before"


def _of_a_claim(case: _Case) -> str:
    """Return how the game stood; nothing of a claim that is wrong whoever held what the log does not tell."""
    state, rule = _in_question(case), case.finding.rule
    wrong = all(judge_claim(case.game, state, Claim(side, rule)).right is False for side in SIDES)
    return "" if wrong else "how the game stood before"


def _of_battles(case: _Case) -> str:
    """Return which battles were fought in the phase; before its own acts a movement phase has none."""
    return "" if case.began.phase == MOVEMENT else "which battles were fought in this phase before"


def _with_options(words: str) -> _Words:
    return lambda case: words if case.state.options else ""


_NOTHING = _Rest(Scope.GAME, lambda case: "")
"""The opening position and the acts of the log tell everything."""
_RAILS = _Rest(Scope.GAME, _of_rails)
_SUPPLY = _Rest(Scope.GAME, _of_supply)
_GATE = _Rest(Scope.GAME, _of_the_gate)
_WELLS = _Rest(Scope.GAME, _of_wells)
_FATE_AT_SEA = _Rest(Scope.GAME, _of_fate_at_sea)
_PORT = _Rest(Scope.GAME, _of_ports)
_PLACES = _Rest(Scope.GAME, _of_places)
_BUCHAREST = _Rest(Scope.GAME, _of_an_approach("Bucharest"))
_STANDING = _Rest(Scope.GAME, "how the game stood before")
_WITHDRAWN = _Rest(Scope.TURN, _of_withdrawals)
_DEMANDS = _Rest(Scope.GAME, _of_demands)
_CLAIM = _Rest(Scope.GAME, _of_a_claim)
_POINTS = _Rest(Scope.PLAYER_TURN, _of_points)

_RESTS_ON: dict[str, _Rest] = {
    # Markers count and remember; 2.1a alone does not.
    "2.1d": _Rest(Scope.GAME, "how many invasions there were before"),
    "2.1f": _RAILS,
    "2.1g": _NOTHING,
    "2.1h": _RAILS,
    "2.1i": _Rest(Scope.PHASE, "which units moved by rail before"),
    "2.1j": _NOTHING,
    "2.1k": _STANDING,
    "2.1l": _NOTHING,
    "2.1m": _Rest(Scope.GAME, "what the modifier of the weather die was before"),
    "2.1n": _Rest(Scope.GAME, _with_options("which workers went off the map before")),
    "2.1o": _NOTHING,
    "2.1p": _NOTHING,
    "4.1.1a": _Rest(Scope.PHASE, _of_the_weather_die),
    "4.1.1g": _Rest(Scope.TURN, _of_the_modifier),
    # Supply, and with it surrender, rests on rails and cities.
    "4.1.6": _SUPPLY,
    "4.2.5": _SUPPLY,
    "4.2.5f": _NOTHING,
    "8.5.3": _SUPPLY,
    "8.6b": _SUPPLY,
    "12.5": _Rest(Scope.GAME, _of_winter_supply),
    "13.1": _Rest(Scope.GAME, _of_the_cities_near),
    "13.2": _Rest(Scope.GAME, _of_winter_supply),
    "16.1a": _Rest(Scope.GAME, _of_automatic_victories),
    "17": _SUPPLY,
    "17.1a": _NOTHING,
    "17.1b": _Rest(Scope.GAME, _of_the_cities_near),
    "17.3": _Rest(Scope.GAME, _of_the_cities_near),
    "17.2.1": _PLACES,
    # A city that is the enemy's for certain is not the only source: the rails may have led to another.
    "17.2.1a": _SUPPLY,
    "28.6-MD-2d": _SUPPLY,
    # Objectives, the last turn of the scenario, victories.
    "4.3": _STANDING,
    "4.4": _STANDING,
    "25": _STANDING,
    "25.0": _NOTHING,
    **dict.fromkeys(("25.1.1-1", "25.1.1-2", "25.1.2-1", "25.2.2", "25.2.3", "25.2.4"), _CLAIM),
    # When it may be claimed the turn tracker tells.
    "25.2.1": _NOTHING,
    # Points, and Moscow in a scenario, rest on places that were taken before.
    **dict.fromkeys(("27.2b", "27.2d", "27.2e", "27.3b", "27.3c", "27.4c", "27.5c"), _STANDING),
    **dict.fromkeys(("27.12", "27.21-1", "27.21-2"), _STANDING),
    "5.5": _BUCHAREST,
    # The log shows which units stand in a zone of control when the impulse begins.
    "8.4": _NOTHING,
    "9": _RAILS,
    "9.2": _Rest(Scope.PHASE, _of_free_rides),
    "9.2f": _NOTHING,
    "9.3.1": _NOTHING,
    "9.3.2b": _NOTHING,
    "9.4.1b": _NOTHING,
    "9.4.6": _NOTHING,
    # Two sea moves, or three invasions, are too many whatever came before.
    "10": _NOTHING,
    "10.3.1a": _PORT,
    "10.3.2a": _PORT,
    "10.3.3a": _PORT,
    "10.3.3b": _FATE_AT_SEA,
    "10.4": _FATE_AT_SEA,
    "10.5a": _Rest(Scope.GAME, _of_cities("Leningrad")),
    "10.5c": _FATE_AT_SEA,
    "10.5d": _FATE_AT_SEA,
    "10.5e": _FATE_AT_SEA,
    # A leader's loss that the log does not show accuses no player; nor does a victory of that kind.
    "11.3": _NOTHING,
    "13.4b": _Rest(Scope.GAME, _of_a_way_back),
    "16": _NOTHING,
    "16.2e": _Rest(Scope.PHASE, _of_battles),
    "16.3": _Rest(Scope.PHASE, "which battles were fought in this phase before"),
    "18": _NOTHING,
    "19": _NOTHING,
    "19.1a": _Rest(Scope.GAME, _of_footholds),
    "20": _NOTHING,
    "20.2c": _GATE,
    "20.4": _PLACES,
    "20.5a": _GATE,
    "20.6": _Rest(Scope.GAME, "which cities were captured before"),
    "20.7": _BUCHAREST,
    "20.7.2": _Rest(Scope.GAME, _of_an_approach("Bucharest", "20.7.2")),
    "20.8": _Rest(Scope.GAME, _of_an_approach("Warsaw")),
    "20.9.1a": _DEMANDS,
    "20.9.1b": _Rest(Scope.GAME, "why the unit was withdrawn before"),
    "20.9.2a": _WITHDRAWN,
    "20.9.2b": _WITHDRAWN,
    "20.9.2d": _WITHDRAWN,
    "20.9.3": _WITHDRAWN,
    "21": _NOTHING,
    "21.1": _GATE,
    "21.4a": _WELLS,
    "21.4c": _WELLS,
    "21.4d": _WELLS,
    "21.6": _WELLS,
    "22": _NOTHING,
    "22.1": _POINTS,
    "22.3": _Rest(Scope.GAME, _of_new_workers),
    "22.4c": _Rest(Scope.GAME, _of_cities("Archangel")),
    "22.5a": _POINTS,
    "22.7": _POINTS,
    "22.8b": _PLACES,
    "22.8d": _POINTS,
    "23": _NOTHING,
    "23.1b": _Rest(Scope.GAME, "why the unit was removed before"),
    "24": _NOTHING,
    "24.1": _Rest(Scope.GAME, _of_surrenders),
    "24.3": _PLACES,
    "24.5c": _Rest(Scope.GAME, _of_finland),
    "24.5a": _Rest(Scope.GAME, _of_cities("Leningrad")),
    "26.10b": _Rest(Scope.GAME, _of_places_nearby),
    "26.10f": _Rest(Scope.GAME, _of_places_nearby),
    "28.5e": _Rest(Scope.GAME, "whether a Russian unit had entered Warsaw before"),
    "28.6-II-b": _Rest(Scope.GAME, "whether a sea move had failed before"),
    "28.6-JG-2": _Rest(Scope.GAME, _of_siberia),
    "28.6-JG-4": _Rest(Scope.GAME, _of_siberia),
    "28.7": _Rest(Scope.GAME, "which chits were drawn and shown before"),
}  # fmt: skip
"""The facts on which verdicts depend, by rule; a part of a rule goes before the whole. Other rules depend on none."""

_SAVED_POINTS = _Rest(Scope.GAME, _of_points)


@lru_cache(maxsize=1 << 10)
def _rest_of(rule: str) -> _Rest:
    longest = max(_covering(rule), key=len, default=None)
    return _NOTHING if longest is None else _RESTS_ON[longest]


def _covering(rule: str) -> Iterator[str]:
    return (prefix for prefix in _RESTS_ON if covers(prefix, rule))


def unknown_before(game: Trc, state: State, finding: Finding, began: Clock) -> Unknown | None:
    """Return what a verdict depends on of the game before a log that began late; None if the log tells all.

    `state` is the position before the act that is judged. What a log does not tell is known again when the phase, the
    player turn or the turn is over with which it `began`; whose a place is, when units have shown it.
    """
    rest = _rest_of(finding.rule)
    if rest is _POINTS and state.options:
        # By some optional rules points are saved from turn to turn.
        rest = _SAVED_POINTS
    if not _lasts(rest.scope, state.clock, began):
        return None
    words = rest.unknown if isinstance(rest.unknown, str) else rest.unknown(_Case(game, state, finding, began))
    if not words:
        return None
    # The owner of the rails is one question, however many hexes it concerns.
    cause = _WHOSE_RAILS if words.startswith(_WHOSE_RAILS) else words
    return Unknown(f"{words} the log begins", cause)


def _lasts(scope: Scope, now: Clock, began: Clock) -> bool:
    if scope is Scope.PHASE:
        return now == began
    if scope is Scope.PLAYER_TURN:
        return (now.turn, now.side) == (began.turn, began.side)
    return scope is Scope.GAME or now.turn == began.turn
