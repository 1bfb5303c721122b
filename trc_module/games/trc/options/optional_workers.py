"""26.14: optional workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from trc_module.games.trc.arrivals.russian_replacements import worker_value
from trc_module.games.trc.book import book
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.options.bidding import bid_of, shares
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.scenarios import before_play, scenario_of
from trc_module.games.trc.turn.setup import AT_START, still_to_set_up
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import End, Setup
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.14")


def turns_of(game: Trc, state: State) -> int:
    """Return how many turns the bid is spread over."""
    return len((scenario_of(state.scenario) or game.scenarios_by_name["campaign"]).turns)


def factors_due(game: Trc, state: State) -> int | None:
    """Return the worker factors that stand for a bid; None if it is unknown."""
    bid = bid_of(state)
    return None if bid is None else max(bid, 0) // turns_of(game, state)


def _workers(game: Trc) -> tuple[Unit, ...]:
    return tuple(unit for unit in game.units.values() if unit.option == option.number)


def _placed(game: Trc, state: State) -> tuple[Unit, ...]:
    places = state.forces[RUSSIAN].places
    return tuple(unit for unit in _workers(game) if not isinstance(places.get(unit.id, ""), str))


@option.override(shares)
def shares_beside_the_workers(
    basic: Callable[[Trc, State, int], tuple[int, ...]], game: Trc, state: State, bid: int
) -> tuple[int, ...]:
    """Spread what the workers leave of a positive bid."""
    return basic(game, state, bid % turns_of(game, state)) if bid > 0 else basic(game, state, bid)


@option.check("26.14a", End)
def as_many_factors_as_the_bid(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The optional worker factors are the bid divided by the turns of the scenario, rounded down."""
    if not before_play(state):
        return
    due, placed = factors_due(game, state), _placed(game, state)
    have = sum(worker_value(unit) for unit in placed)
    names = tuple(unit.id for unit in placed)
    if due is None:
        if placed:
            text = Sentence(
                "{names} {verb} set up, but the bid for the sides is unknown.",
                in_words(names),
                agree(names, "was", "were"),
            )
            yield Finding("26.14a", Verdict.UNDECIDED, text, names)
        return
    most = sum(worker_value(unit) for unit in _workers(game))
    if have != min(due, most):
        facts = tuple(unit.fact("combat") for unit in placed)
        bid = Sentence("A bid of {bid:+d} for {turns} turns", bid_of(state), turns_of(game, state))
        gives = Sentence("{bid} gives {due} worker {verb}", bid, due, agree(due, "factor", "factors"))
        text = Sentence("{gives}, but {have} {verb} set up.", gives, have, agree(have, "was", "were"))
        yield violation("26.14a", text, units=names, facts=facts)


@option.check("26.14b", End)
def as_few_counters_as_can_be(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The optional workers are the fewest counters that make the factors."""
    placed = _placed(game, state)
    if not before_play(state) or not placed:
        return
    have = sum(worker_value(unit) for unit in placed)
    fewest = _fewest([worker_value(unit) for unit in _workers(game)], have)
    if fewest is not None and len(placed) > fewest:
        names = tuple(unit.id for unit in placed)
        text = Sentence(
            "{names} were set up for {have} factors, which {fewest} could make.", in_words(names), have, fewest
        )
        yield violation("26.14b", text, units=names, facts=tuple(unit.fact("combat") for unit in placed))


def _fewest(factors: list[int], total: int) -> int | None:
    """Return how few of some factors make a total; None if none do."""
    best: dict[int, int] = {0: 0}
    for factor in factors:
        for done, count in sorted(best.items(), reverse=True):
            if best.get(done + factor, count + 2) > count + 1:
                best[done + factor] = count + 1
    return best.get(total)


@option.check("26.14c", Setup)
def in_cities_without_a_worker(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Optional workers are set up in Russian cities without a worker, and only for a positive bid."""
    if game.units[act.unit].option != option.number:
        return
    at, bid = game.hex_name(act.hex), bid_of(state)
    there = [u for u in state.forces[RUSSIAN].stack(act.hex) if game.units[u].type == "worker" and u != act.unit]
    why = ""
    if bid is not None and bid <= 0:
        why = Sentence("for a bid of {bid:+d}", bid)
    elif not game.board.city_hexes >> act.hex & 1 or state.control.get(act.hex) != RUSSIAN:
        why = "which is not a Russian city"
    elif there:
        why = Sentence("which already has {there}", in_words(there))
    if why:
        yield violation(
            "26.14c", Sentence("{unit} was set up in {at}, {why}.", act.unit, at, why), units=(act.unit,), hexes=(at,)
        )


@option.override(still_to_set_up)
def optional_workers_may_stay_away(
    basic: Callable[[Trc, State, str], Stack], game: Trc, state: State, side: str
) -> Stack:
    """Exempt the optional workers from set-up: the bid says how many of them come."""
    return tuple(name for name in basic(game, state, side) if game.units[name].option != option.number)


@option.override(starting_area)
def cities_for_the_bid(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Open the cities without a worker to the workers that stand for the bid."""
    who, board = game.units[unit], game.board
    if who.option != option.number:
        return basic(game, state, unit)
    if unit not in _for_the_bid(game, state):
        return 0
    places = state.forces[RUSSIAN].places
    workers = [name for name in places if game.units[name].type == "worker"]
    taken = {game.units[name].area for name in workers if places[name] == AT_START and game.units[name].setup == "C"}
    taken_hexes = {place for name in workers if not isinstance(place := places[name], str)}
    named = {city.hex for name, city in board.cities.items() if name in taken}
    free = (at for at in hexes(board.city_hexes) if state.control.get(at) == RUSSIAN and at not in taken_hexes | named)
    return sum(1 << at for at in free)


def _for_the_bid(game: Trc, state: State) -> tuple[UnitId, ...]:
    """Return the fewest counters that stand for the bid."""
    workers = _workers(game)
    due = min(factors_due(game, state) or 0, sum(worker_value(unit) for unit in workers))
    for size in range(len(workers) + 1):
        for some in combinations(workers, size):
            if sum(worker_value(unit) for unit in some) == due:
                return tuple(unit.id for unit in some)
    return ()
