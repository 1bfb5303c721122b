"""A sample of the crimes: each is found, named by its number, and nothing is said before it."""

from __future__ import annotations

from tests.games.crime_books import InLogs, plant, scenario_of
from tests.games.nr.crimes import BOOK
from trc_module.games.nr import load

INNOCENT: dict[str, str] = {}


def test_crimes_of_a_game_are_found_and_named_and_nothing_else() -> None:
    game = load()
    in_logs = InLogs(game, 1, lambda: game.start(scenario_of(game), frozenset()))
    tallies = plant(game, range(10, 11), 9, 1, in_logs)
    planted = {name: tally for name, tally in tallies.items() if tally.planted}
    assert len(BOOK.crimes) == 48
    assert len(planted) > 35
    assert [miss for tally in planted.values() for miss in tally.misses] == []
    assert [name for name, tally in planted.items() if tally.false or tally.right < tally.planted] == []
    assert in_logs.planted.total() > 30
    assert {name for name in in_logs.planted if in_logs.right[name] < in_logs.planted[name]} <= INNOCENT.keys()
