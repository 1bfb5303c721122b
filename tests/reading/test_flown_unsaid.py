"""No key says for which unit an aircraft flew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.reading.phases import briefs, phase
from tests.reading.test_said_nothing import AIR
from trc_module.reading.habits import flown_unsaid


def flights(*lines: str, **given: Any) -> Sequence[str]:
    found = phase(*lines, **{"at": {"red-2": 1, "blue-2": 2}, "steps": [3], **AIR, **given})
    keys = [key for key in found.policy.silent if key.verb == "AIRSUPPLY"]
    return briefs(flown_unsaid.proposals(replace(found, policy=replace(found.policy, silent=tuple(keys)))))


def test_for_whom_an_aircraft_flew_its_player_alone_knows() -> None:
    def flown(price: int, unit: str) -> str:
        return f"{price}, +3 AIRSUPPLY u={unit} x=red-air, chosen"

    assert flights(units=["red-air"]) == [flown(3, "red-1"), flown(3, "red-2")]
    assert flights(units=["red-2"]) == [flown(2, "red-2")]
    assert flights(units=["red-2"], at={"red-2": None}) == []
    assert flights("1 AIRSUPPLY u=red-1 x=red-air", units=["red-2"]) == []
    assert flights("1 CUT u=red-1 x=red-air", units=["red-2"]) == [flown(2, "red-2")]
