"""Start lines: on which side a hex lies, and places that contradict the rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import GAME
from trc_module.facts import DataError
from trc_module.games.trc.start_lines import StartLine, load_lines

HEX = GAME.board.grid.hex


ROWS = {**dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 14), **{f"{c}{c}": 16 for c in "ABCDEFGHIJKLMNOPQ"}}


def line(folder: Path, *, more: str = "", sides: str = "") -> StartLine:
    (folder / "lines").mkdir()
    rows = "\n".join(f"{row} = {column}" for row, column in ROWS.items())
    head = f'name = "Made up"\ncolour = "blue"\nsource = "owner:a card"\n{more}\n'
    (folder / "lines" / "made-up.toml").write_text(f"{head}[rows]\n{rows}\n{sides}", encoding="utf-8")
    return load_lines(folder, GAME.board)["made-up"]


def test_the_easternmost_hex_of_a_row_is_on_the_axis_side(tmp_path: Path) -> None:
    found = line(tmp_path)
    assert [found.side_of(HEX(name)) for name in ("V13", "V14", "V15")] == ["russian", "axis", "axis"]
    assert found.side_of(HEX("QQ16")) == "axis"


def test_hexes_may_be_on_the_other_side_than_their_row(tmp_path: Path) -> None:
    found = line(tmp_path, more='also-axis = ["V9"]\nalso-russian = ["V20"]')
    assert [found.side_of(HEX(name)) for name in ("V9", "V10", "V20", "V21")] == ["axis", "russian", "russian", "axis"]


SIDES = '[sides.told]\naxis = ["{}"]\nrussian = ["{}"]\nsource = "owner:a card"\n'


def test_places_are_held_against_the_rows(tmp_path: Path) -> None:
    found = line(tmp_path, sides=SIDES.format("Warsaw", "Moscow"))
    assert (found.places["Warsaw"][0], found.places["Moscow"][0]) == ("axis", "russian")


@pytest.mark.parametrize(("axis", "russian", "wrong"), [("Gorki", "Moscow", "Gorki"), ("Berlin", "Warsaw", "Warsaw")])
def test_a_place_on_the_other_side_than_the_rows_is_refused(
    tmp_path: Path, axis: str, russian: str, wrong: str
) -> None:
    with pytest.raises(DataError) as caught:
        line(tmp_path, sides=SIDES.format(axis, russian))
    assert caught.value.expected == f"{wrong} on the side on which the rows have it"


def test_each_start_of_a_scenario_has_deployments_of_its_own() -> None:
    one, other = (GAME.start("campaign", frozenset()) for _ in range(2))
    assert one == other
    one.forces["axis"].memo["a value"] = 1
    assert "a value" not in other.forces["axis"].memo
    # The options decide who takes part.
    counts = {len(GAME.start("campaign", options).forces["axis"].places) for options in (frozenset(), OPTIONS)}
    assert len(counts) == 2


OPTIONS = frozenset({"28.4", "28.7"})
