"""Cost of the option mechanism for a game that plays with none: the same work with and without it, in turns.

    python -m benchmarks.options_cost [--rounds 30]

Three processes do the same pieces of work one after the other, round by round, and each tells its processor time, so
that other work on the machine is borne by all:

*   with options: the book as it is, every optional rule and variant registered, none agreed on;
*   chapters alone: no module of an option or a variant was imported, nothing of theirs stands in the book;
*   no hooks: besides, the policies that an option could replace are plain functions.

The work: checked moves (a phase of the 1941 opening, as in `benchmarks.checked_moves`), full turns checked again (all
acts of three self-played turns), and turns self-played. The ratios are medians over the rounds of with options to the
others; the budget is 1.15. All three have to come to as many acts and findings.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.games.trc import TrcGame

BUDGET = 1.15
WAYS = ("with options", "chapters alone", "no hooks")
WORK = ("checked moves", "turns checked", "turns self-played")
PHASES, TURNS = 10, 3


def the_game(way: str) -> TrcGame:
    """Return the game with the book of one of the ways; to be called before anything of a game is imported."""
    if way == "no hooks":
        from trc_module.rules import hooks

        vars(hooks)["hook"] = lambda basic: basic
    from trc_module.games.trc import load

    game = load()
    if way != "with options":
        # The chapters enter their rules; whatever a game asks of options it finds answered here.
        from trc_module.games.trc import chapters  # noqa: F401
        from trc_module.games.trc.book import book
        from trc_module.games.trc.extension import Extension

        vars(game).update(book=book, policies={}, words=Extension())
    return game


def all_work(game: TrcGame) -> dict[str, Callable[[int], int]]:
    """Return the pieces of work by name: each does a round's and returns what it came to."""
    import random

    from benchmarks.checked_moves import fresh, one_phase, opening, play
    from trc_module.rules.engine import Referee
    from trc_module.rules.selfplay import self_play

    rng = random.Random(1941)
    start = opening(game, rng)
    phases = [one_phase(game, start, rng) for _ in range(PHASES)]
    campaign = game.start("campaign", frozenset())
    acts = [told.action for told, _ in self_play(game, campaign, game.player("random", 26), TURNS)]

    def moves(number: int) -> int:
        return sum(play(game, fresh(start), phases[(number + i) % PHASES]) for i in range(PHASES))

    def turns(number: int) -> int:
        referee = Referee(game, fresh(campaign))
        return sum(len(referee.act(act).findings) + 1 for act in acts)

    def self_played(number: int) -> int:
        return sum(1 for _ in self_play(game, fresh(campaign), game.player("random", number), 1))

    return dict(zip(WORK, (moves, turns, self_played), strict=True))


def serve(way: str, pipe: Connection) -> None:
    """Do what is asked for, and tell how long it took and what it came to."""
    work = all_work(the_game(way))
    pipe.send(sorted(work))
    while True:
        name, number = pipe.recv()
        if not name:
            return
        begin = time.process_time()
        result = work[name](number)
        pipe.send((time.process_time() - begin, result))


def measured(rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return the processor seconds of every round, by work and way."""
    context = multiprocessing.get_context("spawn")
    pipes: dict[str, Connection] = {}
    for way in WAYS:
        pipes[way], theirs = context.Pipe()
        context.Process(target=serve, args=(way, theirs), daemon=True).start()
    for pipe in pipes.values():
        pipe.recv()
    took: dict[str, dict[str, list[float]]] = {name: {way: [] for way in WAYS} for name in WORK}
    for number in range(rounds):
        for name in WORK:
            came_to = set()
            # Who goes first changes, so that nobody has the better moments.
            for way in (*WAYS[number % 3 :], *WAYS[: number % 3]):
                pipes[way].send((name, number))
                seconds, result = pipes[way].recv()
                took[name][way].append(seconds)
                came_to.add(result)
            assert len(came_to) == 1, f"{name}: the ways came to different ends: {came_to}"
    for pipe in pipes.values():
        pipe.send(("", 0))
    return took


def ratio(took: dict[str, list[float]], way: str) -> float:
    return statistics.median(a / b for a, b in zip(took[WAYS[0]], took[way], strict=True))


def table(took: dict[str, dict[str, list[float]]]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{'':<34}{'with options':>14}{'to chapters alone':>20}{'to no hooks':>14}   (budget {BUDGET})"
    for name, by_way in took.items():
        least = 1000 * min(by_way[WAYS[0]])
        yield f"{name:<34}{least:>11.1f} ms{ratio(by_way, WAYS[1]):>20.3f}{ratio(by_way, WAYS[2]):>14.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    for line in table(measured(parser.parse_args().rounds)):
        print(line)


if __name__ == "__main__":
    main()
