"""Consequences of errors by the custom of the tournament organizer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from tests.replay.script import CLEAR, Script
from tests.report.test_formats import _violations as violations
from trc_module.auditing.audit import Audit
from trc_module.auditing.customs import Remedy, _moved_on, _same_part, area, remedy
from trc_module.cli.main import group
from trc_module.report.formats import format_audit
from trc_module.rules.actions import End
from trc_module.rules.clock import MOVE
from trc_module.rules.finding import Verdict
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
HEADER = CLEAR + "on I18: ger-57-pz\non K18: rus-3-inf\non AA10: rus-8-inf\n"
OPENS = "All movement is open again: turn 1, Axis impulse 1."


def meant(audit: Audit, rule: str) -> Remedy | None:
    return next(remedy(audit, noted, "area") for noted in audit.findings if noted.finding.rule == rule)


@pytest.fixture
def log(script: Begin) -> Script:
    """An axis corps that goes too far."""
    return script(HEADER).move("ger-57-pz", "Z5").end()


def test_an_error_in_movement_opens_the_movement(log: Script) -> None:
    assert meant(log.audit(), "4.1.2c") == Remedy("movement", OPENS)


def die(log: Script, line: str) -> Script:
    """Roll a die with a line that says who did; an empty one says nothing."""
    return log.raw(*([Chat(line)] if line else []), ChangeProperty("Die_result", "", "4", "Module"))


def test_a_die_of_the_opponent_accepts_the_movement(log: Script) -> None:
    found = meant(die(log, '* *** TRC1 DIE die=4 by="Russian"').audit(), "4.1.2c")
    assert found == Remedy("stands", "Stands: the opponent had rolled a die in step 3.", 3)


def test_a_die_of_ones_own_accepts_nothing(log: Script) -> None:
    assert meant(die(log, '* *** TRC1 DIE die=4 by="Axis"').audit(), "4.1.2c") == Remedy("movement", OPENS)


def test_a_die_that_nobody_signed_leaves_it_open(log: Script) -> None:
    found = meant(die(log, "").audit(), "4.1.2c")
    assert found == Remedy("either", f"Stands if the opponent rolled the die of step 3. Else: {OPENS}", 3)


def test_a_move_of_the_opponent_ends_all_corrections(log: Script) -> None:
    log.turn(1, "russian", 1, "movement")
    found = meant(log.move("rus-8-inf", "AA11", by="russian").audit(), "4.1.2c")
    assert found is not None
    assert found.means == "stands"
    assert found.sentence == f"Stands: the opponent had begun a move of his own in step {found.step}."


def test_an_error_in_combat_has_its_dice_rolled_again(script: Begin) -> None:
    log = script(CLEAR + "on K19: ger-57-pz\non K18: rus-3-inf\n").end()
    audit = log.end().audit()
    found = [remedy(audit, noted, "area") for noted in audit.findings if noted.finding.accuses]
    text = "All dice of the combat are rolled again, and the movement stands: turn 1, Axis impulse 1."
    assert found == [Remedy("combat", text)]


def test_nobody_is_told_of_a_custom_that_was_not_asked_for(log: Script) -> None:
    audit = log.audit()
    noted = next(noted for noted in audit.findings if noted.finding.accuses)
    assert remedy(audit, noted, "") is None
    assert "by custom" not in format_audit(audit, audit.findings, "text")


def test_notes_mean_nothing(log: Script) -> None:
    audit = log.move("ger-57-pz", "I18").roll_for_something(3).audit()
    told = [remedy(audit, noted, "area") for noted in audit.findings if not noted.finding.accuses]
    assert told
    assert set(told) == {None}


def test_every_form_carries_it(log: Script) -> None:
    path = log.write()
    run = CliRunner().invoke(group, ["audit", str(path), "--custom", "area"])
    assert run.exit_code == 1
    assert f"      by custom: {OPENS}" in run.output.splitlines()
    tree = json.loads(CliRunner().invoke(group, ["audit", str(path), "--custom", "area", "--json"]).output)
    schema = json.loads(files("trc_module.report").joinpath("audit.schema.json").read_text("utf-8"))
    assert list(violations(tree, schema, schema)) == []
    wanted = {"custom": "area", "means": "movement", "sentence": OPENS, "at": None}
    assert tree["findings"][0]["remedy"] == wanted
    sarif = json.loads(CliRunner().invoke(group, ["audit", str(path), "--custom", "area", "--format", "sarif"]).output)
    assert sarif["runs"][0]["results"][0]["properties"]["remedy"] == wanted


def done(step: int, part: str = "a", *, side: str = "other", action: object = None) -> SimpleNamespace:
    """Return an act, of which only its step, its part of the turn and its side are there."""
    clock = SimpleNamespace(part_text=part, side=side, part_words="the part")
    return SimpleNamespace(steps=(step,), clock=clock, action=action)


def audit_of(acts: Sequence[object], rolls: Sequence[object] = ()) -> Any:
    sequence = SimpleNamespace(kind_of=lambda clock: MOVE)
    log = SimpleNamespace(parts=SimpleNamespace(game=SimpleNamespace(sequence=sequence)))
    return SimpleNamespace(acts=acts, log=log, dice=SimpleNamespace(counting=rolls))


FINDING = SimpleNamespace(accuses=True, verdict=Verdict.VIOLATION)
NOTED: Any = SimpleNamespace(steps=(4, 5), clock=done(5).clock, side="own", finding=FINDING, accused=True)


def test_a_part_of_the_turn_ends_with_the_first_act_of_another_one_behind_the_finding() -> None:
    others = [done(2, "z"), done(5, "z"), done(6), done(8, "b"), done(9, "c")]
    assert [_same_part(audit_of(others), NOTED, step) for step in (6, 7, 8, 9)] == [True, True, False, False]
    assert _same_part(audit_of(others[:3]), NOTED, 99)


def test_what_was_done_in_the_very_step_of_a_finding_came_not_after_it() -> None:
    assert _moved_on(audit_of([done(5), done(6, side="own"), done(7, action=End())]), NOTED, "own") == 0
    assert _moved_on(audit_of([done(5), done(6), done(7)]), NOTED, "own") == 6
    found = area(audit_of([], [SimpleNamespace(step=5, by="other")]), NOTED)
    assert found is not None
    assert found.means == "movement"
