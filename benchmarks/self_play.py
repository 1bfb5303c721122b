"""Time of a game turn of self-play: both sides, all phases, every act chosen among the legal ones and judged.

    python -m benchmarks.self_play [--seeds 1 2 3] [--turns 25] [--level random] [--check]

Processor time of one process. A loaded machine with two threads to a core still counts more of it than a quiet one; so
each turn is told as a multiple of a fixed piece of Python of the same run, too. `--check` holds the position against
the invariants after every act, which `trc-module play --check` does.
"""

from __future__ import annotations

import argparse
import gc
import time
from dataclasses import dataclass
from statistics import median

from trc_module.games import find_game
from trc_module.games.trc.players import played_on
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import self_play

GOAL = 60
"""Milliseconds for a turn of the random level."""


@dataclass(frozen=True)
class Turn:
    """One game turn."""

    number: int
    acts: int
    seconds: float


def piece_of_python() -> float:
    """Return the processor seconds that a fixed piece of Python takes now."""
    begin = time.process_time()
    table: dict[int, int] = {}
    for i in range(200_000):
        table[i & 1023] = table.get(i & 511, 0) + i
    return time.process_time() - begin


def turns_of(seed: int, last: int, level: str = "random", *, check: bool = False) -> list[Turn]:
    """Play a game, on after anybody's victory, and return what each whole turn took."""
    game = find_game("trc")
    start = game.start("campaign", frozenset())
    # As `trc-module play` does.
    gc.freeze()
    found: list[Turn] = []
    now, acts, begin = start.clock.turn, 0, time.process_time()
    for _, after in self_play(game, start, game.player(level, seed), last, played_on):
        acts += 1
        if check:
            faults = [*broken(game, after), *(() if after.trails else round_trip(game, after))]
            assert not faults, faults
        if after.clock.turn != now:
            end = time.process_time()
            found.append(Turn(now, acts, end - begin))
            now, acts, begin = after.clock.turn, 0, end
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--turns", type=int, default=25)
    parser.add_argument("--level", default="random")
    parser.add_argument("--check", action="store_true", help="hold every position against the invariants")
    given = parser.parse_args()
    gauges = [piece_of_python()]
    turns: list[Turn] = []
    for seed in given.seeds:
        turns += turns_of(seed, given.turns, given.level, check=given.check)
        gauges.append(piece_of_python())
    gauge = median(gauges)
    print(f"{'turns':<12}{'played':>8}{'acts':>8}{'median ms':>12}{'longest':>10}{'x a piece of Python':>22}")
    for name, of in (("1", range(1, 2)), ("2-9", range(2, 10)), ("10-17", range(10, 18)), ("18-25", range(18, 26))):
        row(name, [turn for turn in turns if turn.number in of], gauge)
    row("all", turns, gauge)
    print(f"the piece of Python takes {1000 * gauge:.1f} ms; goal for a turn of the random level: {GOAL} ms")


def row(name: str, turns: list[Turn], gauge: float) -> None:
    """Print what some turns took."""
    if turns:
        took = [1000 * turn.seconds for turn in turns]
        acts = median(turn.acts for turn in turns)
        middle = median(took)
        print(f"{name:<12}{len(turns):8}{acts:8.0f}{middle:12.1f}{max(took):10.1f}{middle / gauge / 1000:22.2f}")


if __name__ == "__main__":
    main()
