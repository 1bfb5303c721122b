from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.data_folders import edit
from trc_module.cli.commands.build import command as build
from trc_module.cli.commands.lint import command
from trc_module.cli.data import inspect_data
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.resources import data_dir
from trc_module.vassal import Entry, Metadata, write_archive
from trc_module.vassal.lint import CHECKS


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_dir() / "trc", tmp_path / "trc"))


def test_our_data_pass_with_their_known_doubts_listed() -> None:
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0, result.output
    assert "rule 28.2: U25 should be mountain [rulebook-statements] (known doubt: " in result.output
    checked, weak = result.output.splitlines()[-2:]
    assert checked.startswith("Checked game, map, ")
    assert " 0 errors" in checked
    assert weak.endswith("of the data are assumed or doubtful; 'trc-module facts --doubts' lists them.")


def test_a_contradiction_is_told_and_fails(data: Path) -> None:
    edit(
        data / "map" / "hexsides.geojson",
        '"kind": "closed", "hexes": ["JJ17", "KK17"]',
        '"kind": "country-border", "hexes": ["JJ17", "KK17"]',
    )
    result = CliRunner().invoke(command, [str(data)])
    assert result.exit_code == 1
    assert (
        "map/rulebook_statements.toml: rule 7.1: the hexside KK17-JJ17 should be closed [rulebook-statements]"
        in result.output.splitlines()
    )


def test_json_tells_errors_from_doubts(data: Path) -> None:
    edit(data / "map" / "rails.geojson", '"hexes": ["S12", "S11"]', '"hexes": ["S12", "R12"]')
    result = CliRunner().invoke(command, ["--json", str(data)])
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert {entry["severity"] for entry in found} == {"error", "doubt"}
    messages = [entry["message"] for entry in found if entry["severity"] == "error"]
    assert "rule 9.4.4: rails should join S12 and S11" in messages


def test_a_file_that_cannot_be_read_is_one_sentence(data: Path) -> None:
    edit(data / "map" / "grid.toml", "rows = 43", "rows = -1")
    result = CliRunner().invoke(command, [str(data)])
    assert isinstance(result.exception, DataError)
    assert (
        str(result.exception)
        == f"{data / 'map' / 'grid.toml'}, line 5, field 'rows': expected a whole number of at least 1, found '-1'"
    )


def test_a_path_that_is_no_folder_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "nowhere")])
    assert isinstance(result.exception, UserError)


def test_a_wrong_switch_is_told_though_nobody_asked_for_it(data: Path) -> None:
    edit(data / "map" / "switches.toml", '{ hex = "U24"', '{ hex = "U99"')
    result = CliRunner().invoke(command, [str(data)])
    assert isinstance(result.exception, DataError)
    assert "field 'hex': expected a hex of the map (A33 to QQ1), found 'U99'" in str(result.exception)
    assert result.exception.line == 10


def _small_module(path: Path, slot: str) -> Path:
    body = (
        f'<VASSAL.build.GameModule name="m" VassalVersion="3.5.8" nextPieceSlotId="9">{slot}</VASSAL.build.GameModule>'
    )
    data = Metadata("m", vassal_version="3.5.8").encode()
    write_archive(path, (Entry("moduledata", data), Entry("buildFile.xml", body.encode())))
    return path


SLOT = (
    '<VASSAL.build.widget.PieceSlot entryName="A" gpid="{}">+/null/piece;;;{};A/null;0;0;;0'
    "</VASSAL.build.widget.PieceSlot>"
)


def test_a_module_without_fault_is_clean(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(_small_module(tmp_path / "m.vmod", SLOT.format("1", "")))])
    assert (result.exit_code, result.output) == (
        0,
        f"Looked for {len(CHECKS)} kinds of mistakes in m.vmod: 0 errors, 0 warnings, 0 notes.\n",
    )


