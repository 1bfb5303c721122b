"""A plain die in a battle whose keys were forgotten, all of them or those of one side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.laws.repeating import Repeating
from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.reading.battle import Fight
from trc_module.reading.habits import rolled_undeclared
from trc_module.replay.gamelog import open_log
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record

ANSWERED = """
at: turn 4 axis combat
on M11: ger-11
on N11: sov-southwest
on L15: ger-6
on L16: sov-south
target sov-southwest
target sov-south
attack 1: ger-6 x sov-south
roll 1: 2
attack 2: ger-11 x sov-southwest
roll 2: {}
attack 3: sov-southwest x ger-11
support 3: 1
roll 3: 1
end
"""
NO_LINE = ["drop ATT ger-11", "drop DEF sov-southwest", "plain ROLL 2"]


@pytest.mark.parametrize(("die", "expected"), [(4, ["undecided 10.7"]), (6, ["undecided log.roll", "violation 10.7"])])
def test_a_plain_die_explains_a_counterattack_if_it_asks_for_one(die: int, expected: list[str], tmp_path: Path) -> None:
    found = told_of(parts_of("nr"), ANSWERED.format(die), NO_LINE, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


STRUCK_BACK = """
at: turn 1 soviet combat
on A20: fin
on B19: sov-leningrad
on J9: ger-4
on K10: sov-south
target fin
target ger-4
attack 1: sov-leningrad x fin
roll 1: {}
counterblow sov-leningrad
attack 2: sov-south x ger-4
roll 2: 1
end
"""
HALF = ["drop TARGET fin", "drop DEF fin", "plain ROLL 1", "earlier COUNTERBLOW 1"]


@pytest.mark.parametrize(("die", "verdict"), [(5, "undecided"), (1, "violation")])
def test_one_side_and_the_die_of_a_battle_may_both_have_no_key(die: int, verdict: str, tmp_path: Path) -> None:
    found = told_of(parts_of("nr"), STRUCK_BACK.format(die), HALF, tmp_path)
    assert f"{verdict} 10.1.2" in [text.split(": ")[0] for text in found]


STANDING = "game: nr\nat: turn 3 axis movement\non K11: ger-6\non K12: sov-south\nend\nend\n"


def test_nobody_is_accused_of_an_attack_that_no_line_tells_of(tmp_path: Path) -> None:
    """One die too many, and all by hand: who stands there has attacked already."""
    parts = parts_of("nr")
    record = read_record(STANDING, "a battle", lambda *asked: parts.game)
    at = record.start.place("sov-south")
    assert at is not None
    dice = [LogStep((("DIE", {"die": die}),)) for die in "23"]
    drags = [LogStep((), (move,)) for move in (("sov-south", "destroyed"), ("ger-6", at), ("ger-6", "destroyed"))]
    path = tmp_path / "play.vlog"
    write(parts, record, path, Repeating([[], [*dice, *drags]]))
    log = replace(open_log(path, parts), scenario=record.start.scenario)
    assert [noted.finding for noted in audit_log(log).findings if noted.finding.accuses] == []


COUNTERBLOW = """
at: turn 1 axis combat
on E13: ger-3-pz ger-18
on E14: sov-northwest
target sov-northwest
attack 1: ger-3-pz ger-18 x sov-northwest
roll 1: {}
counterblow ger-3-pz
end
"""


@pytest.mark.parametrize(
    ("die", "expected"), [(1, ["undecided 10.1.2"]), (6, ["undecided log.roll", "violation 10.1.2"])]
)
def test_another_unit_may_have_attacked_with_who_is_accused(die: int, expected: list[str], tmp_path: Path) -> None:
    edits = ["drop ATT", "drop DEF", "plain ROLL 1"]
    found = told_of(parts_of("nr"), COUNTERBLOW.format(die), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


def undeclared(*lines: str, at: dict[str, int | None] | None = None, **given: Any) -> Sequence[str]:
    return briefs(rolled_undeclared.proposals(phase(*lines, at=at, **given)))


def test_a_plain_die_in_question_is_of_a_battle_that_lacks_a_side() -> None:
    lines = ("1 ATT b=1 u=red-1", "3 DIE die=5")
    told = ["4, -3 DIE die=5, +3 DEF b=1 u=blue-1, +3 ROLL b=1 die=5, chosen"]
    assert undeclared(*lines, steps=[3]) == told
    assert undeclared(*lines, steps=[1]) == []
    assert undeclared("4 ATT b=1 u=red-1", lines[1], steps=[3]) == []
    assert undeclared(lines[0], "2 ROLL b=1 die=4", lines[1], steps=[3]) == []
    assert undeclared(lines[0], "2 DEF b=1 u=blue-1", lines[1], steps=[3]) == []
    assert undeclared(lines[1], steps=[3], known=[Fight("1", {"red-1": None})]) == []


@pytest.mark.parametrize(("number", "new"), [(1, 2), (2, 1)])
def test_a_battle_that_no_line_names_has_the_number_that_the_others_leave_out(number: int, new: int) -> None:
    other = (f"1 ATT b={number} u=red-1", f"2 DEF b={number} u=blue-1", f"4 ROLL b={number} die=5")
    world: dict[str, int | None] = {"red-3": 5, "blue-4": 6}
    found = undeclared(*other, "5 DIE die=5", steps=[5], units=["red-3"], at=world)
    assert found[0] == (
        f"5, -5 DIE die=5, +5 ATT b={new} u=red-3, +5 DEF b={new} u=blue-4, +5 ROLL b={new} die=5, chosen"
    )
    assert len(found) == 2


def test_a_battle_of_which_lines_tell_only_what_became_of_it_has_the_die_as_well() -> None:
    found = undeclared("2 LOSS b=1 u=blue-1", "3 DIE die=5", steps=[3], units=["red-1"])
    assert found[0] == "3, -3 DIE die=5, +2 DEF b=1 u=blue-1, +3 ROLL b=1 die=5, chosen"
