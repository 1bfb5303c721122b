"""Games are read once, whoever asks for them."""

from __future__ import annotations

from trc_module.games import find_game


def test_a_game_is_the_same_in_whatever_words_it_is_asked_for() -> None:
    game = find_game("trc")
    assert find_game("trc", frozenset()) is game
    assert find_game(name="trc", options=frozenset(), overlay=None) is game
    assert find_game("trc", overlay=None) is game
