"""Arrivals of a turn in words, and the button that says them."""

from __future__ import annotations

import pytest

from trc_module.gamespec import game_folder
from trc_module.module.inputs import load_inputs
from trc_module.module.table.arrivals import arrival_button, arrivals_by_turn
from trc_module.rules.finder import load_game


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Axis: 2nd Army | Soviets: Russian Kalinin Infantry, Russian Caucasus Mechanized"),
        ("de", "Achse: Deutsch 2 Mechanisiert | Sowjets: Russisch Kalinin Infanterie, Russisch Kaukasus Mechanisiert"),
    ],
)
def test_who_arrives_is_told_by_side_in_the_language_of_the_module(language: str, told: str) -> None:
    arrivals = arrivals_by_turn(load_inputs(load_game("nr"), game_folder("nr"), language))
    assert arrivals[2] == told
    assert 1 not in arrivals


def test_a_game_in_which_nobody_arrives_later_has_no_button() -> None:
    assert list(arrival_button(load_inputs(load_game("trp"), game_folder("trp")))) == []
    (button,) = arrival_button(load_inputs(load_game("m41"), game_folder("m41")))
    assert button.get("tooltip") == "Arrivals: Show in the chat who arrives on this turn"
