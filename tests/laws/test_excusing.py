"""A sample of `python -m tests.laws --excuse`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.laws import excusing
from tests.laws.excusing import Otherwise, done_otherwise
from tests.laws.playing import audit_of, told


@pytest.mark.parametrize(("name", "seed"), [("nr", 5), ("m41", 6)])
def test_the_audit_says_something_of_what_the_referee_names(name: str, seed: int, tmp_path: Path) -> None:
    found = list(done_otherwise(told(name, seed, 1, tmp_path), tmp_path, 1, kinds=4))
    assert len(found) == 4
    assert [one for one in found if one.outcome == "passed over"] == []


def test_an_audit_that_tells_nothing_has_passed_over_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excusing, "audit_of", lambda logs: replace(audit_of(logs), findings=()))
    found = list(done_otherwise(told("bfm", 11, 1, tmp_path), tmp_path, 1, kinds=3))
    assert [one.outcome for one in found] == ["passed over"] * 3


def test_what_is_told_of_an_act_done_otherwise() -> None:
    one = Otherwise("RollCombat with another die", "turn 1", "roll 1: 5", "roll 1: 1", ("5.4",), ("5.4",), ())
    assert one.outcome == "named"
    assert replace(one, told=("5.3",)).outcome == "named otherwise"
    assert replace(one, told=(), undecided=("log.move",)).outcome == "left open"
