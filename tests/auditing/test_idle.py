"""A key that was forgotten in a phase in which nothing else is done: it is looked for there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from tests.auditing.readings import Referee, noted, phase_read, weighed
from tests.auditing.steps import clock_of
from tests.reading.phases import TOY
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.idle import with_idle_phases
from trc_module.auditing.judged import Noted
from trc_module.auditing.phases import Phase
from trc_module.auditing.weighed import PhaseRead
from trc_module.rules.clock import FIGHT, MOVE, OTHER
from trc_module.rules.finding import Finding, Verdict

FLOWN = """
at: turn 2 german russian-rally good
status: ger-4-army disrupted, rus-bryansk disrupted
on C4: ger-4-army
on C3: rus-bryansk
on B3: rus-20-army
on B5: rus-24-army
on B4: rus-16-army
on D4: rus-13-army
on C5: rus-50-army
box german air: ger-8-fk
recover rus-bryansk
end
end
end
{}end
"""


@pytest.mark.parametrize(
    ("flight", "edits", "expected"),
    [
        ("air-supply ger-4-army by ger-8-fk\n", [], []),
        ("air-supply ger-4-army by ger-8-fk\n", ["drop AIRSUPPLY"], ["undecided M41-SUP-1"]),
    ],
    ids=["said", "forgotten"],
)
def test_a_supply_flight_is_looked_for_where_nothing_is_done(
    flight: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("m41"), FLOWN.format(flight), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


BLUE, GREY = clock_of(OTHER, "blue"), clock_of(OTHER, "grey")
WRONG = Finding("9", Verdict.VIOLATION, "It is so.", ("blue-1",))
ENDED = Noted(WRONG, (4,), BLUE, None, "", accused=True)


def divided(at: Any, *now: Noted, weight: tuple[int, ...] | None = None) -> list[tuple[Any, Any, Any]]:
    """Return the phases of a fight with steps that were passed over, of one of which something is told."""

    class Again(Referee):
        def read(self, phase: Phase, reader: Any, beside: Sequence[Phase]) -> PhaseRead:
            parts.append(phase)
            best = weighed(*now, weight=weight) if len(parts) > 1 else weighed()
            return PhaseRead(phase, (), read.before, best)

        def explained(self, read: PhaseRead, reader: Any) -> PhaseRead:
            return read

    parts: list[Phase] = []
    idle = {clock_of(MOVE, "blue"): 5, clock_of(FIGHT, "blue"): 6, BLUE: 4, GREY: 7}
    wrong = Noted(WRONG, (4,), at, None, "", accused=True)
    read = phase_read(weighed(wrong))
    read.phase.idle, read.phase.next = idle, clock_of(MOVE, "grey")
    referee: Any = Again()
    found = with_idle_phases(TOY, referee, referee, [read], cast("Any", None))
    assert referee.at == ([] if len(found) == 2 else ["back by 1"] if parts else [])
    return [(one.phase.clock, one.phase.next, one.phase.idle) for one in found] if len(found) == 2 else []


def test_a_phase_in_which_nothing_was_done_is_one_of_its_own_if_that_explains_something() -> None:
    own, later = clock_of(FIGHT), clock_of(MOVE, "grey")
    after = {clock_of(MOVE, "blue"): 5, clock_of(FIGHT, "blue"): 6, GREY: 7}
    assert divided(BLUE) == [(own, BLUE, {}), (BLUE, later, after)]
    passed = {BLUE: 4, clock_of(MOVE, "blue"): 5, clock_of(FIGHT, "blue"): 6}
    assert divided(GREY) == [(own, GREY, passed), (GREY, later, {})]
    # It breaks less, and nobody is accused of something else.
    assert divided(BLUE, ENDED) == []
    assert divided(BLUE, noted("8", "blue-1"), weight=(0, 1, 0, 0)) == []
    # Who had to fight, or to move, has forgotten no key; nor did he of whom the phase itself tells.
    for clock in (clock_of(FIGHT, "blue"), clock_of(MOVE, "blue"), own):
        assert divided(clock) == []
