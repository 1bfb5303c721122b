"""History before a log that begins late: the earlier facts on which a verdict depends, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from msgspec import Struct

from trc_module.games.trc.acts.losses import LONGEST_RETREAT
from trc_module.games.trc.acts.strategic_choices import DECEMBER_1941, FACTORS
from trc_module.games.trc.arrivals.axis_replacements import on_a_replacement_turn
from trc_module.games.trc.arrivals.minor_allies import in_play
from trc_module.games.trc.arrivals.russian_replacements import judge_the_sum
from trc_module.games.trc.arrivals.special_entries import APPROACHES
from trc_module.games.trc.countries import country_of
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.log.places_before import (
    in_question,
    of_cities,
    of_cities_at_first,
    of_fate_at_sea,
    of_flags,
    of_new_workers,
    of_places,
    of_places_entered,
    of_ports,
    of_the_gate,
    of_wells,
    told,
    who_controlled,
)
from trc_module.games.trc.log.scopes import Case, Scope, Words, lasts
from trc_module.games.trc.log.shown import finland_told, places_nearby_told, victims_in_boxes
from trc_module.games.trc.marks import ROLLED, Arrived, Railed, surrendered_on
from trc_module.games.trc.movement.closed_hexes import finland
from trc_module.games.trc.special_rules import ORDER_BEGINS
from trc_module.games.trc.steps import END, MOVEMENT, SEQUENCE, WEATHER, in_phase
from trc_module.games.trc.supply.combat_supply import always_supplied, winter
from trc_module.games.trc.supply.control import UNTOLD
from trc_module.games.trc.supply.general_supply import supply_of
from trc_module.games.trc.supply.rails import UNTOLD_RAILS, either_way, places_on_rails
from trc_module.games.trc.transport.rail_movement import allotment, ride_of
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.games.trc.victory.campaign_victory import judge_claim
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Claim
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Unknown
from trc_module.rules.game import in_words
from trc_module.rules.network import between
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


class _Rest(Struct, frozen=True):
    """The earlier facts on which a verdict depends, beside position and acts, and how long they are unknown."""

    scope: Scope
    unknown: str | Words


# -------------------------------------------------------------------- rails

_WHOSE_RAILS = "whose the rails"


def _of_rails(case: Case) -> str:
    """Return whose the rails of a finding were; nothing where there are none, or none could be used by anybody."""
    game, state = case.game, case.state
    rails, untold = game.board.rail_hexes, state.traces.get(UNTOLD_RAILS, 0)
    at = case.hexes
    if covers("9.3.4a", case.finding.rule):
        # It names the ends of the line off the map, and not those of the move.
        return Sentence("{whose_rails} were before", _WHOSE_RAILS)
    if any(covers(prefix, case.finding.rule) for prefix in ("9.1a", "9.3", "9.4.1a")):
        if len(at) > 1:
            ride = ride_of(game, state, state.clock.side, unsure=rails)
            if ride.way(at[0], at[1]) is None:
                return ""
            return Sentence(
                "{whose_rails} between {at} and {other_at} were before",
                _WHOSE_RAILS,
                game.hex_name(at[0]),
                game.hex_name(at[1]),
            )
        if covers("9.3.2c", case.finding.rule):
            return ""
    unknown = [one for one in at if rails & untold >> one & 1]
    if unknown:
        return Sentence("{whose_rails} in {unknown} were before", _WHOSE_RAILS, in_words(map(game.hex_name, unknown)))
    return _of_lines(case) if any(covers(prefix, case.finding.rule) for prefix in _OF_CONVERSION) else ""


_OF_CONVERSION = ("9.4.2b", "9.4.3", "9.4.4", "9.4.5")


def _of_lines(case: Case) -> str:
    """Return who held the places that a line through the rails of a finding may have joined (9.4.3b)."""
    game, state = case.game, case.state
    untold = state.traces.get(UNTOLD, 0) & places_on_rails(game.board)
    if not untold:
        return ""
    net, rails = game.board.rails, game.board.rail_hexes
    most = either_way(game, state, state.clock.side, unsure=untold)[1]
    lines = between(net, rails & ~most.foreign, most.held) | most.back
    found = net.flood(sum(1 << at for at in case.hexes) & lines, None, lines) & untold
    return who_controlled(game, state, hexes(found))


def _of_free_rides(case: Case) -> str:
    """Return which units arrived before the log begins: those ride free of the allotment (9.2d).

    Nothing where units that cannot have arrived on this turn are too many by themselves: what rode before adds to them.
    """
    game, state, unit = case.game, case.state, case.finding.units[0]
    counted = [one for one in {unit, *Railed.firsts(state)} if not _may_have_come(case, one)]
    enough = 1 if covers("9.2e", case.finding.rule) else allotment(game, state, game.side_of[unit])[1] + 1
    sure = unit in counted and len(counted) >= enough
    return "" if sure else "which units arrived or moved by rail in this phase before"


def _may_have_come(case: Case, unit: UnitId) -> bool:
    """Tell whether a unit may have arrived in this phase: on its turn, by an event, or as a replacement."""
    game, state, kind = case.game, case.state, case.game.units[unit]
    if Arrived.of(state, unit) or kind.side == RUSSIAN or on_a_replacement_turn(game, state) or state.options:
        return True
    own = kind.entry == "start" or (kind.entry == "turn" and kind.arrival != state.clock.turn)
    # Armor that was withdrawn comes back on a turn that is not its own (20.9.2).
    withdrawals = game.charts.replacements.withdrawals
    return not own or any(w.back_on == state.clock.turn and w.type in ("", kind.type) for w in withdrawals)


def _of_footholds(case: Case) -> str:
    """Return who held the city or the rails in which a partisan was placed (19.1)."""
    inside = case.game.board.regions["Russia"].hexes
    if not all(inside >> at & 1 for at in case.hexes) or all(map(partial(_of_the_russians, case), case.hexes)):
        return ""
    return of_places(case) or _of_rails(case)


def _of_the_russians(case: Case, at: Hex) -> bool:
    """Tell whether a city is theirs for certain in their end phase: its rails are as well by then (9.4.3a)."""
    state, clock = case.state, case.state.clock
    city = case.game.board.city_hexes >> at & 1 and told(case.game, state, at)
    return bool(city) and state.control.get(at) == RUSSIAN and in_phase(clock, RUSSIAN, END)


_THE_SOURCES = "whose the cities and rails were before"
_REMOVED_THOUGH_FED = ("17.2e", "8.5.3", "4.1.6d", "4.2.5a")


def _of_supply(case: Case) -> str:
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
    landed = lasts(Scope.PLAYER_TURN, state.clock, case.began) and game.board.coast >> at & 1
    return _THE_SOURCES if landed or supply.at_best(untold, rails).fed >> at & 1 else ""


def _of_winter_supply(case: Case) -> str:
    """Return what the odds rest on in the winters of the Axis: the supply of cities, whichever side holds them."""
    return _THE_SOURCES if winter(case.state, case.game) else ""


def _of_the_cities_near(case: Case) -> str:
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
            if lasts(Scope.PLAYER_TURN, state.clock, case.began) and game.board.coast >> at & 1:
                return "which units came ashore before"
    return who_controlled(game, state, hexes(near & game.board.city_hexes))


# ------------------------------------------------------------------- others


def _of_surrenders(case: Case) -> str:
    """Return which countries had surrendered; nothing of units whose country has surrendered in the log."""
    countries = [country_of(case.game.units[unit].nation) for unit in case.finding.units]
    shown = all(country and surrendered_on(case.state, country) is not None for country in countries)
    return "" if countries and shown else "which countries surrendered before"


def _of_a_way_back(case: Case) -> str:
    """Return whether Finland, which is closed to retreats after its surrender (24.5b), may have closed a way back."""
    game, state = case.game, case.state
    if surrendered_on(state, "finland") is not None or in_play(game, state, "finland"):
        return ""
    stood = (state.place(unit) for unit in case.finding.units)
    near = any(finland(game) & game.board.grid.disc(at, LONGEST_RETREAT) for at in stood if isinstance(at, int))
    return "whether Finland had surrendered before" if near else ""


def _of_an_approach(city: str, rule: str = "") -> Words:
    """Return how near to a city Russian units came; nothing in a log that began before that released anybody.

    With a rule its own release alone counts: each has a year of its own.
    """

    def words(case: Case) -> str:
        years = [approach.year for approach in APPROACHES if approach.city == city and rule in ("", approach.rule)]
        turn = case.game.charts.turns.get(case.began.turn)
        shown = turn is not None and turn.year < min(years)
        return "" if shown else Sentence("how near to {city} Russian units came before", city)

    return words


def _of_the_weather_die(case: Case) -> str:
    """Return whether the weather die was rolled; nothing of a second die where the log has the first."""
    return "" if ROLLED in case.state.marks else "whether the die for the weather was rolled before"


def _of_the_modifier(case: Case) -> str:
    """Return whether a die before the log changed the modifier; nothing on a turn without a die, or after one."""
    return "" if weather_without_a_die(case.game, case.state) is not None else _of_the_weather_die(case)


def _of_automatic_victories(case: Case) -> str:
    """Return which automatic victories were won, for units that lie in a box already; else what odds rest on."""
    if victims_in_boxes(case.game, case.state, case.finding.units):
        return "which automatic victories were won in this phase before" if case.state.clock == case.began else ""
    return _of_winter_supply(case)


def _of_finland(case: Case) -> str:
    known = finland_told(case.game, case.state)
    return "" if known else "whether Finland had surrendered before"


def _of_places_nearby(case: Case) -> str:
    """Return whose the rails and places near a strategic move were; nothing beside one that is the enemy's (26.10)."""
    told = places_nearby_told(case.game, case.state, case.hexes)
    return "" if told else Sentence("{whose_rails} and the places nearby were before", _WHOSE_RAILS)


