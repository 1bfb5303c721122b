"""A plain die for an interception that no key says: it has to bring what became of the aircraft."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.test_habits import WITNESSES
from tests.untidy.other_plays import parts_of, told_of

PLAY = WITNESSES["an interception that no key says, rolled plain"]


@pytest.mark.parametrize("die", [3, 4])
def test_a_die_that_shoots_nobody_down_excuses_nobody(die: int, tmp_path: Path) -> None:
    text = PLAY["text"].replace("airdie 1: 2", f"airdie 1: {die}")
    told = told_of(parts_of("m41"), text, PLAY["edits"], tmp_path)
    assert "violation M41-AIR-3: rus-west-air was shot down in battle 1, but by no interception." in told


def test_without_any_die_nobody_is_excused(tmp_path: Path) -> None:
    told = told_of(parts_of("m41"), PLAY["text"], ["drop INTERCEPT", "drop AIRDIE"], tmp_path)
    assert told == ["violation M41-AIR-3: rus-west-air was shot down in battle 1, but by no interception."]
