"""The toy game's logs: composed, audited, and crimes found in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.toy import load
from trc_module.cli.main import group
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.record import record_text
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import record_of, self_play

TOY = load()
HIDDEN = {
    "D2": "a log that begins in the midst of a game does not show how many cards a hand holds",
    "M4": "a drag over the wall shows no way, and there is a legal one around it",
}
"""Rules whose example is no crime as far as a log shows it, and why."""


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, str(Path(__file__).parents[1]))


def audited(folder: Path, record: str) -> dict[str, Any]:
    """Compose a log from a record and audit it; return the report."""
    (folder / "a.game").write_text(record, encoding="utf-8")
    made = CliRunner().invoke(group, ["compose", str(folder / "a.game"), "-o", str(folder / "a.vlog")])
    assert made.exit_code == 0, made.output
    report: dict[str, Any] = json.loads(CliRunner().invoke(group, ["audit", str(folder / "a.vlog"), "--json"]).output)
    return report


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_is_audited_without_a_finding(tmp_path: Path, seed: int) -> None:
    start = TOY.start("campaign", frozenset())
    acts = [told.action for told, _ in self_play(TOY, start, TOY.player("random", seed), 5)]
    report = audited(tmp_path, record_text(record_of(TOY, start, acts)))
    assert report["game"] == "toy"
    assert len(report["acts"]) == len(acts)
    assert report["findings"] == []


@pytest.mark.parametrize("rule", TOY.book.under(""), ids=lambda rule: rule.number)
def test_a_crime_is_found_in_a_log(tmp_path: Path, rule: Rule) -> None:
    (example,) = rule.examples
    acts = [line for line in example.illegal.splitlines() if not line.startswith("expect")]
    told = {told.rule for statement in example.broken for told in statement.told}
    report = audited(tmp_path, "\n".join(["game: toy", *acts, ""]))
    assert {finding["rule"] for finding in report["findings"]} == (set() if rule.number in HIDDEN else told)


@pytest.mark.parametrize(("reduced", "told"), [("", set()), ("reduced: blue-g 1\n", {"M1"})])
def test_a_log_that_begins_with_a_reduced_unit_shows_its_face(tmp_path: Path, reduced: str, told: set[str]) -> None:
    # The gun moves two hexes of meadow, but only one when it has lost a step.
    record = f"game: toy\nat: turn 3 blue march\non 0202: blue-g\n{reduced}move blue-g 0202 0102 0101\n"
    assert {finding["rule"] for finding in audited(tmp_path, record)["findings"]} == told
