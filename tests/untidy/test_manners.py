"""What players forget, double and misplace is derived from the roles of a game's lines, whatever the game."""

from __future__ import annotations

from tests.toy import load
from tests.untidy.manners import manners_of
from trc_module.games import find_game


def test_every_key_that_only_says_something_may_be_forgotten_doubled_and_misplaced() -> None:
    for game in (load(), find_game("nr"), find_game("m41")):
        found = manners_of(game)
        said = {name for name, verb in game.grammar.verbs.items() if verb.says_only}
        assert said <= found.dropped
        assert found.doubled == said
        assert found.misplaced == said - found.declaring


def test_a_key_that_changes_a_counter_is_not_forgotten_unless_a_hand_puts_the_counter_into_its_box() -> None:
    game = find_game("m41")
    found = manners_of(game)
    # An advance also disrupts its unit, which a drag does not.
    assert "ADVANCE" not in found.dropped
    assert "LOSS" in found.dropped
    assert "RETREAT" in manners_of(find_game("nr")).dropped