def test_a_modules_mistakes_are_told_with_their_place(tmp_path: Path) -> None:
    path = _small_module(tmp_path / "m.vmod", SLOT.format("", "x.png"))
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "VM151 error: GameModule[m]/PieceSlot[A], trait 1 (piece): the picture 'x.png' is not in the module. "
        "Put the picture into the module, or correct its name.",
        "VM121 warning: GameModule[m]/PieceSlot[A]: has no gpid. Open the module in VASSAL's editor and save it: it "
        "gives out the numbers that are missing.",
        f"Looked for {len(CHECKS)} kinds of mistakes in m.vmod: 1 error, 1 warning, 0 notes.",
    ]
    chosen = CliRunner().invoke(command, [str(path), "--select", "vm12,VM15", "--ignore", "VM151", "--json"])
    assert chosen.exit_code == 1
    assert json.loads(chosen.output) == [
        {
            "code": "VM121",
            "name": "no-gpid",
            "severity": "warning",
            "place": "GameModule[m]/PieceSlot[A]",
            "message": "has no gpid",
            "advice": "Open the module in VASSAL's editor and save it: it gives out the numbers that are missing.",
        }
    ]
    assert CliRunner().invoke(command, [str(path), "--ignore", "VM1"]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["m.vmod", "--select", "VM99"], "There is no check 'VM99'"),
        (["m.vmod", "--data", "."], "--data goes with the data of the game"),
        (["--select", "VM12"], "--select and --ignore choose among the checks of a module"),
        (["nothing.vmod"], "expected a data folder, or a module"),
        (["text.vmod"], "is not a complete zip archive"),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_sentence(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _small_module(tmp_path / "m.vmod", "")
    (tmp_path / "text.vmod").write_text("hello")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=re.escape(message)):
        CliRunner().invoke(command, arguments, catch_exceptions=False)


def _owner(tmp_path: Path, units: str) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "units.csv").write_text(units, encoding="utf-8")
    return folder


def test_all_errors_of_the_data_are_told_with_their_lines(tmp_path: Path) -> None:
    owner = _owner(tmp_path, "id, combat\nger-47-pz, x\nger-3-pz, y\n")
    (owner / "charts").mkdir()
    (owner / "charts" / "combat.toml").write_text("results = 3\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        CliRunner().invoke(command, ["--data", str(owner)], catch_exceptions=False)
    lines = str(caught.value).splitlines()
    expected = "expected a number, - for none or ? for not known"
    assert f"{owner / 'units.csv'}, line 2, field 'combat': {expected}, found 'x'" in lines
    assert f"{owner / 'units.csv'}, line 3, field 'combat': {expected}, found 'y'" in lines
    assert sum("combat.toml" in line for line in lines) == 1
    assert len(lines) == 3


def test_a_problem_names_the_line_of_whoever_wrote_the_cell(tmp_path: Path) -> None:
    owner = _owner(tmp_path, "id, area\n\nger-47-pz, est edge\n")
    listed = json.loads(CliRunner().invoke(command, ["--data", str(owner), "--json"]).stdout)
    (area,) = (each for each in listed if each["check"] == "areas")
    assert (area["file"], area["line"]) == (str(owner / "units.csv"), 3)
    regions = next(each for each in listed if each["check"] == "regions")
    line = (data_dir() / "trc" / "map" / "hexes.geojson").read_text(encoding="utf-8").splitlines()[regions["line"] - 1]
    assert regions["file"] == "map/hexes.geojson"
    assert f'"{regions["message"].split()[0]}"' in line


def test_a_module_is_not_built_of_data_that_lint_refuses(tmp_path: Path) -> None:
    owner = _owner(tmp_path, "id, area\nger-47-pz, est edge\n")
    module = tmp_path / "x.vmod"
    told = r"No module was built: the data hold 2 errors.*(?s:.*)'est edge' is not a place"
    with pytest.raises(UserError, match=told):
        CliRunner().invoke(build, ["-o", str(module), "--data", str(owner)], catch_exceptions=False)
    assert not module.exists()


def test_the_words_of_reports_are_no_part_of_a_module(tmp_path: Path) -> None:
    folder = tmp_path / "m41"
    shutil.copytree(data_dir() / "m41", folder)
    (folder / "spoken" / "de.po").write_text('msgid "a {unit}"\nmsgstr "{other}"\n', encoding="utf-8")
    listed = json.loads(CliRunner().invoke(command, [str(folder), "--json"]).stdout)
    assert {each["file"] for each in listed if each["check"] == "translations"} == {"spoken/de.po"}
    assert inspect_data(folder, None, translations=False).keys() == inspect_data(folder, None).keys() - {"words"}
