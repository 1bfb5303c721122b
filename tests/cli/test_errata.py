from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.commands.errata import command
from trc_module.facts import DataError

SHEET = """\
title = "Letter"
date = 2026-01-01
source = "erratum:letter"

[[correction]]
unit = "ger-47-pz"
field = "combat"
old = 7
new = 8
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "letter.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_list_names_each_erratum_and_its_corrections() -> None:
    result = CliRunner().invoke(command, ["list"])
    assert result.exit_code == 0
    assert result.output.splitlines()[0].startswith("0001-leningrad-district  ")
    assert "    unit rus-7-inf: setup F -> L" in result.output


def test_list_speaks_json() -> None:
    listed = json.loads(CliRunner().invoke(command, ["list", "--json"]).output)
    assert listed[0]["source"] == "rulebook:3.3"
    assert listed[0]["corrections"][0] == {"unit": "rus-7-inf", "field": "setup", "old": "F", "new": "L"}


def test_preview_tells_what_changes(sheet: Path) -> None:
    result = CliRunner().invoke(command, ["preview", str(sheet)])
    assert result.output == (
        "Letter (2026-01-01) [erratum:letter]\n    unit ger-47-pz: combat 7 -> 8\nChanges 1 counter, 0 charts.\n"
    )


def test_preview_speaks_json(sheet: Path) -> None:
    found = json.loads(CliRunner().invoke(command, ["preview", str(sheet), "--json"]).output)
    assert found["changes"] == [
        {"kind": "unit", "subject": "ger-47-pz", "action": "change", "field": "combat", "old": "7", "new": "8"}
    ]


def test_preview_writes_a_page_with_both_faces_before_and_after(sheet: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = CliRunner().invoke(command, ["preview", str(sheet), "-o", str(page)])
    assert result.exit_code == 0
    assert page.read_text(encoding="utf-8").count("data:image/png;base64,iVBOR") == 4
    assert list(tmp_path.glob("*.part")) == []


def test_an_erratum_that_does_not_fit_writes_nothing(sheet: Path, tmp_path: Path) -> None:
    sheet.write_text(SHEET.replace("old = 7", "old = 6"), encoding="utf-8")
    result = CliRunner().invoke(command, ["preview", str(sheet), "-o", str(tmp_path / "page.html")])
    assert isinstance(result.exception, DataError)
    assert "the old value '6' in the data (ger-47-pz, combat), found '7'" in str(result.exception)
    assert not (tmp_path / "page.html").exists()
