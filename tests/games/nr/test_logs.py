"""Logs: games composed and audited, the crime of each rule found, hands hidden."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.auditing.audit import Audit, audit_log
from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import End
from trc_module.rules.record import read_record, record_text
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import record_of, self_play

GAME = load()
OPTIONS = frozenset({"15.1", "15.2", "15.3", "15.4"})
HIDDEN = {
    "10.1.1": "whoever does not press the key of a target has stated nothing",
    "8c": "a drag over the lake shows no way, and there is a legal one around it",
    "10.8": "who advances after a battle beside which it stood is read as an attacker whose key was forgotten",
}
"""Rules whose example is no crime as far as a log shows it, and why."""
BESIDES = {"13.5-15": "13.2"}
"""Further findings on an example: no log holds who controls places when it begins."""


@lru_cache(maxsize=4)
def parts_of(options: frozenset[str]) -> ModuleInputs:
    """Return what a module of the game is made of."""
    return load_inputs(load(options), data_dir() / "nr")


def audited(folder: Path, record: str) -> Audit:
    """Compose a log from a record and audit it; return the report."""
    read = read_record(record, "a record", find_game)
    parts = parts_of(read.start.options)
    compose(parts, read, folder / "a.vlog", "1")
    return audit_log(open_log(folder / "a.vlog", parts, read.start.options))


@pytest.mark.parametrize(
    ("level", "seed", "options"),
    [("random", 1, frozenset()), ("random", 2, OPTIONS), ("greedy", 1, frozenset())],
    ids=["random", "options", "greedy"],
)
def test_a_game_is_audited_without_a_finding(tmp_path: Path, level: str, seed: int, options: frozenset[str]) -> None:
    game = load(options)
    start = game.start("campaign", options)
    acts = [told.action for told, _ in self_play(game, start, game.player(level, seed), 11)]
    report = audited(tmp_path, record_text(record_of(game, start, acts)))
    assert len(report.acts) == len(acts)
    assert report.findings == ()


@pytest.mark.parametrize("seed", [3, 4])
def test_a_log_that_begins_midway_accuses_nobody(tmp_path: Path, seed: int) -> None:
    start = GAME.start("campaign", frozenset())
    told = list(self_play(GAME, start, GAME.player("random", seed), 9))
    ends = [place for place, (each, _) in enumerate(told) if isinstance(each.action, End)]
    middle = ends[len(ends) // 2]
    begun, acts = told[middle][1], [each.action for each, _ in told[middle + 1 :]]
    report = audited(tmp_path, record_text(record_of(GAME, begun, acts)))
    assert len(report.acts) == len(acts)
    assert [noted for noted in report.findings if noted.finding.accuses] == []


@pytest.mark.parametrize("rule", [rule for rule in GAME.book.under("") if rule.illegal], ids=lambda rule: rule.number)
def test_the_crime_of_a_rule_is_found_in_its_log(tmp_path: Path, rule: Rule) -> None:
    (example, *_) = [example for example in rule.examples if example.broken]
    acts = [line for line in example.illegal.splitlines() if not line.startswith("expect")]
    told = {told.rule for statement in example.broken for told in statement.told}
    report = audited(tmp_path, "\n".join(["game: nr", *acts, ""]))
    found = {noted.finding.rule for noted in report.findings} - {BESIDES.get(rule.number), "log.read"}
    assert found == (set() if rule.number in HIDDEN else told)


def test_a_log_without_any_line_accuses_nobody(tmp_path: Path) -> None:
    log = str(tmp_path / "u.vlog")
    words = ["--game", "nr", "--turns", "9", "--seed", "4", "--level", "random", "--undeclared", "--vlog", log]
    assert CliRunner().invoke(group, ["play", *words]).exit_code == 0
    report = json.loads(CliRunner().invoke(group, ["audit", log, "--json"]).output)
    assert len(report["acts"]) > 100
    assert [f for f in report["findings"] if f["verdict"] in ("violation", "doubt")] == []


HANDS = "game: nr\nat: turn 6 soviet organization\nhand: soviet 2, axis 3\ndiscards: card-5 card-4\non L15: sov-west\n"


@pytest.mark.parametrize("options", [["--json"], ["--html", "a.html"], []], ids=["json", "html", "text"])
def test_no_report_tells_what_a_hand_holds(tmp_path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    audited(tmp_path, HANDS + "card soviet card-9 discard\n")
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(group, ["audit", "a.vlog", *options])
    assert told.exit_code == 0, told.output
    text = told.output + "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html"))
    assert set(re.findall(r"card-\d+\b", text)) <= {"card-9", "card-5", "card-4"}


def test_an_advance_into_an_area_is_one_hex(tmp_path: Path) -> None:
    # Found by self-play: C21 and Finland are no neighbours on the grid, and a drag between them looks like two hexes.
    record = """game: nr
        at: turn 25 soviet combat
        on C21: sov-kalinin sov-kursk
        on C22: sov-caucasus
        on A20: fin
        showing: fin reduced, sov-kalinin upgraded, sov-kursk upgraded, sov-caucasus upgraded
        target fin
        attack 1: sov-kalinin sov-kursk sov-caucasus x fin
        roll 1: 1
        reduce 1: sov-caucasus
        lose 1: fin
        advance 1: sov-kalinin C21 A20
        end
    """
    assert [noted.finding.rule for noted in audited(tmp_path, record).findings] == []
