"""Keys of an earlier phase of battles that may explain a later one: what explains nothing is not searched through."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.readings import Referee, noted, phase_read, weighed
from tests.auditing.steps import clock_of, step
from tests.reading.phases import line
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.completing import Completing
from trc_module.auditing.unsaid_before import with_keys_of_before
from trc_module.auditing.weighed import PhaseRead, Weighed
from trc_module.rules.clock import FIGHT, MOVE

LEFT_STANDING = """
at: turn 1 soviet attacks-1 good
on B17: fin-7-corps
on A18: sov-42-rif
on D14: fin-4-corps
fall-back fin-4-corps D14 C14 B13 A13
disperse fin-4-corps
end
end
end
end
attack 1: sov-42-rif x fin-7-corps
odds 1: 1-3
roll 1: 6
result 1: DE
end
"""


def test_no_key_before_explains_who_was_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_on = []
    monkeypatch.setattr(Completing, "read_on", lambda *given: read_on.append(given))
    told = told_of(parts_of("trp"), LEFT_STANDING, [], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation XIII.C2"]
    assert read_on == []


LAST = weighed(noted("7.1", "ger-1"))


def keys_tried(
    kind: str, last: Weighed, *lines: str, other: Weighed | None = None
) -> tuple[list[str], list[Weighed] | None]:
    """Return the keys that were tried in a phase before the last, and how the phases are read then; None as before."""
    tried: list[str] = []

    class Again(Referee):
        def best(self, phase: Any, changed: Any, before: Any, best: Any) -> Weighed:
            tried.extend(f"{new.says.verb} {new.says['u']}" for change in changed for new in change.into)
            return other or weighed()

        def shows_otherwise(self, *given: Any) -> bool:
            return True

        def read_on(self, first: PhaseRead, phases: Any, reader: Any) -> list[PhaseRead]:
            return [phase_read(last)]

    referee: Any = Again()
    earlier = phase_read(weighed(lines=[line(each) for each in lines]), step(1), at=clock_of(kind, "axis", game="nr"))
    phases = [earlier, phase_read(LAST, at=clock_of(FIGHT, "soviet", game="nr"))]
    reader: Any = SimpleNamespace(changed=lambda base, changes: changes)
    found = with_keys_of_before(parts_of("nr").game, referee, referee, phases, reader)
    return tried, None if found is None else [read.best for read in found]


def test_a_key_that_was_not_pressed_in_battles_before_is_tried() -> None:
    better = weighed()
    tried, found = keys_tried(FIGHT, better)
    assert (tried[:1], found and found[-1]) == (["TARGET ger-1"], better)
    # As they break no less, all are tried; and none where units move, or that was pressed for the unit.
    every, found = keys_tried(FIGHT, LAST)
    assert (every, found) == (EVERY, None)
    assert keys_tried(MOVE, better) == ([], None)
    assert keys_tried(FIGHT, LAST, "1 TARGET u=ger-1")[0] == [key for key in EVERY if key != "TARGET ger-1"]
    assert keys_tried(FIGHT, LAST, "1 TARGET u=ger-2")[0] == EVERY
    # Nor does one explain anything under which its own phase breaks more.
    assert keys_tried(FIGHT, better, other=weighed(noted("8", "ger-1"))) == (EVERY, None)


EVERY = ["TARGET ger-1", "COUNTERBLOW ger-1"]
