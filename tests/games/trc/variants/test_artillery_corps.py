"""28.6, part I: artillery corps as they were before 26.5."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games.trc import load


def at(turn: int, phase: str = "movement", side: str = "russian") -> str:
    return f"options: 28.6-I\nat: turn {turn} {side} impulse 1 {phase} clear\n"


POOR = "on R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\n"


def test_the_counters_of_26_5_play_under_this_option() -> None:
    game = load(frozenset({"28.6-I"}))
    start = game.start("campaign", frozenset({"28.6-I"}))
    places = {unit: start.place(unit) for unit in ("rus-1-art", "rus-2-art", "rus-3-art", "ger-7-art")}
    assert places == {
        "rus-1-art": "turn-11",
        "rus-2-art": "turn-17",
        "rus-3-art": "turn-23",
        "ger-7-art": "turn-11",
    }


@pytest.mark.parametrize(("turn", "clean"), [(10, False), (11, True), (12, True)])
def test_a_corps_is_there_from_its_year_on(turn: int, *, clean: bool) -> None:
    text = f"{at(turn)}{POOR}box russian turn-11: rus-1-art\nreplace rus-1-art R9"
    assert told(text) == ([] if clean else ["violation 28.6-I-a"])


def test_it_counts_as_armor_and_costs_its_factor() -> None:
    boxes = "box russian turn-11: rus-1-art\nbox russian replacement-pool: rus-1-tank rus-12-inf\n"
    both = "replace rus-1-art X1\nreplace rus-1-tank X1"
    assert told(f"{at(12)}{POOR}{boxes}{both}") == ["violation 28.6-I-e"]
    assert told(f"{at(18)}{POOR}{boxes}{both}") == []
    one = "on W19: rus-worker-a1\nbefore: lost archangel\nbox russian turn-11: rus-1-art\nreplace rus-1-art W19"
    assert told(f"{at(12)}{one}") == ["violation 22.5a"]


def test_guns_raise_the_odds_and_retreat_like_others() -> None:
    battle = "on X17: rus-24-inf rus-1-art\non Y17: ger-12-inf\n"
    attack = "attack 1: rus-24-inf rus-1-art x ger-12-inf guns rus-1-art\n"
    assert told(f"{at(20, 'combat')}{battle}{attack}roll 1: 1 2-1 A1") == []
    assert told(f"{at(20, 'combat')}{battle}{attack}roll 1: 1 1-1 AR")[:1] != []
    lone = (
        "on Y17: ger-41-pz ger-47-pz\non X17: rus-1-art\nattack 1: ger-41-pz ger-47-pz x rus-1-art\nroll 1: 1 7-1 DR\n"
    )
    assert told(f"{at(20, 'combat', 'axis')}{lone}retreat 1: rus-1-art X17 W17 V17") == []


def test_an_early_automatic_victory_takes_a_gun() -> None:
    units = "on X17: rus-16-inf rus-1-art\non X18: rus-12-inf rus-3-inf\non Y17: rum-cav\n"
    assert told(f"{at(9)}{units}av 1: rus-16-inf rus-1-art rus-12-inf rus-3-inf x rum-cav") == []
    without = units.replace("rus-1-art", "rus-11-inf")
    assert told(f"{at(9)}{without}av 1: rus-16-inf rus-11-inf rus-12-inf rus-3-inf x rum-cav") == ["violation 16.4"]


def test_guns_without_either_option_are_told() -> None:
    plain = "at: turn 20 russian impulse 1 combat clear\non X17: rus-24-inf rus-1-art\non Y17: ger-12-inf\n"
    attack = "attack 1: rus-24-inf rus-1-art x ger-12-inf guns rus-1-art"
    assert told(plain + attack)[:1] == ["violation 26.0"]
    assert position(at(20) + "end").options == {"28.6-I"}
