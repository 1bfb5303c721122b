"""All of a game on paper: map, boards, counters, charts, orders of battle, a PDF each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from trc_module.art.backends.pdf import to_pdf
from trc_module.art.chart_pages import POINTS, Format, pages_of
from trc_module.art.chart_sheet import Strip, block_strips, title_strips
from trc_module.art.chart_signs import sign
from trc_module.art.counters.export import export_sheets
from trc_module.art.counters.sheets import Paper, SheetOptions
from trc_module.art.display import Drawing
from trc_module.art.map import write_tiles
from trc_module.art.map.style import MapStyle, load_style
from trc_module.art.map.tiles import tile_pages, tiling_of
from trc_module.charts.terrain import terrain_effects
from trc_module.files import write_file
from trc_module.module.draw_jobs import window_drawing
from trc_module.module.orders_of_battle import orders_of_battle
from trc_module.module.place_names import printed_board, printed_title
from trc_module.module.printed import printed
from trc_module.module.recipe import ModuleInputs

_TILES = {"a4": "A4", "letter": "Letter"}
"""The papers of pages to glue, by those of counters."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A file to print: its path, the number of its pages, and what is done with them."""

    path: Path
    pages: int
    how: str
    """`glue`: pages to cut and glue at 100 %; `both`: to print on both sides at 100 %; `read`: to lie on the table."""


def print_game(parts: ModuleInputs, folder: Path, paper: Paper = "a4", cache: Path | None = None) -> Iterator[Printed]:
    """Write the files of a game into a folder and yield each when it is there.

    UserError if a symbol, a livery or a letter is missing, OutputError where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    style, title = load_style("colour"), printed_title(parts.board, parts.texts)
    key = parts.recipe.key_words(parts)
    board = printed_board(parts.board, parts.texts, key)
    path = folder / "map.pdf"
    columns, rows = write_tiles(board, path, _TILES[paper], chart=terrain_effects(parts.charts, key), cache=cache)
    yield Printed(path, columns * rows, "glue")
    boards = list(_boards(parts, paper))
    yield _written(folder / "boards.pdf", boards, "glue", title)
    items = [printed(item, parts.texts) for item in parts.roster.counters()]
    options = SheetOptions(
        paper=paper,
        title=parts.texts("print.counters", game=title),
        unknown=parts.texts("print.blank"),
        card_words=parts.texts.under("card"),
    )
    path = folder / "counters.pdf"
    yield Printed(path, export_sheets(items, path, options), "both")
    form = Format(paper, title)
    sheets = {"charts": _charts(parts, form, style), "orders-of-battle": orders_of_battle(parts, form.width, style)}
    for name, each in sheets.items():
        yield _written(folder / f"{name}.pdf", pages_of(each, form, style), "read", title, POINTS / 72)


def _written(
    path: Path, pages: Sequence[Drawing], how: str, title: str, inches_per_pixel: float | None = None
) -> Printed:
    write_file(path, to_pdf(pages, title=title) if inches_per_pixel is None else to_pdf(pages, inches_per_pixel, title))
    return Printed(path, len(pages), how)


def _boards(parts: ModuleInputs, paper: Paper) -> Iterator[Drawing]:
    """Yield the pages of the boards of boxes, which hold counters of their printed size."""
    game = printed_title(parts.board, parts.texts)
    for window in parts.layout.windows:
        drawing = window_drawing(parts.recipe.captioned(parts, window))
        title = f"{game}: {parts.texts.words.get(f'window.{window.id}', window.name)}"
        yield from tile_pages(drawing, tiling_of(drawing, _TILES[paper]), title)


def _charts(parts: ModuleInputs, form: Format, style: MapStyle) -> Iterator[list[Strip]]:
    signs = partial(sign, board=parts.board)
    for chart in parts.recipe.charts(parts):
        head = title_strips(chart.title, printed_title(parts.board, parts.texts), form.width, style)
        yield [*head, *block_strips(chart.blocks, form.width, signs, style)]
