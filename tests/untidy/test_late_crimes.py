"""Illegal acts in logs that begin in the middle of a game: each is named, and nobody is accused of anything else."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.untidy.habits import Rates, Untidy
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.rules.record import Record, read_record

CRIMES = tomllib.loads(Path(__file__).with_name("late_crimes.toml").read_text("utf-8"))["crime"]


def records() -> Iterator[tuple[str, list[str], list[str], Record]]:
    """Yield each crime: its name, the rules to be named and to be left open, and the record to the end of its phase."""
    for crime in CRIMES:
        acts = crime["record"].rstrip("\n")
        text = acts if acts.endswith("\nend") else f"{acts}\nend"
        record = read_record(f"game: trc\n{text}\n", crime["name"], find_game)
        yield crime["name"], crime["rules"], crime.get("undecided", []), record


def told(path: Path, parts: ModuleInputs) -> tuple[list[str], list[str]]:
    """Return the rules of all findings of an audit that accuse somebody, and of those that are undecided, each once."""
    found = [noted.finding for noted in audit_log(open_log(path, parts)).findings]
    accused = {finding.rule for finding in found if finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT)}
    return sorted(accused), sorted({finding.rule for finding in found if finding.verdict is Verdict.UNDECIDED})


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len(CRIMES) >= 190
    assert len({crime["name"] for crime in CRIMES}) == len(CRIMES)


def test_each_is_named_and_nothing_else_is_told_beside_notes(parts: ModuleInputs, tmp_path: Path) -> None:
    path, wrong = tmp_path / "late.vlog", []
    for name, rules, undecided, record in records():
        compose(parts, record, path, "1")
        accused, left_open = told(path, parts)
        if accused != rules or left_open != undecided:
            wrong.append((name, accused))
    assert wrong == []


def test_nearly_all_are_named_in_an_untidy_log_as_well_and_nobody_is_accused_of_anything_else(
    parts: ModuleInputs, tmp_path: Path
) -> None:
    game, path = parts.game, tmp_path / "late.vlog"
    assert isinstance(game, TrcGame)
    missed, wrong = [], []
    otherwise = {crime["name"]: crime.get("otherwise", []) for crime in CRIMES}
    for name, rules, undecided, record in records():
        write(parts, record, path, Untidy(game, random.Random(f"late {name}"), Rates()))
        accused, _ = told(path, parts)
        if not accused and not undecided:
            missed.append(name)
        if not set(accused) <= {*rules, *otherwise[name]}:
            wrong.append((name, accused))
    assert wrong == []
    # Without its key the cause of a removal or a voyage is unknown, and so may be whom a battle was fought against.
    assert len(missed) <= 6
