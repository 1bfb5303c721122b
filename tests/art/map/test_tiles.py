"""The map on pages of ordinary paper: all of it, overlapping, with marks where to cut."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import shapely

from trc_module.art.backends.pdf import to_pdf
from trc_module.art.display import Area, Drawing, Layer, Line, Text
from trc_module.art.map import write_tiles
from trc_module.art.map.tiles import MARGIN, OVERLAP, PAPERS, PIXEL, tile_pages, tiling_of
from trc_module.board import load_board
from trc_module.errors import UserError
from trc_module.gamespec import game_folder

TOY = Path(__file__).parents[2] / "toy"


def drawing(width: float, height: float) -> Drawing:
    """Return a drawing of so many millimetres in print."""
    box = (100.0, 50.0, 100 + width / PIXEL, 50 + height / PIXEL)
    return Drawing(box, (Layer("all", (Area(shapely.box(*box), "#336699"),)),), "#ffffff")


@pytest.mark.parametrize(
    ("size", "paper", "pages"),
    [
        ((190, 277), "A4", (1, 1)),
        ((191, 277), "A4", (2, 1)),
        # What two pages across show is 190 + 180 millimetres wide.
        ((370, 277), "A4", (2, 1)),
        ((371, 277), "A4", (3, 1)),
        # Across the paper: 277 by 190.
        ((277, 190), "A4", (1, 1)),
        ((277, 400), "A3", (1, 1)),
        ((195.9, 259.4), "Letter", (1, 1)),
    ],
)
def test_it_takes_as_few_pages_as_it_can(size: tuple[float, float], paper: str, pages: tuple[int, int]) -> None:
    tiling = tiling_of(drawing(*size), paper)
    assert (tiling.columns, tiling.rows) == pages


def test_every_page_has_the_size_of_its_paper_and_the_pages_show_all_with_an_overlap() -> None:
    whole = drawing(500, 780)
    tiling = tiling_of(whole, "A4")
    pages = list(tile_pages(whole, tiling, "A map"))
    assert (len(pages), tiling.columns, tiling.rows) == (9, 3, 3)
    upright = [(round(page.width * PIXEL, 3), round(page.height * PIXEL, 3)) for page in pages]
    assert set(upright) == {PAPERS["A4"]}
    rim = MARGIN / PIXEL
    shown = [shapely.box(*page.box).buffer(-rim, join_style="mitre") for page in pages]
    assert shapely.union_all(shown).covers(shapely.box(*whole.box))
    common = shown[0].intersection(shown[1])
    assert round((common.bounds[2] - common.bounds[0]) * PIXEL, 3) == OVERLAP
    # Neither in the north-west nor in the south-east corner is there a neighbour on the outer side.
    marks = [[item for item in page.layers[-1].items if isinstance(item, Line)] for page in pages]
    assert [len(shapely.get_parts(lines[0].shape)) for lines in marks] == [4, 6, 4, 6, 8, 6, 4, 6, 4]
    words = [item.text for page in pages for item in page.layers[-1].items if isinstance(item, Text)]
    assert words[5] == "A map: row 2 of 3, page 3 of 3 in it"


def test_a_small_map_is_one_page_of_the_right_size(tmp_path: Path) -> None:
    board = load_board(TOY)
    assert write_tiles(board, tmp_path / "toy.pdf", "A3") == (1, 1)
    content = (tmp_path / "toy.pdf").read_bytes()
    assert re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)[-1] in (
        (b"841.89", b"1190.55"),
        (b"1190.55", b"841.89"),
    )


def test_our_map_takes_twelve_pages_of_a4() -> None:
    from trc_module.art.map.sheet import sheet_of

    width, height = sheet_of(load_board(game_folder("trc"))).size
    tiling = tiling_of(Drawing((0, 0, width, height), ()), "A4")
    assert (tiling.columns, tiling.rows) == (4, 3)


def test_pages_are_a_pdf(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"pages to print must end in \.pdf"):
        write_tiles(load_board(TOY), tmp_path / "toy.png", "A4")


def test_the_same_pages_are_the_same_pdf() -> None:
    whole = drawing(300, 200)
    tiling = tiling_of(whole, "A4")
    assert to_pdf(tile_pages(whole, tiling, "x")) == to_pdf(tile_pages(whole, tiling, "x"))
