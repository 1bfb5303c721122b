"""Charts on paper: strips of sheets, laid out on pages, with the game's name and the page's number at the foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trc_module.art.chart_sheet import Strip
from trc_module.art.counters.sheets import PAPERS, Paper
from trc_module.art.display import Drawing, Item, Layer, Text, outline_of, placed, rectangle
from trc_module.art.fonts import Face
from trc_module.art.map.style import MapStyle, load_style

POINTS = 2 / 3
"""Points of a pixel: running text of 15 pixels is printed at 10 points."""
_EDGE, _FOOT = 54.0, 26.0
"""Pixels from the edge of the paper to what stands on it, and what the foot takes of that."""
_BETWEEN = 30.0
"""Pixels between two sheets on a page."""


@dataclass(frozen=True, slots=True)
class Format:
    """The paper of a document of pages."""

    paper: Paper
    foot: str
    """What stands at the foot of each page beside its number."""

    @property
    def size(self) -> tuple[float, float]:
        """Return the width and height of a page in pixels."""
        width, height = PAPERS[self.paper]
        return width / POINTS, height / POINTS

    @property
    def width(self) -> float:
        """Return how wide what stands on a page is."""
        return self.size[0] - 2 * _EDGE

    @property
    def height(self) -> float:
        """Return how high it may be."""
        return self.size[1] - 2 * _EDGE - _FOOT


def pages_of(sheets: Iterable[Sequence[Strip]], form: Format, style: MapStyle | None = None) -> list[Drawing]:
    """Return the pages: a sheet begins where the last one ended if all of it has room there, else on a page of its own.

    A table that goes over to the next page has its heads there again. Drawings are in pixels, `POINTS` to one.
    """
    style = style or load_style("colour")
    pages: list[list[tuple[float, Strip]]] = []
    y = form.height + 1
    for strips in sheets:
        if pages and y + _BETWEEN + sum(strip.height for strip in strips) <= form.height:
            y += _BETWEEN
        else:
            pages.append([])
            y = 0.0
        for together in _together(strips):
            if pages[-1] and y + sum(strip.height for strip in together) > form.height:
                pages.append([])
                y = 0.0
                head = together[0].head
                if head is not None:
                    pages[-1].append((0.0, head))
                    y = head.height
            for strip in together:
                pages[-1].append((y, strip))
                y += strip.height
    return [_page(page, number, len(pages), form, style) for number, page in enumerate(pages, 1)]


def _together(strips: Sequence[Strip]) -> Iterable[list[Strip]]:
    """Yield the strips that stand on one page."""
    kept: list[Strip] = []
    for strip in strips:
        kept.append(strip)
        if not strip.keep:
            yield kept
            kept = []
    if kept:
        yield kept


def _page(page: Sequence[tuple[float, Strip]], number: int, of: int, form: Format, style: MapStyle) -> Drawing:
    width, height = form.size
    items: list[Item] = []
    for y, strip in page:
        items += placed(strip.items, _EDGE, _EDGE + y)
    rim = rectangle(_EDGE - 24, _EDGE - 24, width - 2 * _EDGE + 48, height - 2 * _EDGE + 48, 8)
    frame = outline_of(rim, style["panel_rim"], 1.2)
    foot = Text(f"{form.foot}   {number} / {of}", (width / 2, height - _EDGE), 12, style["ink"], Face.ITALIC, "middle")
    # White paper: a tinted ground would cost ink and hide nothing.
    return Drawing((0.0, 0.0, width, height), (Layer("frame", (frame,)), Layer("chart", (*items, foot))), "#ffffff")
