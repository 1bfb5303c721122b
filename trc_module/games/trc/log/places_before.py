"""Who held cities, wells and ports before a late log, or when the turn or impulse began within which it begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trc_module.games.trc.arrivals.axis_replacements import judge_the_claims
from trc_module.games.trc.arrivals.entry_hexes import home_edge
from trc_module.games.trc.arrivals.minor_allies import CAPITALS, in_play
from trc_module.games.trc.arrivals.russian_replacements import with_worker
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.log.scopes import Case, Words, begins_within, enemy_stood_there
from trc_module.games.trc.log.shown import seen_to_sail
from trc_module.games.trc.marks import Saved, Sunk
from trc_module.games.trc.steps import COMBAT, MOVEMENT
from trc_module.games.trc.supply.control import IMPULSE, TURN, UNSURE, UNTOLD, held_when_began, holders
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Replace
from trc_module.rules.finding import Verdict
from trc_module.rules.game import in_words
from trc_module.rules.registry import covers
from trc_module.rules.state import State
from trc_module.sentence import Sentence


def who_controlled(game: Trc, state: State, places: Iterable[Hex]) -> str:
    """Return in words who held some places; '' if the log tells it of all of them."""
    untold = [at for at in places if not told(game, state, at)]
    return Sentence("who controlled {at} before", in_words(_name(game, at) for at in untold)) if untold else ""


def told(game: Trc, state: State, place: Hex) -> bool:
    """Tell whether the log shows who controls a place: by where units stand, or have stood since it began."""
    if place == game.places["Helsinki"] and not in_play(game, state, "finland"):
        # After the surrender of Finland it is Russian, whichever units stand around it (24.5).
        return False
    return not state.traces.get(UNTOLD, 0) >> place & 1


def who_held(case: Case, places: Iterable[Hex], period: str) -> str:
    """Return in words who held some places when the turn or the impulse began; '' if the log tells it of all of them.

    In a log that begins within it a zone of control alone shows nothing: the side on turn may have left the place, or
    come to it, since. Enemies who stand there stood there, and workers never move (22.2).
    """
    game, state = case.game, case.state
    if not begins_within(case, period):
        return who_controlled(game, state, places)
    workers = with_worker(game, state)
    untold = [at for at in places if not (enemy_stood_there(case, at) or workers >> at & 1)]
    return Sentence("who controlled {at} before", in_words(_name(game, at) for at in untold)) if untold else ""


def _name(game: Trc, place: Hex) -> str:
    city = game.board.city_at.get(place)
    wells = (name for name, well in game.board.oil_wells.items() if well == place)
    return city.name if city is not None else next(wells, game.hex_name(place))


def of_places(case: Case) -> str:
    """Return who held the places that a finding names."""
    return who_controlled(case.game, case.state, (at for at in case.hexes if at in case.game.controllable))


def of_places_entered(case: Case) -> str:
    """Return who held the places that a finding names when the impulse began (20.4)."""
    return who_held(case, (at for at in case.hexes if at in case.game.controllable), IMPULSE)


def of_flags(case: Case) -> str:
    """Return who held the places that a finding names, or whether losses of an exchange were being taken (13.3).

    As long as they are no place changes hands by a zone of control. The first battle in the log shows that they are
    over.
    """
    state = case.state
    amid = state.clock == case.began and state.clock.phase == COMBAT and not state.battles
    where = holders(case.game, state)
    if amid and any(not any(members >> at & 1 for members in where.values()) for at in case.hexes):
        return "which battles were fought in this phase before"
    return of_places(case)


def of_ports(case: Case) -> str:
    """Return who held the ports that a finding names; a hex without one is no port, whichever side holds it."""
    ports = 0
    for members in case.game.board.ports.values():
        ports |= members
    return who_controlled(case.game, case.state, (at for at in case.hexes if ports >> at & 1))


def of_fate_at_sea(case: Case) -> str:
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
    return who_controlled(case.game, case.state, (case.game.places[name] for name in cities))


def of_wells(case: Case) -> str:
    """Return who held the oil wells; nothing of a replacement that is one too many whoever held them."""
    game, (unit, *_) = case.game, case.finding.units
    if any(
        found.verdict is Verdict.VIOLATION for found in judge_the_claims(game, in_question(case), Replace(unit, POOL))
    ):
        return ""
    return who_controlled(game, case.state, hexes(game.board.oil_hexes))


def in_question(case: Case) -> State:
    """Return the position with the control of every place in question of which the log does not tell."""
    traces = case.state.traces
    return replace(case.state, traces=traces.put(UNSURE, traces.get(UNSURE, 0) | traces.get(UNTOLD, 0)))


def of_cities(*names: str) -> Words:
    """Return what tells who held some cities."""
    return lambda case: who_controlled(case.game, case.state, (case.game.places[name] for name in names))


def of_cities_at_first(*names: str) -> Words:
    """Return what tells who held some cities when the impulse began."""
    return lambda case: who_held(case, (case.game.places[name] for name in names), IMPULSE)


def of_the_gate(case: Case) -> str:
    """Return who held the city through which a unit comes: if the enemy did, it comes by the edge (20.4)."""
    game, unit = case.game, case.game.units[case.finding.units[0]]
    rules = {"rumanian": "Bucharest", "finnish": "Helsinki"}
    city = game.board.cities.get(rules.get(unit.nation, unit.area))
    if city is None:
        return ""
    if city.name in CAPITALS.values() and _spared(case, city.name):
        return ""
    gates = home_edge(game, unit.side)[0] | 1 << city.hex
    return who_held(case, [city.hex], IMPULSE) if any(gates >> at & 1 for at in case.hexes) else ""


def _spared(case: Case, capital: str) -> bool:
    """Tell whether the Russians cannot hold the capital of an ally now, the first impulse of an Axis turn.

    It would have surrendered at the end of theirs (24.3).
    """
    country = next(country for country, city in CAPITALS.items() if city == capital)
    clock = case.state.clock
    return (clock.side, clock.part) == (AXIS, 1) and in_play(case.game, case.state, country)


_OF_RUSSIA = "who controlled the cities of Russia before"


def of_new_workers(case: Case) -> str:
    """Return who held the cities of Russia, where a worker was placed in one (22.3)."""
    board = case.game.board
    cities = board.city_hexes & board.regions["Russia"].hexes
    if not any(cities >> at & 1 for at in case.hexes):
        return ""
    # Their holder at the beginning of the player turn counts.
    began, within = case.began, begins_within(case, TURN)
    if within and (began.part, began.phase) != (1, MOVEMENT):
        return _OF_RUSSIA
    ours = [at for at in hexes(cities) if told(case.game, case.state, at)]
    with_one = with_worker(case.game, case.state)
    # One city without a worker is enough; all of them cannot have been taken in the phase before the log.
    free = any(held_when_began(case.state, at, TURN) == RUSSIAN and not with_one >> at & 1 for at in ours)
    if free and any(with_one >> at & 1 for at in case.hexes):
        return ""
    return "" if len(ours) == cities.bit_count() and not within else _OF_RUSSIA
