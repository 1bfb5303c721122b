"""A sample of the crimes: all are found, under the right number, and nothing is said before them."""

from __future__ import annotations

from tests.crimes.crime import BOOK, named
from tests.crimes.trial import plant
from trc_module.games import find_game
from trc_module.games.trc import TrcGame


def test_crimes_of_two_turns_are_found_and_named_and_nothing_else() -> None:
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    tallies = plant(game, range(5, 6), 2, 1)
    planted = {name: tally for name, tally in tallies.items() if tally.planted}
    assert len(planted) > 40
    assert [miss for tally in planted.values() for miss in tally.misses] == []
    assert [(name, tally.false) for name, tally in planted.items() if tally.false or tally.right < tally.planted] == []


def test_there_are_crimes_against_every_chapter_that_a_log_can_break() -> None:
    assert len(BOOK) >= 90


def test_parts_of_a_rule_are_named_with_it() -> None:
    assert named("12.1a|12.3", "12.3b")
    assert not named("12.1a|12.3", "12.30")
