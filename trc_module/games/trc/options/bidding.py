"""26.8: bidding for sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.bids import Bid
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget, owner_of_an_excess
from trc_module.games.trc.book import book
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.marks import BidMade
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import SET_UP, further
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.steps import WEATHER
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding, violation
from trc_module.rules.hooks import hook
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("26.8")
MANY = 30
"""No bid is higher in practice; the rule has no limit."""


def bid_of(state: State) -> int | None:
    """Return the bid, None if unknown."""
    found = BidMade.firsts(state)
    try:
        return int(found[0]) if found else None
    except ValueError:
        return None


@option.rule("26.8b")
def spread_forwards(bid: int, turns: int) -> tuple[int, ...]:
    """A positive bid is spread evenly over the turns of the scenario, the remainder over the first of them."""
    each, left = divmod(bid, turns)
    return tuple(each + (turn < left) for turn in range(turns))


@option.rule("26.8c")
def spread_backwards(bid: int, turns: int) -> tuple[int, ...]:
    """A negative bid takes a Russian point a turn, from the last turn backwards."""
    return tuple(-points for points in reversed(spread_forwards(-bid, turns)))


@hook
def shares(game: Trc, state: State, bid: int) -> tuple[int, ...]:
    """Return the share of a bid that each turn of the scenario has."""
    scenario = scenario_of(state.scenario)
    turns = (scenario or game.scenarios_by_name["campaign"]).turns
    return spread_forwards(bid, len(turns)) if bid >= 0 else spread_backwards(bid, len(turns))


def share(game: Trc, state: State) -> int | None:
    """Return this turn's share of the bid, None if unknown."""
    bid = bid_of(state)
    if bid is None:
        return None
    scenario = scenario_of(state.scenario) or game.scenarios_by_name["campaign"]
    if state.clock.turn not in scenario.turns:
        return 0
    return shares(game, state, bid)[state.clock.turn - scenario.first_turn]


@option.override(budget)
def with_the_bid(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Count this turn's share of the bid."""
    if bid_of(state) is None:
        return basic(game, state).but_unknown("the bid for the sides (26.8) is unknown")
    return basic(game, state).with_points("bid", share(game, state) or 0)


@option.override(owner_of_an_excess)
def broken_shares(basic: Callable[[Trc, State, int, int], str], game: Trc, state: State, spent: int, have: int) -> str:
    """Blame the bid for an excess that another turn's share would cover."""
    bid = bid_of(state)
    if bid is None:
        return basic(game, state, spent, have)
    best = max(shares(game, state, bid)) - (share(game, state) or 0)
    if spent - have > best:
        return basic(game, state, spent, have)
    return "26.8b" if bid >= 0 else "26.8c"


@option.check("26.8a", Bid)
def a_bid_before_play(game: Trc, state: State, act: Bid) -> Iterator[Finding]:
    """The players bid for the Axis side, in replacement points for the Russian, before play begins."""
    scenario = scenario_of(state.scenario) or game.scenarios_by_name["campaign"]
    if bid_of(state) not in (None, act.points):
        yield violation(
            "26.8a",
            Sentence("A bid of {points:+d} was stated after an earlier bid of {bid:+d}.", act.points, bid_of(state)),
        )
    elif state.clock.turn != scenario.first_turn or state.clock.phase != WEATHER:
        yield violation(
            "26.8a",
            Sentence(
                "The bid of {points:+d} was stated in {clock}, after play had begun.", act.points, state.clock.words
            ),
        )


@book.effect(Bid)
def remember_the_bid(game: Trc, state: State, act: Bid) -> State:
    """Remember the bid; the last one holds."""
    return BidMade.forgotten(state).with_mark(BidMade(f"{act.points:+d}"))


@option.lister(Bid)
def legal_bids(game: Trc, state: State) -> Iterator[Bid]:
    """Yield every bid that anybody would make, before the first is stated."""
    if bid_of(state) is None:
        yield from (act for act in map(Bid, range(-MANY, MANY + 1)) if unaccused(game, state, act))


@option.override(further)
def bids(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the players bid before the set-up; a bid made later has workers that could not be set up any more (26.14)."""
    yield from basic(game, state, moment)
    empty = all(isinstance(place, str) for place in state.forces[RUSSIAN].places.values())
    if moment == SET_UP and empty:
        yield from legal_bids(game, state)


belongs_to("26.8", Bid)
