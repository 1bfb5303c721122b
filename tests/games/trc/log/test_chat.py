"""Typed lines that give a die to another battle."""

from __future__ import annotations

import pytest

from trc_module.games.trc.log.chat import given_to_another


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("that 5 is for the next battle", True),
        ("it counts for battle 12", True),
        ("gilt für den nächsten Kampf", True),
        ("vale per la prossima battaglia", True),
        ("a battle for Kiev", False),
    ],
)
def test_chat_gives_a_die_to_another_battle(words: str, *, said: bool) -> None:
    assert given_to_another([(5, words)], 4, 4) is said
    assert not given_to_another([(3, words)], 4, 4)