def _of_siberia(case: Case) -> str:
    """Return how many factors were sent to Siberia, where a finding counts them and nothing else (28.6)."""
    counts = FACTORS in (case.finding.dedup_key or ())
    return "how many factors were sent to Siberia before" if counts and case.began.turn > DECEMBER_1941 else ""


def _of_points(case: Case) -> str:
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


def _of_demands(case: Case) -> str:
    """Return what had to be withdrawn; what left the map is matched in the next turn (20.10)."""
    over = case.state.clock.turn > case.began.turn + 1
    return "" if over else "which units were to be withdrawn before"


def _of_withdrawals(case: Case) -> str:
    """Return which units were withdrawn; none are while the weather is rolled."""
    return "" if case.began.phase == WEATHER else "which units were withdrawn on this turn before"


_HOW_IT_STOOD = "how the game stood before"
_BY_MATCHING = {"25.1.1-3": RUSSIAN, "25.1.2-2": AXIS}
"""The victories over who does not match what has left the map; they are decided when one of his phases ends."""


def _of_a_claim(case: Case) -> str:
    """Return how the game stood; nothing of a claim that is wrong whoever held what the log does not tell.

    What is decided when a phase ends may be claimed in the next, with which the log begins.
    """
    game, state = case.game, in_question(case)
    claims = [case.act] if isinstance(case.act, Claim) else [Claim(side, case.finding.rule) for side in SIDES]
    last = SEQUENCE.before(state.clock)
    unmatched = any(
        last.side == loser and covers(one.because, r) for one in claims for r, loser in _BY_MATCHING.items()
    )
    if unmatched and _of_demands(case):
        return _HOW_IT_STOOD
    moments = (state.clock, last) if state.clock == case.began else (state.clock,)
    wrong = all(judge_claim(game, replace(state, clock=at), one).right is False for at in moments for one in claims)
    return "" if wrong else _HOW_IT_STOOD


