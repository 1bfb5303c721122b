"""A side in a record is a side of the game, whether it has units or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trc_module.rules.finder import find_game
from trc_module.rules.record import read_record
from trc_module.rules.record.grammar import side_word
from trc_module.rules.record.reader import lexicon_of, read_act
from trc_module.rules.record.text import RecordError, Tokens


def test_a_victory_is_claimed_for_a_side_of_the_game() -> None:
    game = find_game("nr")
    assert read_act(game, "win soviet because 12.2")
    with pytest.raises(RecordError, match=r"expected a side \(axis, soviet\), found 'fin'"):
        read_act(game, "win fin because 12.2")


def test_cards_are_held_by_sides_of_the_game() -> None:
    text = "game: nr\nat: turn 2 axis combat\nhand: {} 1\n"
    assert read_record(text.format("axis"), "x", find_game)
    with pytest.raises(RecordError):
        read_record(text.format("reds"), "x", find_game)


def test_a_side_without_units_is_one() -> None:
    lexicon = replace(lexicon_of(find_game("nr")), sides=("axis", "soviet", "neutral"))
    assert side_word().take(Tokens("x", 1, "neutral"), lexicon) == "neutral"
