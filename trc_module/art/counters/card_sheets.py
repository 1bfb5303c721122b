"""Cards to print: pages of nine in their size, fronts and backs registered, with cut marks; and a picture of many.

As with counters, a back page is the mirror image of its front page. Lengths are in points (1/72 inch).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PIL import Image
from shapely import LineString, MultiLineString

from trc_module.art.backends.raster import render
from trc_module.art.counters.card_face import card_back_of, card_of, draw_card
from trc_module.art.counters.card_size import HEIGHT, WIDTH
from trc_module.art.counters.contact import PAPER
from trc_module.art.counters.sheets import PAPERS, SheetOptions
from trc_module.art.counters.spec import Side
from trc_module.art.display import Drawing, Item, Layer, Line, Text, placed
from trc_module.roster import Marker

CARD_WIDTH, CARD_HEIGHT = 178.6, 250.0
"""63 by 88 mm."""
_ACROSS, _DOWN = 3, 3
_MARK_GAP, _MARK = 3.0, 8.0


def card_sheets(cards: Sequence[Marker], options: SheetOptions) -> Iterator[Drawing]:
    """Yield the pages, each front followed by its back."""
    at_once = _ACROSS * _DOWN
    pages = [cards[start : start + at_once] for start in range(0, len(cards), at_once)]
    for number, page in enumerate(pages, start=1):
        for side in ("front", "back"):
            yield _page(page, side, f"cards, {number} of {len(pages)}, {side}", options)


def card_picture(
    cards: Sequence[Marker], side: Side, options: SheetOptions, scale: float, columns: int = 6
) -> Image.Image:
    """Return the cards in rows, in one picture."""
    gap = 8
    wide, high = math.ceil(WIDTH * scale) + gap, math.ceil(HEIGHT * scale) + gap
    columns = max(1, min(columns, len(cards)))
    sheet = Image.new("RGB", (columns * wide + gap, math.ceil(len(cards) / columns) * high + gap), PAPER)
    for index, card in enumerate(cards):
        row, column = divmod(index, columns)
        picture = render(_drawn(card, side, options), scale)
        sheet.paste(picture, (gap + column * wide, gap + row * high), picture)
    return sheet


def _drawn(card: Marker, side: Side, options: SheetOptions) -> Drawing:
    return draw_card(card_of(card, options.card_words) if side == "front" else card_back_of(card), options.palette)


def _page(cards: Sequence[Marker], side: Side, title: str, options: SheetOptions) -> Drawing:
    width, height = PAPERS[options.paper]
    west, north = (width - _ACROSS * CARD_WIDTH) / 2, (height - _DOWN * CARD_HEIGHT) / 2
    items: list[Item] = []
    for index, card in enumerate(cards):
        row, column = divmod(index, _ACROSS)
        column = column if side == "front" else _ACROSS - 1 - column
        x, y = west + column * CARD_WIDTH, north + row * CARD_HEIGHT
        items += placed(_drawn(card, side, options).items, x, y, CARD_WIDTH / WIDTH)
    marks = Line(MultiLineString(list(_cut_marks(west, north))), "#000000", 0.4, cap="flat")
    head = Text(f"{options.title}   {title}".strip(), (width / 2, north - 14), 9, "#555555", anchor="middle")
    layers = (Layer("cards", tuple(items)), Layer("cut-marks", (marks,)), Layer("title", (head,)))
    return Drawing((0.0, 0.0, width, height), layers, "#ffffff")


def _cut_marks(west: float, north: float) -> Iterator[LineString]:
    east, south = west + _ACROSS * CARD_WIDTH, north + _DOWN * CARD_HEIGHT
    near, far = _MARK_GAP, _MARK_GAP + _MARK
    for column in range(_ACROSS + 1):
        x = west + column * CARD_WIDTH
        yield LineString([(x, north - near), (x, north - far)])
        yield LineString([(x, south + near), (x, south + far)])
    for row in range(_DOWN + 1):
        y = north + row * CARD_HEIGHT
        yield LineString([(west - near, y), (west - far, y)])
        yield LineString([(east + near, y), (east + far, y)])
