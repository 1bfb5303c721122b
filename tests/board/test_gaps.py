"""Places of a grid without a hex: sea, land off the map, more of an area; and hexes that areas join."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.toy.game import FOLDER as TOY
from trc_module.art.map import map_layout
from trc_module.board import Board, load_board
from trc_module.errors import UserError
from trc_module.hexgrid import hexes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "toy"
    shutil.copytree(TOY, place, ignore=shutil.ignore_patterns("__pycache__"))
    return place


def with_gap(folder: Path, text: str) -> Board:
    path = folder / "map" / "grid.toml"
    path.write_text(path.read_text(encoding="utf-8") + f'\n[[gap]]\nsource = "rulebook:G9"\n{text}\n', encoding="utf-8")
    return load_board(folder)


def missing_of(board: Board) -> str:
    grid = board.grid
    return next(
        grid.naming.name(row, col) for col in range(grid.cols) for row in range(grid.rows) if grid.at(row, col) is None
    )


def test_a_gap_is_land_off_the_map_and_a_fact(folder: Path) -> None:
    name = missing_of(load_board(folder))
    board = with_gap(folder, f'is = "land"\ncells = ["{name}"]\nname = "Beyond"')
    (gap,) = board.gaps
    assert (gap.kind, gap.of, gap.name) == ("land", None, "Beyond")
    assert gap.cells == {board.grid.naming.parse(name)}
    assert board.fact(f"gap {name}").statement == f"{name}: land (Beyond)"


def test_a_point_in_an_area_is_the_hex_that_stands_for_it(folder: Path) -> None:
    plain = load_board(folder)
    name = missing_of(plain)
    whole = plain.grid.name(next(hexes(plain.land)))
    board = with_gap(folder, f'is = "area"\nof = "{whole}"\ncells = ["{name}"]')
    row, col = board.grid.naming.parse(name) or (0, 0)
    assert board.grid.at(row, col) == board.grid.hex(whole)
    assert plain.grid.at(row, col) is None
    # Its cells are no hexes: the grid has as many as before.
    assert board.grid.all == plain.grid.all
    layout = map_layout(board)
    assert layout.hex_at(layout.centre(board.grid.hex(whole))) == board.grid.hex(whole)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('is = "land"\ncells = ["0201"]', "expected places that have no hex"),
        ('is = "land"\ncells = ["X"]', "expected the name of a place, or of two corners of a block"),
        ('is = "land"\ncells = ["0999"]', "expected places of the grid's rectangle"),
        ('is = "area"\ncells = ["0999"]', "expected the hex that stands for the area"),
        ('is = "land"\nof = "0201"\ncells = ["{gap}"]', "expected nothing, since only an area has a hex"),
        ('is = "land"\ncells = ["{gap}", "{gap}"]\n[[gap]]\nis = "sea"\nsource = "rulebook:G9"\ncells = ["{gap}"]',
         "expected places that no entry above has"),
    ],
)  # fmt: skip
def test_a_gap_that_cannot_be_is_told(folder: Path, text: str, told: str) -> None:
    name = missing_of(load_board(folder))
    with pytest.raises(UserError) as error:
        with_gap(folder, text.replace("{gap}", name))
    assert told in str(error.value)


def test_hexes_that_a_link_joins_are_one_step_apart_for_walkers_and_zones(folder: Path) -> None:
    legend = folder / "map" / "legend.toml"
    said = '\n[hexside.link]\nis = "link"\nsays = "{} are joined"\n'
    said += '[hexside.ferry]\nis = "supply"\nsays = "supply passes {}"\n'
    legend.write_text(legend.read_text(encoding="utf-8") + said, encoding="utf-8")
    layer = folder / "map" / "hexsides.geojson"
    text = layer.read_text(encoding="utf-8")
    sides = "".join(
        f'{{"type": "Feature", "id": "{kind}:{a}-{b}", "properties": {{"kind": "{kind}", "hexes": ["{a}", "{b}"], '
        '"source": "rulebook:G9"}, "geometry": null},\n'
        for kind, a, b in (("link", "0101", "0601"), ("ferry", "0102", "0602"))
    )
    layer.write_text(text.replace('"features": [\n', f'"features": [\n{sides}', 1), encoding="utf-8")
    board = load_board(folder)
    a, b, c, d = (board.grid.hex(name) for name in ("0101", "0601", "0102", "0602"))
    assert board.walk.joined(a, b)
    assert board.zoc.joined(b, a)
    assert board.walk.spread(1 << a) >> b & 1
    assert not board.walk.joined(c, d)
    assert board.supply_links == {(min(c, d), max(c, d))}
