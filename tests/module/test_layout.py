from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.facts import DataError
from trc_module.hexgrid import hexes
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import CELL, MAIN_MAP, load_windows
from trc_module.module.maps import box_map
from trc_module.resources import data_dir


def test_every_hex_and_every_box_is_found_again_where_it_is_put(parts: ModuleInputs) -> None:
    layout = parts.layout
    for hex_ in hexes(parts.board.grid.all):
        assert layout.place(*layout.point(hex_)) == hex_
    for key in parts.board.boxes:
        for cell in range(70):
            assert layout.place(*layout.point(key, cell)) == key


def test_a_point_off_the_hexes_or_between_boxes_is_nowhere(parts: ModuleInputs) -> None:
    layout = parts.layout
    assert layout.place(MAIN_MAP, 1, 1) is None
    assert layout.place(MAIN_MAP, -500, 200) is None
    assert layout.place("Turn Record and Weather", 1200, 1200) is None
    assert layout.place("Some Other Map", 100, 100) is None


def test_cells_run_along_the_rows_and_begin_again_when_a_box_is_full(parts: ModuleInputs) -> None:
    window, x, y = parts.layout.point("axis turn-2", 0)
    assert window == "Axis Order of Battle"
    assert parts.layout.point("axis turn-2", 1) == (window, x + CELL, y)
    assert parts.layout.point("axis turn-2", 4) == (window, x, y + CELL)
    assert parts.layout.point("axis turn-2", 8) == (window, x, y)


def test_a_box_of_the_module_snaps_to_its_own_cells_alone(parts: ModuleInputs) -> None:
    for window in parts.layout.windows:
        board = "VASSAL.build.module.map.boardPicker.board"
        zones = {zone.get("name"): zone for zone in box_map(window, parts.texts).iter(f"{board}.mapgrid.Zone")}
        assert len(zones) == len(window.boxes)
        for box in window.boxes:
            regions = zones[box.title].iter(f"{board}.Region")
            points = [(int(region.get("originx", "")), int(region.get("originy", ""))) for region in regions]
            assert points == [box.cell(number) for number in range(box.cells)]
            assert {parts.layout.place(window.name, x, y) for x, y in points} == {box.key}


_GOOD = (data_dir() / "trc" / "module" / "windows.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"axis lapland"', '"axis iceland"', "expected a place for the box 'axis lapland', found 'none'"),
        ('"axis turn-2" = [12,', '"axis turn-2" = [11,', "ground that 'axis turn-1' does not use"),
        ('"axis turn-2" = [12, 23, 12, 7]\n', "", "a place for the box 'axis turn-2'"),
        (
            '"axis turn-2" = [12, 23, 12, 7]',
            '"axis turn-2" = [12, 23, 12]',
            "a rectangle [x, y, width, height] of at least 3 x 4 units",
        ),
        (
            '"axis turn-2" = [12, 23, 12, 7]',
            '"axis turn-2" = [12, 23, 12, 2]',
            "a rectangle [x, y, width, height] of at least 3 x 4 units",
        ),
        ("[[window]]", "[[window]", "line 4: expected TOML"),
    ],
)
def test_a_wrong_line_of_windows_is_named(
    parts: ModuleInputs, tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in _GOOD
    path = tmp_path / "windows.toml"
    path.write_text(_GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"windows\.toml") as caught:
        load_windows(path, parts.board)
    assert message in str(caught.value)


def test_windows_that_are_no_utf_8_are_told(parts: ModuleInputs, tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(_GOOD.encode().replace(b"axis", b"\xfcxis", 1))
    with pytest.raises(DataError, match="expected UTF-8 text"):
        load_windows(path, parts.board)
