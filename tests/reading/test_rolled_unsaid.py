"""A plain die for an interception that no key says: it has to bring what became of the aircraft."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.reading.test_habits import WITNESSES
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import rolled_unsaid

PLAY = WITNESSES["an interception that no key says, rolled plain"]


@pytest.mark.parametrize("die", [3, 4])
def test_a_die_that_shoots_nobody_down_excuses_nobody(die: int, tmp_path: Path) -> None:
    text = PLAY["text"].replace("airdie 1: 2", f"airdie 1: {die}")
    told = told_of(parts_of("m41"), text, PLAY["edits"], tmp_path)
    assert "violation M41-AIR-3: rus-west-air was shot down in battle 1, but by no interception." in told


def test_without_any_die_nobody_is_excused(tmp_path: Path) -> None:
    told = told_of(parts_of("m41"), PLAY["text"], ["drop INTERCEPT", "drop AIRDIE"], tmp_path)
    assert told == ["violation M41-AIR-3: rus-west-air was shot down in battle 1, but by no interception."]


DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
FLOWN = "1 ATT b=1 u=red-air"


def unsaid(*lines: str, **given: Any) -> Sequence[str]:
    sides = {unit: unit.partition("-")[0] for unit in ("red-1", "blue-1", "red-air", "blue-air", "blue-air2")}
    found = phase(*lines, game="m41", boxed=["red-air", "blue-air", "blue-air2"], side_of=sides, **given)
    return briefs(rolled_unsaid.proposals(found))


def came_in(said: str, step: int, rest: str = "") -> list[str]:
    return [f"3{said}, +{step} INTERCEPT b=1 u={air} x=red-air{rest}, chosen" for air in ("blue-air", "blue-air2")]


def test_a_plain_die_may_be_of_an_aircraft_that_came_in_and_that_no_line_names() -> None:
    read = came_in(", -3 DIE die=4", 3, ", +3 AIRDIE b=1 die=4")
    assert unsaid(*DECLARED, FLOWN, "3 DIE die=4", units=["red-1"]) == read
    assert unsaid(*DECLARED, FLOWN, "3 DIE die=4", "4 AIRDIE b=1 die=3", units=["red-1"]) == []
    assert unsaid(*DECLARED, FLOWN, "3 DIE die=4", steps=[9]) == []


def test_before_a_die_that_stands_in_no_battle_somebody_came_in_and_another_flew() -> None:
    die = "4 AIRDIE b=1 die=3"
    flown = came_in(", +4 AIRSUPPLY u=red-1 x=red-air", 4)
    assert unsaid(die, steps=[4]) == flown
    assert unsaid(die, steps=[3]) == unsaid("4 TABLE b=1 as=attack die=3", steps=[4]) == []
    assert unsaid("1 AIRSUPPLY u=red-1 x=red-air", die, steps=[4]) == came_in("", 4)
    assert unsaid("1 AIRSUPPLY u=red-1 x=red-air9", die, steps=[4]) == flown
    assert unsaid("1 INTERCEPT b=1 u=blue-air x=red-air", die, steps=[4]) == flown
    # Into a battle that is fought it flew itself.
    assert unsaid(*DECLARED, die, steps=[4]) == came_in(", +1 ATT b=1 u=red-air", 4)
    assert unsaid(*DECLARED, FLOWN, die, steps=[4]) == []
