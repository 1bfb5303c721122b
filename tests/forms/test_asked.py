"""Forms of a game for its owner, and the share of them that is filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forms.conftest import replace
from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.charts.results import ResultsTable
from trc_module.facts import DataError, Trust
from trc_module.forms import asked_of, waiting
from trc_module.roster import load_roster

ENTRIES = {
    "factors": [("blue-g",), ("grey-h",)],
    "faces": [("blue-g", "weak"), ("grey-h", "weak")],
    "battle": [("results", "siege", "3-1")],
    "terrain": [("0102",)],
    "walls": [],
    "grid": [("grid",)],
}


def filled(folder: Path, overlay: Path) -> dict[str, int]:
    return {each.form.id: each.filled + each.added for each in asked_of(folder, overlay)}


def written(overlay: Path, name: str, text: str) -> Path:
    path = overlay / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_entries_are_what_is_missing_or_assumed(toy: Path) -> None:
    assert {each.form.id: [entry.key for entry in each.entries] for each in asked_of(toy)} == ENTRIES
    assert waiting(asked_of(toy), "C2") == ("factors", "battle")
    assert waiting(asked_of(toy), "M1") == ()


def test_a_form_whose_data_are_complete_is_not_asked(toy: Path) -> None:
    replace(toy / "map" / "grid.toml", "assumed:the corner is torn", "rulebook:G1")
    assert "grid" not in [each.form.id for each in asked_of(toy)]


def test_a_game_without_forms_asks_nothing(toy: Path) -> None:
    (toy / "forms.toml").unlink()
    assert asked_of(toy) == ()


def test_a_partly_filled_form_counts_as_far_as_it_goes(toy: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    written(mine, "units.csv", "id, #what, combat, defence\nblue-g, the gun, , 7\ngrey-h, , , \n")
    written(mine, "faces.csv", "id, face, defence\nblue-g, weak, 4\n")
    written(mine, "map/hexes.csv", "hex, terrain\n0102, bog\n")
    written(mine, "map/hexsides.csv", "kind, hexes\nwall, 0102 0202\n")
    written(mine, "map/grid.toml", "[grid]\nshifted = 0\n")
    written(mine, "charts/battle.toml", '[results.siege."3-1"]\ndice = ["", "", "", "", "", "", "", "", "", ""]\n')
    assert filled(toy, mine) == {"factors": 1, "faces": 1, "battle": 0, "terrain": 1, "walls": 1, "grid": 1}
    unit = load_roster(toy, mine).units["blue-g"]
    assert (unit.own["defence"], unit.fact("defence").trust) == (7, Trust.OWNER)
    assert (unit.faces[0].own["defence"], unit.combat) == (4, 8)
    board = load_board(toy, mine)
    at = board.grid.hex("0102")
    assert (board.terrain[at].id, board.terrain_fact(at).trust) == ("bog", Trust.OWNER)
    assert (board.grid.shifted, board.fact_by_subject["grid"].trust) == (0, Trust.OWNER)
    assert (at, board.grid.hex("0202")) in board.sides["wall"] or (board.grid.hex("0202"), at) in board.sides["wall"]
    table = load_chart_set(toy, mine).get("battle", ResultsTable)
    assert table.facts["siege", "3-1"].trust is Trust.ASSUMED


def test_a_filled_column_of_results_is_the_owners(toy: Path, tmp_path: Path) -> None:
    dice = ", ".join(['"AR"'] * 5 + ['"DL"'] * 5)
    written(tmp_path / "mine", "charts/battle.toml", f'[results.siege."3-1"]\ndice = [{dice}]\n')
    table = load_chart_set(toy, tmp_path / "mine").get("battle", ResultsTable)
    assert (table.result("3-1", 6, "siege"), table.facts["siege", "3-1"].trust) == ("DL", Trust.OWNER)


def test_a_column_that_nobody_has_supplied_has_no_results(toy: Path) -> None:
    replace(
        toy / "charts" / "battle.toml",
        'dice = ["AR", "AR", "-", "-", "-", "DR", "DL", "DL", "DL", "DL"], source = "assumed:the card is torn" ',
        'dice = ["?", "?", "?", "?", "?", "?", "?", "?", "?", "?"], source = "missing:the card is torn" ',
    )
    table = load_chart_set(toy).get("battle", ResultsTable)
    assert (table.result("3-1", 6, "siege"), table.facts["siege", "3-1"].trust) == ("?", Trust.MISSING)
    assert [entry.ours["dice"][0] for each in asked_of(toy) if each.form.id == "battle" for entry in each.entries] == [
        "?"
    ]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "units.csv",
            "id, combat, defence\n\nblue-g, , seven\n",
            "line 3, field 'defence': expected a number, - for none or ? for not known, found 'seven'",
        ),
        (
            "map/hexes.csv",
            "hex, terrain\n0102, bog\nZ99, bog\n",
            "line 3, field 'hex': expected a hex of the map (0101 to 0806), found 'Z99'",
        ),
        ("map/hexes.csv", "hex, terrain\n0102, bogg\n", "line 2, field 'terrain': expected one of meadow, forest, "),
        (
            "map/hexes.csv",
            "hex, terrain\n0102, bog\n0102, forest\n",
            "line 3, field 'hex': expected what no row above is about (line 2 is), found '0102'",
        ),
        ("map/hexes.csv", "hex, ground\n0102, bog\n", "line 1: expected columns among hex, terrain, country, "),
        ("map/hexes.csv", "hex, removed\n0102, no\n", "line 2, field 'removed': expected one of nothing, yes"),
        (
            "map/hexsides.csv",
            "kind, hexes\nwall, 0102\n",
            "line 2, field 'hexes': expected two hexes with a blank between them, found '0102'",
        ),
        (
            "charts/battle.toml",
            '[results.siege."3-1"]\ndice = ["AR", "", "", "", "", "", "", "", "", ""]\n',
            "line 2, field 'results.siege.3-1.dice': expected a value, since the rest of this entry is filled in, "
            "found 'nothing'",
        ),
        ("map/grid.toml", '[grid]\nshifted = "left"\n', "line 2, field 'shifted': expected one of 0, 1, found 'left'"),
    ],
)
def test_what_cannot_be_used_is_told_with_file_line_and_field(
    toy: Path, tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = written(tmp_path / "mine", name, text)
    with pytest.raises(DataError) as caught:
        asked_of(toy, tmp_path / "mine")
    assert str(caught.value).startswith(f"{path}, {told}")


def test_half_an_entry_is_refused(toy: Path, tmp_path: Path) -> None:
    replace(toy / "units.csv", "H   , horse, 5     ", "H   , horse, ?     ")
    path = written(tmp_path / "mine", "units.csv", "id, combat, defence\ngrey-h, , 4\n")
    with pytest.raises(DataError) as caught:
        asked_of(toy, tmp_path / "mine")
    expected = "expected the attack factor, since defence of this entry is filled in, found ''"
    assert str(caught.value) == f"{path}, line 2, field 'combat': {expected}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id    = "faces"', 'id    = "factors"', "field 'id': expected an id that no form above has, found 'factors'"),
        ('file  = "faces.csv"', 'file  = "face.csv"', "field 'file': expected one of units.csv, faces.csv, "),
        ('what = "1 if', 'waht = "1 if', "field 'waht': expected "),
    ],
)
def test_a_wrong_list_of_forms_is_told(toy: Path, old: str, new: str, told: str) -> None:
    replace(toy / "forms.toml", old, new)
    with pytest.raises(DataError) as caught:
        asked_of(toy)
    assert f"{toy / 'forms.toml'}, line " in str(caught.value)
    assert told in str(caught.value)
