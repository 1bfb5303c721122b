"""Dice of battles and of the weather: none is read that did not fall, and the weather of a turn is found once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of

BATTLE = """
at: turn 2 {side}
{own}
{roll}
result 1: D1
retreat 1: {foe} {way}
spend {foe}
advance 1: {who} K17 K18
end
"""
AXIS = {
    "side": "axis attacks good",
    "own": "on K17: ger-3-pz\non K18: sov-8-army\nattack 1: ger-3-pz x sov-8-army",
    "who": "ger-3-pz",
    "foe": "sov-8-army",
    "way": "K18 L18",
}
SOVIET = {
    "side": "soviet attacks good",
    "own": "on K17: sov-8-army\non K18: ger-1-inf\nattack 1: sov-8-army x ger-1-inf",
    "who": "sov-8-army",
    "foe": "ger-1-inf",
    "way": "K18 L18",
}
WEATHER = "at: turn 2 axis supply good\non K17: ger-3-pz\non K18: sov-8-army\nweather good roll 2\n{second}\nend\n"


def told(text: str, folder: Path, edits: tuple[str, ...] = ()) -> list[str]:
    return told_of(parts_of("trp"), text, edits, folder)


@pytest.mark.parametrize("battle", [AXIS, SOVIET], ids=["axis", "soviet"])
def test_a_result_that_is_read_without_a_die_is_named(battle: dict[str, str], tmp_path: Path) -> None:
    without = told(BATTLE.format(**battle, roll=""), tmp_path)
    assert without == ["violation XIII.C1: Battle 1 was read as D1, and no die was rolled for it."]
    assert told(BATTLE.format(**battle, roll="roll 1: 5"), tmp_path) == []


READ_OFF = """
at: turn 1 axis attacks good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
{}
lose 1: sov-8-army
advance 1: ger-18-army K4 K5
end
"""
COLUMN, RESULT = "odds 1: 4-1", "result 1: DE"


@pytest.mark.parametrize("last", ["result", "column", "die"])
@pytest.mark.parametrize(
    ("die", "expected"), [(6, []), (1, ["violation XIII.C1: Battle 1 was read as DE; 4-1 with a 1 is AE."])]
)
def test_a_result_is_read_off_the_table_whatever_is_said_last(
    die: int, expected: list[str], last: str, tmp_path: Path
) -> None:
    rolled = f"roll 1: {die}"
    order = {"result": (COLUMN, rolled, RESULT), "column": (rolled, RESULT, COLUMN), "die": (COLUMN, RESULT, rolled)}
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    assert told_of(parts, READ_OFF.format("\n".join(order[last])), [], tmp_path) == expected


def test_an_axis_attack_that_is_declared_and_not_made_breaks_no_rule(tmp_path: Path) -> None:
    assert told(f"at: turn 2 {AXIS['side']}\n{AXIS['own']}\nend\n", tmp_path) == []


@pytest.mark.parametrize(
    ("second", "more"),
    [
        ("", None),
        ("weather good", None),
        ("weather mud", "."),
        ("weather mud roll 5", ", with a 5."),
    ],
)
def test_a_second_weather_of_a_turn_is_told(second: str, more: str | None, tmp_path: Path) -> None:
    text = f"undecided log.reroll: The weather of turn 2 was good; it was called mud a second time{more}"
    assert told(WEATHER.format(second=second), tmp_path) == ([] if more is None else [text])


def test_a_weather_that_is_stated_twice_was_found_once(tmp_path: Path) -> None:
    assert told(WEATHER.format(second=""), tmp_path, ("double WEATHER",)) == []
