from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.commands.errata import command
from trc_module.errors import UserError
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
        "Letter (2026-01-01) [erratum:letter]\n    unit ger-47-pz: combat 7 -> 8\n"
        "Changes 1 counter, 0 charts, and what is said of 0 acts of 1 record.\n"
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


RECORD = """\
game: trc
scenario: campaign
at: turn 1 axis impulse 1 movement clear

on K24: ger-47-pz

move ger-47-pz K24 K23 K22 K21 K20 K19 K18
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "fast.game").write_text(RECORD, encoding="utf-8")
    return folder


def test_preview_tells_which_findings_change_in_game_records(sheet: Path, games: Path, tmp_path: Path) -> None:
    sheet.write_text(SHEET.replace('"combat"', '"move"').replace("8", "5"), encoding="utf-8")
    page = tmp_path / "page.html"
    result = CliRunner().invoke(command, ["preview", str(sheet), "--games", str(games), "-o", str(page)])
    lines = result.stdout.splitlines()
    assert lines[2:4] == [
        "    fast.game, line 7: move ger-47-pz K24 K23 K22 K21 K20 K19 K18",
        "        was: nothing to say",
    ]
    assert lines[4].startswith("        is: violation 4.1.2c: ger-47-pz moved 6 hexes")
    assert lines[5] == "Changes 1 counter, 0 charts, and what is said of 1 act of 2 records."
    assert "<ins>violation 4.1.2c: ger-47-pz moved 6 hexes" in page.read_text(encoding="utf-8")


def test_preview_tells_which_records_can_no_longer_be_played(sheet: Path, games: Path) -> None:
    sheet.write_text(SHEET.partition("field")[0] + "retire = true\n", encoding="utf-8")
    result = CliRunner().invoke(command, ["preview", str(sheet), "--games", str(games), "--json"])
    (finding,) = json.loads(result.stdout)["findings"]
    assert (finding["record"], finding["line"], finding["before"]) == ("fast.game", 0, ["can be played"])
    assert finding["after"][0].startswith("cannot be played: ")
    assert "'ger-47-pz'" in finding["after"][0]


@pytest.mark.parametrize(
    ("correction", "message"),
    [
        ('unit = "ger-40-pz"\nfield = "arrival"\nold = 2\nnew = 99', "turn 99 is not on the turn record"),
        (
            'unit = "ger-47-pz"\nfield = "area"\nold = "Army Group Center"\nnew = "est edge"',
            "'est edge' is not a place of the map",
        ),
        ('unit = "rus-stavka"\nrename = "rus-hq"', "expected an id that no rule names"),
    ],
)
def test_an_erratum_that_lint_would_refuse_is_refused(
    sheet: Path, tmp_path: Path, correction: str, message: str
) -> None:
    sheet.write_text(SHEET.partition("unit")[0] + correction + "\n", encoding="utf-8")
    page = tmp_path / "page.html"
    with pytest.raises(UserError, match=message) as caught:
        CliRunner().invoke(command, ["preview", str(sheet), "-o", str(page)], catch_exceptions=False)
    assert f"{sheet}, line " in str(caught.value)
    assert not page.exists()


def test_a_record_from_before_a_renaming_is_played_as_before(sheet: Path, games: Path) -> None:
    sheet.write_text(SHEET.partition("field")[0] + 'rename = "ger-47-panzer"\n', encoding="utf-8")
    result = CliRunner().invoke(command, ["preview", str(sheet), "--games", str(games), "--json"])
    assert json.loads(result.stdout)["findings"] == []


def test_an_erratum_of_an_overlay_is_previewed_at_its_place_there(tmp_path: Path) -> None:
    errata = tmp_path / "mine" / "errata"
    errata.mkdir(parents=True)
    (errata / "0001-first.toml").write_text(SHEET, encoding="utf-8")
    then = SHEET.replace("old = 7", "old = 8").replace("new = 8", "new = 9")
    (errata / "0002-then.toml").write_text(then, encoding="utf-8")
    for name, change in (("0001-first", "7 -> 8"), ("0002-then", "8 -> 9")):
        result = CliRunner().invoke(
            command, ["preview", str(errata / f"{name}.toml"), "--data", str(tmp_path / "mine")]
        )
        assert f"    unit ger-47-pz: combat {change}" in result.stdout


HEX = SHEET.partition("unit")[0] + 'hex = "N21"\nfield = "terrain"\nold = "clear"\nnew = "woods"\n'
TO_N20 = "game: trc\nat: turn 2 axis impulse 1 movement clear\non N22: ger-41-pz\nmove ger-41-pz N22 N21 N20\n"


def test_preview_shows_a_hex_before_and_after_and_what_it_means_for_games(tmp_path: Path) -> None:
    sheet, page, games = tmp_path / "hex.toml", tmp_path / "page.html", tmp_path / "games"
    sheet.write_text(HEX, encoding="utf-8")
    games.mkdir()
    (games / "x.game").write_text(TO_N20, encoding="utf-8")
    result = CliRunner().invoke(command, ["preview", str(sheet), "-o", str(page), "--games", str(games)])
    assert "    hex N21: terrain clear -> woods\n" in result.output
    assert "        is: violation " in result.output
    assert "Changes 0 counters, 0 charts, 1 thing of the map, and what is said of 1 act of 2 records." in result.output
    text = page.read_text(encoding="utf-8")
    assert "<td>hex N21</td><td>terrain: <del>clear</del> → <ins>woods</ins></td>" in text
    before, after = re.findall(r'<img alt="The map around N21 (?:before|after)" src="([^"]*)"', text)
    assert before != after


def test_a_hex_that_would_contradict_the_map_is_refused(tmp_path: Path) -> None:
    sheet = tmp_path / "hex.toml"
    sheet.write_text(HEX.replace('"woods"', '"sea"').replace("N21", "N22"), encoding="utf-8")
    with pytest.raises(UserError, match="is not sound: the data hold"):
        CliRunner().invoke(command, ["preview", str(sheet)], catch_exceptions=False)
