"""Logs of the module: what breaks a rule in a record breaks it in a composed log too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.games.trp.data import NAME
from trc_module.gamespec import find_spec
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record
from trc_module.rules.registry import Rule

GAME = find_game(NAME)
RULES = [rule for rule in GAME.book.under("") if rule.illegal]
_CONTROL = "a log that begins in the midst of a game does not show who controls land"
HIDDEN = {
    "XIII.A6": "who stands in an attacked hex and is in no line is read as one whose key was forgotten",
    "XIV.B1": _CONTROL,
    "XV.A": _CONTROL,
    "XV.B": _CONTROL,
    "XIII.G": "a log that begins in a reserve phase does not show who acted before",
}
"""Rules whose example is no crime as far as a log shows it, and why."""

UNDECIDED = {
    "XIII.A3": "another may have attacked it in this phase before the log begins",
    "XVI.B3": "the unit may have moved in this phase before the log begins",
}
"""Rules that a log of the example's phase alone leaves open, and why."""
READ = {
    "XIII.B6": "the key of an order may have been pressed after the die though it was given before",
    "XIII.D1": "the unit never retreats: the line that its result became another may be missing",
}
"""Rules whose crime may be a key that was forgotten or pressed late, and why: that is undecided, and a note says so."""


@pytest.fixture(scope="module")
def parts() -> ModuleInputs:
    return load_inputs(GAME, find_spec(NAME).folder)


def found(parts: ModuleInputs, folder: Path, record: str) -> list[tuple[str, str]]:
    """Compose a log of a record and audit it; return verdict and rule of each finding, in their order."""
    lines = [line for line in record.splitlines() if not line.startswith("expect")]
    read = read_record("\n".join(["game: trp", *lines, ""]), "a", find_game)
    options = read.start.options
    parts = replace(parts, game=read.game) if options else parts
    compose(parts, read, folder / "a.vlog", "0.0.1")
    log = replace(open_log(folder / "a.vlog", parts), scenario=read.start.scenario, options=options)
    return sorted((told.finding.verdict.value, told.finding.rule) for told in audit_log(log).findings)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.number)
def test_a_crime_is_found_in_a_log(parts: ModuleInputs, tmp_path: Path, rule: Rule) -> None:
    example = next(each for each in rule.examples if each.broken)
    told = sorted((one.verdict.value, one.rule) for statement in example.broken for one in statement.told)
    if rule.number in UNDECIDED:
        told = [("undecided", rule.number)]
    if rule.number in READ:
        told = [("note", "log.read"), ("undecided", rule.number)]
    heard = found(parts, tmp_path, example.illegal)
    if rule.number in HIDDEN:
        # The note tells how it is read.
        told, heard = [], [one for one in heard if one != ("note", "log.read")]
    assert [one for one in heard if one[0] != "skipped" or one in told] == told


@pytest.mark.parametrize("number", ["XII.4", "XIII.C8", "XIII.D6", "XIII.E2", "XIII.F", "XVI.D"])
def test_what_keeps_a_rule_is_no_crime_in_a_log(parts: ModuleInputs, tmp_path: Path, number: str) -> None:
    example = next(each for each in GAME.book.rules[number].examples if each.broken)
    assert found(parts, tmp_path, example.legal) == []
