"""A die that falls when the tracker has been advanced past its battle, under the number of the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tests.auditing.steps import log_of, phase, step
from tests.laws.repeating import Listening, Repeating
from tests.toy import load
from tests.toy.game import FOLDER
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.auditing.late_dice import with_late_dice
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.events import Step
from trc_module.replay.gamelog import open_log
from trc_module.rules.clock import FIGHT, MOVE, OTHER
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record

PLAY = """
game: toy
at: turn 2 red battle
on 0202: red-1 red-2
on 0302: blue-2
on 0505: blue-1
attack 1: red-1 red-2 x blue-2
roll 1: 9
reduce 1: blue-2
end
end
"""
Fields = Mapping[str, str]


@lru_cache(maxsize=1)
def parts() -> ModuleInputs:
    return load_inputs(load(), FOLDER)


def told(folder: Path, late: Callable[[str, Fields], Fields | None]) -> list[str]:
    """Return what an audit says of the play with the die and what it brought after the tracker.

    `late` returns the fields of each such line as they are made; None for a line that is not.
    """
    record = read_record(PLAY.strip() + "\n", "a play", lambda *asked: parts().game)
    path, heard = folder / "late.vlog", Listening()
    write(parts(), record, path, heard)
    first, second, *others = (list(steps) for steps in heard.phases)
    gone = [step for step in first if step.lines[0][0] in ("ROLL", "REDUCE")]
    made = [(step, late(*step.lines[0])) for step in gone]
    moved = [LogStep(((step.lines[0][0], said),), step.moves) for step, said in made if said is not None]
    write(parts(), record, path, Repeating([[step for step in first if step not in gone], [*moved, *second], *others]))
    log = replace(open_log(path, parts()), scenario=record.start.scenario)
    return [str(n.finding).split(": ")[0] for n in audit_log(log).findings if n.finding.verdict is not Verdict.NOTE]


def test_the_die_is_that_of_the_battle_before(tmp_path: Path) -> None:
    assert told(tmp_path, lambda verb, fields: fields) == []


def test_under_the_number_of_the_next_battle_too(tmp_path: Path) -> None:
    assert told(tmp_path, lambda verb, fields: {**fields, "b": "2"}) == []


def test_a_battle_without_any_die_is_named(tmp_path: Path) -> None:
    assert "violation C3" in told(tmp_path, lambda verb, fields: None if verb == "ROLL" else fields)


def test_a_result_that_the_die_does_not_bring_is_named(tmp_path: Path) -> None:
    found = told(tmp_path, lambda verb, fields: {**fields, "b": "2", **({"die": "2"} if verb == "ROLL" else {})})
    assert any(text.startswith("violation") for text in found)


def test_a_result_of_somebody_else_is_no_reason_to_give_the_die_another_number(tmp_path: Path) -> None:
    found = told(tmp_path, lambda verb, fields: {**fields, "b": "2", **({} if verb == "ROLL" else {"u": "blue-1"})})
    assert any(text.startswith("violation") for text in found)


ATT, ROLL, BACK = step(2, "ATT b=1 u=red-1"), step(5, "ROLL b=1 die=3"), step(6, "RETREAT b=1 u=red-1")
WENT, PLAIN = step(7, goes={"red-1": (1, 2)}), step(8, "DIE die=3")


def late(*steps: Step, earlier: str = FIGHT, later: str = OTHER) -> list[tuple[list[int], list[int]]]:
    """Return the steps of a phase of battles, and of the next one, as they are divided then."""
    first = phase(earlier, ATT)
    second = phase(later, *steps, side="blue")
    first.next = second.clock
    found = with_late_dice(log_of(), first, second)
    return [tuple([one.number for one in part.steps] for part in parts) for _, parts in found]  # type: ignore[misc]


def test_dice_of_battles_are_the_end_of_their_phase_with_what_they_brought() -> None:
    assert late(ROLL, BACK, WENT) == [([2, 5, 6, 7], [])]
    assert late(ROLL, step(6, "LOSS b=1 u=red-1"), WENT) == [([2, 5, 6], [7])]
    assert late(step(5, "ROLL die=3"), BACK) == []
    assert late(WENT) == []
    # Who goes with others, or back with a line of something else, goes as in any phase.
    both = step(7, goes={"red-1": (1, 2), "red-2": (1, 2)})
    assert late(ROLL, BACK, both) == [([2, 5, 6], [7])]
    assert late(ROLL, BACK, step(7, "ARRIVE u=red-1", goes={"red-1": (1, 2)})) == [([2, 5, 6], [7])]
    # Two who went back may be dragged one after the other.
    two = step(6, "RETREAT b=1 u=red-1", "RETREAT b=1 u=red-2")
    assert late(ROLL, two, WENT) == [([2, 5, 6, 7], [])]


def test_plain_dice_may_come_with_them_or_not() -> None:
    assert late(PLAIN) == [([2, 8], [])]
    assert late(ROLL, PLAIN) == [([2, 5], [8]), ([2, 5, 8], [])]


def test_battles_that_a_phase_declares_are_its_own() -> None:
    assert late(step(4, "DEF b=1 u=red-1"), ROLL) == []
    # Nor is there anything late where the next phase is one of battles, or this is none, or others lie between.
    assert late(ROLL, later=FIGHT) == []
    assert late(ROLL, earlier=MOVE) == []
    first = phase(FIGHT, ATT)
    assert list(with_late_dice(log_of(), first, phase(OTHER, ROLL, side="blue"))) == []
