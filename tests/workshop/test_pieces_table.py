from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.workshop.pieces_table import PieceRow, rows_of
from trc_module.workshop.table_forms import csv_text, html_text


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["table", *map(str, words)], catch_exceptions=False)


def test_a_saves_pieces_have_places_once_the_module_is_at_hand(save: Path, module: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(save, "--module", module).stdout)))
    assert [(row["name"], row["map"], row["place"], row["x"], row["stack"]) for row in rows] == [
        ("1st", "Main Map", "0301", "180", "21"),
        ("2nd", "Main Map", "0301", "180", "21"),
        ("3rd", "Boxes", "Lost", "20", ""),
        ("3rd", "Boxes", "Lost", "20", ""),
    ]
    assert {row["property:Step"] for row in rows} == {"2"}
    assert [row.values["place"] for row in rows_of(save)] == ["", "", "", ""]


def test_a_modules_slots_and_prototypes_are_rows(module: Path) -> None:
    rows = json.loads(run(module, "--json", "--property", "CF").stdout)
    assert [(row["kind"], row["name"], row["gpid"]) for row in rows] == [
        ("PrototypeDefinition", "unit", ""),
        ("PieceSlot", "1st", "1"),
        ("PieceSlot", "2nd", "2"),
        ("PieceSlot", "3rd", "3"),
        ("PieceSlot", "Old", "4"),
    ]
    assert (rows[1]["picture"], rows[1]["prototypes"], rows[1]["properties"]) == ("1st.png", "unit", {"CF": "4"})
    assert rows[1]["place"] == "GameModule[Three Hills]/PieceWindow[Counters]/ListWidget[Red]/PieceSlot[1st]"


def test_pictures_lie_beside_the_table_in_a_new_folder_alone(module: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    run(module, "--pictures", folder, "-o", tmp_path / "t.csv")
    assert sorted(path.name for path in folder.iterdir()) == ["1st.png", "2nd.png", "3rd.png", "f.png"]
    with pytest.raises(UserError, match="is not empty"):
        run(module, "--pictures", folder, "-o", tmp_path / "t.csv")


def test_a_spreadsheet_computes_nothing_that_a_stranger_wrote() -> None:
    values = dict.fromkeys(("kind", "id", "gpid", "picture", "map", "place", "x", "y", "stack", "owner"), "")
    row = PieceRow({**values, "name": "=1+1", "prototypes": "", "traits": ""}, (), {"at": "-5", "do": "-cmd"})
    (line,) = csv_text([row], ["at", "do"]).splitlines()[1:]
    assert line == ",,'=1+1,,,,,,,,,,,-5,'-cmd"
    page = html_text("<b>", [row], ["do"])
    assert "<h1>&lt;b&gt;</h1>" in page
    assert "<th" in page
    assert "stack" not in page.partition("<tbody>")[0].partition("<thead>")[2]


def test_what_is_no_file_of_vassal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.vsav"
    path.write_bytes(b"nothing")
    with pytest.raises(UserError, match="is not a complete zip archive"):
        run(path)
