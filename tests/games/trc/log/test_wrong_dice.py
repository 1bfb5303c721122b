"""Dice rolled with the button of another die."""

from __future__ import annotations

import pytest

from tests.games.trc.log.test_log_reader import lines
from tests.games.trc.play import GAME, position

DECLARED = "ATT b=1 u=ger-41-pz\nDEF b=1 u=rus-24-inf\n"
SAILS = "SAIL u=rus-2-cav kind=sea-transfer\n"


@pytest.mark.parametrize(
    ("phase", "text", "wrong"),
    [
        ("combat", DECLARED + "WEATHER die=4", ["WEATHER"]),
        ("combat", DECLARED + "SEA u=ger-41-pz die=4", ["SEA"]),
        ("combat", "ARCHANGEL die=4", ["ARCHANGEL"]),
        ("combat", DECLARED + "ROLL b=1 die=3\nWEATHER die=4", []),
        ("combat", DECLARED + "DIE die=4", []),
        ("weather", "ROLL b=1 die=4", ["ROLL"]),
        ("weather", "WEATHER die=4\nROLL b=1 die=4", []),
        ("weather", DECLARED + "ROLL b=1 die=4", []),
        ("movement", SAILS + "ROLL b=1 die=4", ["ROLL"]),
        ("movement", SAILS + "WEATHER die=4", ["WEATHER"]),
        ("movement", SAILS + "SEA u=rus-2-cav die=1\nWEATHER die=4", []),
        ("movement", "WEATHER die=4", []),
        ("end", "WEATHER die=4", []),
    ],
)
def test_a_die_without_a_purpose_is_of_a_wrong_button_where_another_is_missing(
    phase: str, text: str, wrong: list[str]
) -> None:
    part = 2 if phase == "end" else 1
    clock = position("", f"turn 3 axis impulse {part} {phase} clear").clock
    assert [line.says.verb for line in GAME.wrong_dice(clock, lines(text))] == wrong
