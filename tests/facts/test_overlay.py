"""An owner's folder: what nobody would read is refused, what repeats ours is no correction."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from trc_module.board import load_board
from trc_module.cli.data import inspect_data
from trc_module.facts import DataError, Trust
from trc_module.facts.overlay import check_overlay
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir
from trc_module.roster import load_roster

TRC = data_dir() / "trc"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TRC, tmp_path / "copy"))


def corrected(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("unit.csv", "units.csv"),
        ("marker.csv", "markers.csv"),
        ("hexes.geojson", "map/hexes.geojson"),
        ("map/hex.geojson", "map/hexes.geojson"),
        ("charts/combats.toml", "charts/combat.toml"),
        ("chart/combat.toml", "charts/combat.toml"),
        ("scenarios/zitadele.toml", "scenarios/zitadelle.toml"),
        ("units.cvs", "units.csv"),
    ],
)
def test_a_misspelt_file_is_told_with_the_name_that_was_meant(tmp_path: Path, name: str, expected: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        check_overlay(TRC, tmp_path)
    assert str(caught.value) == f"{path}: expected a file named as one of ours: {expected}, found '{name}'"


def test_a_data_file_unlike_ours_is_told_with_all_that_are_read(tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "my-own.toml").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match=r"one of ours: charts/air.toml, charts/combat.toml, .* found 'charts/my-own"):
        check_overlay(TRC, tmp_path)


@pytest.mark.parametrize("name", ["README.md", "notes.txt", ".git/config.toml", "map/.hexes.csv", "lines/new.toml"])
def test_what_is_no_data_or_whole_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x", encoding="utf-8")
    check_overlay(TRC, tmp_path)


@pytest.mark.parametrize("name", ["ledger.csv", "readings.toml", "map/rulebook_statements.toml", "module/windows.toml"])
def test_a_change_where_none_is_read_is_refused(copy: Path, name: str) -> None:
    check_overlay(TRC, copy)
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    with pytest.raises(DataError, match="expected no changes in this file, which cannot be corrected in a folder of"):
        check_overlay(TRC, copy)


def test_a_copy_of_our_folder_changes_nothing(copy: Path) -> None:
    for path in copy.rglob("*.csv"):
        # As an editor on Windows would save it.
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    ours, theirs = inspect_data(None, None), inspect_data(None, copy)
    assert [(name, each.facts) for name, each in theirs.items()] == [(name, each.facts) for name, each in ours.items()]
    assert {n: each.problems for n, each in theirs.items()} == {n: each.problems for n, each in ours.items()}


def test_one_cell_that_was_corrected_in_a_copy_is_the_owners_and_no_other(copy: Path) -> None:
    ours = load_roster(TRC)
    lines = (copy / "units.csv").read_text(encoding="utf-8").splitlines()
    row = next(number for number, line in enumerate(lines) if line.startswith("ger-47-pz"))
    cells = lines[row].split(",")
    cells[8] = cells[8].replace("7", "9")
    lines[row] = ",".join(cells)
    (copy / "units.csv").write_text("\n".join(lines), encoding="utf-8")
    theirs = load_roster(TRC, copy)
    changed = {str(fact) for fact in theirs.facts()} - {str(fact) for fact in ours.facts()}
    assert (ours.units["ger-47-pz"].combat, theirs.units["ger-47-pz"].combat) == (7, 9)
    assert changed == {"ger-47-pz: combat 9 [owner:copy]"}


def test_one_field_of_a_hex_that_was_corrected_in_a_copy_is_the_owners_and_no_other(copy: Path) -> None:
    path = copy / "map" / "hexes.geojson"
    document = json.loads(path.read_text(encoding="utf-8"))
    (j21,) = (feature for feature in document["features"] if feature["id"] == "J21")
    j21["properties"]["terrain"] = "woods"
    path.write_text(json.dumps(document), encoding="utf-8")
    ours, theirs = load_board(TRC), load_board(TRC, copy)
    changed = {s for s, fact in theirs.fact_by_subject.items() if ours.fact_by_subject.get(s) != fact}
    assert changed == {"terrain J21"}
    assert theirs.terrain_fact(theirs.grid.hex("J21")).trust is Trust.OWNER


def test_one_table_of_a_chart_that_was_corrected_in_a_copy_is_the_owners_and_no_other(copy: Path) -> None:
    corrected(copy / "charts" / "replacements.toml", 'ger-11-mot = { for = "4-4"', 'ger-11-mot = { for = "5-4"')
    ours, theirs = load_charts(TRC), load_charts(TRC, copy)
    changed = {str(fact) for fact in theirs.facts()} - {str(fact) for fact in ours.facts()}
    assert [each for each in changed if "ger-11-mot" not in each] == []
    assert [each.endswith("[owner:copy]") for each in changed] == [True]


def test_a_sheet_of_errata_that_was_copied_is_applied_once(copy: Path) -> None:
    assert [erratum.number for erratum in load_roster(TRC, copy).errata] == [1]
    sheet = copy / "errata" / "0002-own.toml"
    sheet.write_text(
        'title = "Own"\ndate = 2026-01-01\nsource = "owner:me"\n'
        '[[correction]]\nunit = "rus-7-inf"\nfield = "setup"\nold = "L"\nnew = "F"\n',
        encoding="utf-8",
    )
    assert load_roster(TRC, copy).units["rus-7-inf"].setup == "F"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes, and links need rights there")
@pytest.mark.parametrize(
    ("name", "found"),
    [("units.csv", "a pipe"), ("map", "a link to a folder"), ("charts", "a link to nothing"), ("notes.txt", "a pipe")],
)
def test_what_is_not_looked_into_is_told(tmp_path: Path, name: str, found: str) -> None:
    path = tmp_path / "mine" / name
    path.parent.mkdir()
    if found == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(TRC / "map" if found == "a link to a folder" else tmp_path / "nothing")
    with pytest.raises(DataError, match=rf"{name}: expected a file or a folder of yours, found {found}"):
        check_overlay(TRC, tmp_path / "mine")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_link_to_a_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "club.csv").write_text("id, move, source\nger-41-pz, 1, owner:club\n", encoding="utf-8")
    (tmp_path / "mine" / "units.csv").symlink_to(tmp_path / "club.csv")
    assert load_roster(TRC, tmp_path / "mine").units["ger-41-pz"].move == 1