def _of_battles(case: Case) -> str:
    """Return which battles were fought in the phase; before its own acts a movement phase has none."""
    return "" if case.began.phase == MOVEMENT else "which battles were fought in this phase before"


def _of_the_front(case: Case) -> str:
    """Return whether the order to hold the front had ended, or what the supply of a hex of it rested on (28.3)."""
    began = case.began
    first = began.side == AXIS or (began.part == 1 and began.phase == MOVEMENT)
    if began.turn > ORDER_BEGINS or (began.turn == ORDER_BEGINS and not first):
        return "whether the order to hold the front had ended before"
    traces = case.state.traces
    worst = supply_of(case.game, case.state, AXIS).at_worst(traces.get(UNTOLD, 0), traces.get(UNTOLD_RAILS, 0))
    return "" if all(worst.fed >> at & 1 for at in case.hexes) else _THE_SOURCES


def _with_options(words: str) -> Words:
    return lambda case: words if case.state.options else ""


_NOTHING = _Rest(Scope.GAME, lambda case: "")
"""The opening position and the acts of the log tell everything."""
_RAILS = _Rest(Scope.GAME, _of_rails)
_SUPPLY = _Rest(Scope.GAME, _of_supply)
_GATE = _Rest(Scope.GAME, of_the_gate)
_WELLS = _Rest(Scope.GAME, of_wells)
_FATE_AT_SEA = _Rest(Scope.GAME, of_fate_at_sea)
_PORT = _Rest(Scope.GAME, of_ports)
_PLACES = _Rest(Scope.GAME, of_places)
_BUCHAREST = _Rest(Scope.GAME, _of_an_approach("Bucharest"))
_STANDING = _Rest(Scope.GAME, _HOW_IT_STOOD)
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
    "17.2.1": _Rest(Scope.GAME, of_flags),
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
    "10.5a": _Rest(Scope.GAME, of_cities("Leningrad")),
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
    "20.4a": _Rest(Scope.GAME, of_places_entered),
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
    "22.3": _Rest(Scope.GAME, of_new_workers),
    "22.4c": _Rest(Scope.GAME, of_cities("Archangel")),
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
    "24.5a": _Rest(Scope.GAME, of_cities_at_first("Leningrad")),
    "26.10b": _Rest(Scope.GAME, _of_places_nearby),
    "26.10f": _Rest(Scope.GAME, _of_places_nearby),
    "28.3a": _Rest(Scope.GAME, _of_the_front),
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


def unknown_before(
    game: Trc, state: State, finding: Finding, began: Clock, act: Action | None = None
) -> Unknown | None:
    """Return what a verdict depends on of the game before a log that began late; None if the log tells all.

    `state` is the position before the act that is judged. What a log does not tell is known again when the phase, the
    player turn or the turn is over with which it `began`; whose a place is, when units have shown it.
    """
    rest = _rest_of(finding.rule)
    if rest is _POINTS and state.options:
        # By some optional rules points are saved from turn to turn.
        rest = _SAVED_POINTS
    if not lasts(rest.scope, state.clock, began):
        return None
    words = rest.unknown if isinstance(rest.unknown, str) else rest.unknown(Case(game, state, finding, began, act))
    if not words:
        return None
    # The owner of the rails is one question, however many hexes it concerns.
    cause = _WHOSE_RAILS if words.startswith(_WHOSE_RAILS) else words
    return Unknown(Sentence("{words} the log begins", words), cause)
