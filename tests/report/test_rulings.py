"""Rulings: kept by what a finding is about, whatever its words, steps and verdict become."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.report.rulings import (
    Ruling,
    Rulings,
    awaited,
    findings_of,
    fingerprints,
    no_longer,
    read_rulings,
    ruling_text,
)
from trc_module.resources import data_dir


def finding(**more: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "rule": "7.2",
        "verdict": "violation",
        "sentence": "ger-46-pz moved on.",
        "units": ["a", "b"],
        "hexes": ["M22"],
        "turn": 1,
        "side": "axis",
        "part": 1,
        "phase": "movement",
        "by": "axis",
        "at": [{"file": "x.vlog", "step": 4}],
        **more,
    }
    return values


def name_of(*findings: dict[str, Any], game: str = "0123456789") -> str:
    return list(fingerprints(game, findings))[-1]


def test_a_fingerprint_stays_when_words_steps_and_verdict_change() -> None:
    name = name_of(finding())
    assert len(name) == 12
    for more in (
        {"sentence": "Another sentence."},
        {"verdict": "doubt"},
        {"at": [{"file": "y.vlog", "step": 9}]},
        {"units": ["b", "a"]},
    ):
        assert name_of(finding(**more)) == name
    assert name_of(finding(), game="0123456789ab") == name


@pytest.mark.parametrize(
    "more", [{"rule": "7.3"}, {"turn": 2}, {"phase": "combat"}, {"units": ["a"]}, {"hexes": []}, {"by": None}]
)
def test_a_fingerprint_is_another_where_the_finding_is_about_something_else(more: dict[str, Any]) -> None:
    assert name_of(finding(**more)) != name_of(finding())
    assert name_of(finding(), game="9999999999") != name_of(finding())


def test_of_several_such_findings_each_has_its_own() -> None:
    assert len({*fingerprints("0123456789", [finding(), finding(), finding(rule="7.3")])}) == 3


def test_findings_come_with_their_ruling_and_notes_are_left_out() -> None:
    places = [{"file": "x.vlog", "step": step} for step in (0, 2, 3, 4)]
    findings = [finding(verdict="note"), finding(at=places, remedy={"sentence": "Stands."}), finding(rule="8.1")]
    name = list(fingerprints("0123456789", findings))[1]
    ruling = Ruling(name, "agreed", "both say so")
    ruled, other = findings_of("0123456789", {"findings": findings}, Rulings({name: ruling}, {name: 1}))
    assert (ruled.ruling, ruled.at, ruled.remedy) == (ruling, "x.vlog:start – x.vlog:4", "Stands.")
    assert awaited([ruled, other]) == [other]
    assert no_longer(Path("r.toml"), Rulings({name: ruling}, {name: 7}), [name]) == []
    assert no_longer(Path("r.toml"), Rulings({name: ruling}, {name: 7}), ["x"])[0].startswith("r.toml, line 7: the ")


def test_a_ruling_is_written_as_it_is_read(tmp_path: Path) -> None:
    ruling = Ruling("0123456789ab", "ruled", 'He said: "no".', "Ann", date(2026, 4, 2), "7.2", "turn 1", "It moved.")
    (tmp_path / "rulings.toml").write_text(ruling_text(ruling), encoding="utf-8")
    assert read_rulings(tmp_path) == Rulings({ruling.finding: ruling}, {ruling.finding: 2})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "finding = '0123456789ab'\nkind = 'no'\nreason = 'x'",
            "line 3, field 'kind': expected one of accepted, agreed",
        ),
        ("finding = '0123456789ab'\nkind = 'ruled'\nreason = ' '", "line 4: expected the reason of the ruling on 0123"),
        ("finding = '0123456789ab'\nkind = 'ruled'", "line 1, field 'reason': expected a field 'reason'"),
        (
            "finding = '0123456789ab'\nkind = 'ruled'\nreason = 'x'\n[[ruling]]\nfinding = '0123456789ab'\n"
            "kind = 'ruled'\nreason = 'x'",
            "line 6: finding 0123456789ab is ruled upon on line 2 already: keep one of the two.",
        ),
    ],
)
def test_a_wrong_ruling_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "rulings.toml").write_text(f"[[ruling]]\n{text}\n", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_rulings(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'rulings.toml'}, {told}")


def test_an_audit_shows_what_was_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(data_dir() / "trc" / "games" / "opening.game", "a.game")

    def run(*words: str) -> str:
        return CliRunner().invoke(group, words).output

    run("compose", "a.game", "-o", "a.vlog")
    import hashlib

    found = json.loads(run("audit", "a.vlog", "--json"))["findings"]
    game = hashlib.sha256(Path("a.vlog").read_bytes()).hexdigest()
    place = next(number for number, each in enumerate(found) if each["rule"] == "7.2")
    name = list(fingerprints(game, found))[place]
    Path("r.toml").write_text(ruling_text(Ruling(name, "agreed", "both play on", "Ann")), encoding="utf-8")
    told = run("audit", "a.vlog", "--rulings", "r.toml")
    assert told.count("      ruling: agreed by Ann: both play on\n") == 1
    assert told.replace("      ruling: agreed by Ann: both play on\n", "") == run("audit", "a.vlog")
    again = json.loads(run("audit", "a.vlog", "--json", "--rulings", "r.toml"))["findings"]
    assert [each.get("ruling") for each in again].count("agreed by Ann: both play on") == 1
    assert '"ruling": "agreed by Ann: both play on"' in run(
        "audit", "a.vlog", "--format", "sarif", "--rulings", "r.toml"
    )
