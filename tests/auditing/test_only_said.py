"""Keys that only say something, pressed at the border of two phases: the phase of which they are read explains them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.auditing.steps import log_of, phase, step
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.only_said import with_what_was_only_said
from trc_module.replay.events import Step
from trc_module.rules.clock import FIGHT, MOVE

TWO_BATTLES = """
at: turn 2 soviet moves good
on U1: ger-4-army
on V1: sov-26-army
on BB3: sov-12-army
on CC3: rom-3-army ger-30-inf
on Q3: sov-6-coskav
status: ger-4-army dispersed, rom-3-army dispersed, ger-30-inf dispersed
move sov-6-coskav Q3 R3 R4 R5
end
attack 1: sov-26-army x ger-4-army
attack 2: sov-12-army x rom-3-army ger-30-inf
ask soviet
stand ger-30-inf
stand ger-4-army
odds 2: 1-3
odds 1: 1-2
roll 2: 1
result 2: AE dispersed
result 2: AE
lose 2: sov-12-army
roll 1: 6
result 1: DE dispersed
result 1: DE
lose 1: ger-4-army
advance 1: sov-26-army V1 U1
end
"""


def test_what_is_said_of_a_battle_is_not_read_where_no_battle_is(tmp_path: Path) -> None:
    """The odds of battles that no key declares by their attackers stay with them: in the phase before none is."""
    assert told_of(parts_of("trp"), TWO_BATTLES, ["drop ATT"], tmp_path) == []


GOES, DIE = step(1, goes={"red-1": (1, 2)}), step(4, "ROLL b=1 die=3")
ATT, DEF, OUT = step(2, "ATT b=1 u=red-1"), step(3, "DEF b=1 u=blue-1"), step(5, "OUT b=2 u=red-2")


@pytest.mark.parametrize(
    ("before", "behind", "told", "parts"),
    [
        ([GOES, ATT], [DEF, DIE], [2, 3], ["1 | 2 3 4", "1 2 3 | 4"]),
        # Only what is held against somebody.
        ([GOES, ATT], [DEF, DIE], [3], ["1 2 3 | 4"]),
        ([GOES, ATT], [DEF, DIE], [2], ["1 | 2 3 4"]),
        ([GOES, ATT], [DEF, DIE], [1, 4], []),
        ([GOES, ATT, DEF], [DIE], [3], ["1 2 | 3 4"]),
        # Up to where something is done.
        ([ATT, DIE], [GOES, OUT], [2, 5], []),
        ([GOES], [ATT, GOES, OUT], [2, 5], ["1 2 | 1 5"]),
        ([GOES], [step(6, "ROLL b=1"), ATT], [2, 6], ["1 2 | 6"]),
        # What names nothing belongs to the moment in which it is said.
        ([GOES], [step(6, "ATT by=red"), ATT], [2, 6], ["1 2 | 6"]),
    ],
)
def test_what_is_only_said_at_a_border_goes_over_it(
    before: Sequence[Step], behind: Sequence[Step], told: Sequence[int], parts: Sequence[str]
) -> None:
    earlier, later = phase(MOVE, *before), phase(FIGHT, *behind)
    earlier.next = later.clock
    found = with_what_was_only_said(log_of(), earlier, later, told)
    assert [" | ".join(_numbers(part.steps) for part in both) for _, both in found] == parts
    # Other phases lie between.
    earlier.next = phase(FIGHT, side="blue").clock
    assert list(with_what_was_only_said(log_of(), earlier, later, told)) == []


def _numbers(steps: Sequence[Step]) -> str:
    return " ".join(str(one.number) for one in steps)
