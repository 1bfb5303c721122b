"""Score of a game of The Russian Campaign: victory points, and the conditions that win (25, 27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Claimed, Won
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.victory.campaign_victory import (
    conditions_of,
    victory_in_words,
)
from trc_module.games.trc.victory.scenario_victories import rests_on
from trc_module.games.trc.victory.sudden_death import next_check
from trc_module.games.trc.victory.victory_points import tally
from trc_module.rules.game import in_words
from trc_module.rules.score import Score, Winner
from trc_module.rules.state import State
from trc_module.sentence import Sentence


def standing_of(game: Trc, state: State) -> Score:
    """Return how the game stands in a position."""
    points = tally(game, state)
    scenario = scenario_of(state.scenario, game.overlay)
    won = tuple(_won(game, state))
    return Score(
        scenario=scenario.name if scenario is not None else "no scenario",
        clock=state.clock,
        points=None if points is None else points.total,
        least=0 if points is None else points.least,
        most=0 if points is None else points.most,
        items=() if points is None else points.items,
        won=won,
        conditions=tuple(_conditions(game, state, won)),
        unknown=tuple(_unknown(game, state)),
    )


_WORDS = {True: "met", False: "not met", None: "not known"}


def _won(game: Trc, state: State) -> Iterator[Winner]:
    for kind in (Claimed, Won):
        for mark in kind.all(state):
            unknown = "where the scenario's line runs" if rests_on(game, state, mark.rule) else ""
            yield Winner(
                mark.side, mark.rule, victory_in_words(game, mark.rule), claimed=kind is Claimed, unknown=unknown
            )


def _conditions(game: Trc, state: State, won: Sequence[Winner]) -> Iterator[str]:
    """Yield each condition with its verdict; one that has won is met, whatever came later."""
    at_once, at_an_end, sudden = conditions_of(game, state)
    decided = {(one.side, one.rule): one for one in won}
    for side, rule, condition in (*at_once, *at_an_end):
        winner = decided.get((side, rule))
        met, why = condition(game, state) if winner is None else (None if winner.unknown else True, winner.why)
        yield Sentence("{side} by {rule}: {met}; {why}.", side.capitalize(), rule, _WORDS[met], why)
    for check in next_check(game, state) if sudden else ():
        winner = decided.get((check.side, check.rule))
        met, why = (True, winner.why) if winner is not None and not check.met else (check.met, check.why)
        yield Sentence(
            "{side} by {rule} (Sudden Death): {met}; {why}.", check.side.capitalize(), check.rule, _WORDS[met], why
        )


def _unknown(game: Trc, state: State) -> Iterator[str]:
    scenario = scenario_of(state.scenario, game.overlay)
    if scenario is None:
        return
    yield from scenario.missing.values()
    points = tally(game, state)
    by_source: dict[str, list[str]] = {}
    for item in points.items if points is not None else ():
        if item.fact is not None and item.least != item.most:
            by_source.setdefault(str(item.fact.source), []).append(item.what)
    for source, names in by_source.items():
        yield Sentence("on whose side of the line {names} lie ({source})", in_words(names), source)
