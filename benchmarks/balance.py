"""Balance of the greedy level: wins and lengths of many games, against what is known of the five-turn scenario.

    python -m benchmarks.balance [--games 200] [--scenario breaking-storm] [--jobs 1] [--first 1]

66 games of Breaking Storm were played in tournaments, of which the Russians won 55 %. With `--scenario campaign` games
are played to the end of 1943, to see how far they go. Who wins is told with an exact interval (Clopper and Pearson) of
95 %: what other seeds would give.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import comb
from statistics import median

from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.victory.victory_points import tally
from trc_module.rules.actions import Claim
from trc_module.rules.selfplay import IllegalPlayError, self_play

PUBLISHED = (36, 66)
"""Russian wins, and games: 55 %."""
LAST = {"breaking-storm": 6, "campaign": 16}
"""The turn in which a game is broken off; one more than the scenario has, for the claim of who has won."""
WATCHED = ("Minsk", "Kiev", "Smolensk", "Leningrad", "Odessa", "Kharkov", "Moscow", "Rostov", "Stalingrad")


@dataclass(frozen=True)
class Played:
    """The end of one game."""

    winner: str
    rule: str
    turn: int
    points: int | None
    taken: tuple[str, ...]
    """The cities of WATCHED that were the Axis's at any time."""


def played(scenario: str, seed: int) -> Played:
    """Play one game of the greedy level against itself; RuntimeError tells in words where the referee stopped it."""
    try:
        return _played(scenario, seed)
    except IllegalPlayError as slip:
        # The slip itself holds a whole position, which does not go from process to process.
        raise RuntimeError(f"{scenario}, seed {seed}: {slip}") from None


def _played(scenario: str, seed: int) -> Played:
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    state = game.start(scenario, frozenset())
    taken: set[str] = set()
    winner = rule = ""
    for told, after in self_play(game, state, game.player("greedy", seed), LAST[scenario]):
        if isinstance(told.action, Claim):
            winner, rule = told.action.side, told.action.because
        if after.control is not state.control:
            taken |= {city for city in WATCHED if after.control.get(game.places[city]) == "axis"}
        state = after
    points = tally(game, state)
    return Played(winner, rule, state.clock.turn, points.total if points else None, tuple(sorted(taken)))


def interval(wins: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Return the exact interval in which the share of wins lies, by the tails of the binomial distribution."""

    def tail(share: float, counts: range) -> float:
        return sum(comb(games, k) * share**k * (1 - share) ** (games - k) for k in counts)

    def bisected(counts: range, *, rising: bool) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if (tail(middle, counts) < (1 - level) / 2) == rising else (low, middle)
        return (low + high) / 2

    least = 0.0 if wins == 0 else bisected(range(wins, games + 1), rising=True)
    most = 1.0 if wins == games else bisected(range(wins + 1), rising=False)
    return least, most


def all_played(scenario: str, seeds: range, jobs: int) -> Iterator[Played]:
    """Yield the games, played in some processes at once."""
    if jobs == 1:
        yield from map(partial(played, scenario), seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(played, scenario), seeds, chunksize=4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--scenario", choices=sorted(LAST), default="breaking-storm")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    games = list(all_played(given.scenario, range(given.first, given.first + given.games), given.jobs))
    print(f"{len(games)} games of {given.scenario}, greedy against itself")
    for (side, rule), number in Counter((game.winner, game.rule) for game in games).most_common():
        turns = Counter(game.turn for game in games if (game.winner, game.rule) == (side, rule))
        lengths = ", ".join(f"{n} in turn {turn}" for turn, n in sorted(turns.items()))
        print(f"  {side or 'nobody':<8} {f'by {rule}' if rule else 'had won':<12}{number:5}   {lengths}")
    won = sum(game.winner == "russian" for game in games)
    decided = sum(bool(game.winner) for game in games)
    if decided:
        least, most = interval(won, decided)
        print(f"Russian wins: {won} of {decided}, {won / decided:.0%} ({least:.0%} to {most:.0%})")
    if given.scenario == "breaking-storm":
        least, most = interval(*PUBLISHED)
        share = PUBLISHED[0] / PUBLISHED[1]
        print(f"published:    {PUBLISHED[0]} of {PUBLISHED[1]}, {share:.0%} ({least:.0%} to {most:.0%})")
        points = sorted(game.points for game in games if game.points is not None)
        print(f"victory points: median {median(points):g}, {points[0]} to {points[-1]}; the Axis needs -1")
    cities = Counter(city for game in games for city in game.taken)
    print("taken by the Axis: " + ", ".join(f"{city} {cities[city]}" for city in WATCHED))


if __name__ == "__main__":
    main()
