"""The window of options: which rows it has."""

from __future__ import annotations

from itertools import combinations

import pytest

from trc_module.games.trc.module.bids import row_number
from trc_module.games.trc.option_catalogue import known_options
from trc_module.gamespec import game_folder
from trc_module.module.agreement import option_property
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.options import SETUP_NOTE
from trc_module.rules.finder import load_game


def test_every_option_that_the_game_knows_can_be_agreed_on_in_the_module(parts: ModuleInputs) -> None:
    assert sorted(parts.options) == sorted(known_options(parts.folder))


def test_every_choice_that_the_data_names_has_a_row(parts: ModuleInputs) -> None:
    choices = [name for option in known_options(parts.folder).values() for name in option.choices]
    assert [thing.name for thing in parts.recipe.hidden(parts)] == ["chit-axis", "chit-russian", *choices]


def test_rows_have_numbers_of_their_own_and_lie_apart(parts: ModuleInputs) -> None:
    numbers = [row.number for row in parts.option_rows]
    assert len(set(numbers)) == len(numbers)
    for one, other in combinations(parts.option_rows, 2):
        assert one.x != other.x or abs(one.y - other.y) >= 22


@pytest.mark.parametrize("game", ["trc", "nr", "trp"])
def test_the_note_of_the_set_up_keeps_clear_of_the_options(game: str) -> None:
    rows = load_inputs(load_game(game), game_folder(game)).option_rows
    note, *others = sorted(rows, key=lambda row: row.y, reverse=True)
    assert f"${SETUP_NOTE}$" in note.piece.state_text
    # It has two lines, which stand around its middle.
    assert note.y - max(row.y for row in others) >= 40


def test_a_part_of_a_rule_has_a_number_and_a_property_of_its_own() -> None:
    assert [row_number(option) for option in ("26.5", "26.16", "28.6", "28.6-I", "28.6-II")] == [
        2605,
        2616,
        2806,
        2836,
        2866,
    ]
    assert option_property("28.6-I") == "Option_28_6_I"
