"""A die that falls when the tracker has been advanced past its battle, under the number of the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tests.laws.repeating import Listening, Repeating
from tests.toy import load
from tests.toy.game import FOLDER
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
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
