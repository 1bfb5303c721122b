"""A `Drawing` as a one-page PDF whose shapes and letters are vectors, so that it prints sharp at any size.

fpdf2 makes the document; the paths are written into its pages as text, since an object for every curve takes ten
times as long.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from trc_module.art.backends.clipping import overlap, within
from trc_module.art.colour import rgba
from trc_module.art.display import Area, Drawing, Item, Line, Text, bounds, placed_glyphs
from trc_module.art.fonts import Face, GlyphName, outline

INCHES_PER_PIXEL = 0.625 / 82
"""The size in print at which counters of 5/8 inch fit a map drawn for counters of 82 pixels."""

_Points = NDArray[np.float64]


def to_pdf(pages: Iterable[Drawing], inches_per_pixel: float = INCHES_PER_PIXEL, title: str = "") -> bytes:
    """Return a PDF with a page for each drawing, each page as large as its drawing."""
    from fpdf import FPDF

    points = 72 * inches_per_pixel
    pdf = FPDF(unit="pt")
    # The hour of drawing would make the same drawing a different file.
    pdf.set_creation_date(datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC))
    pdf.set_title(title)
    for drawing in pages:
        pdf.add_page(format=(drawing.width * points, drawing.height * points))
        _write(pdf, drawing, points)
    return bytes(pdf.output())


def _write(pdf: Any, drawing: Drawing, points: float) -> None:
    """Write a drawing onto the page that was begun last."""
    page = _Page(drawing, points)
    with pdf.local_context():
        # From here on, points run from the north-west corner, as in the drawing.
        pdf._out(f"1 0 0 -1 0 {drawing.height * points:.2f} cm 1 j")
        for opacity, paths in groupby(page.paths(), key=lambda path: path[0]):
            with pdf.local_context(fill_opacity=opacity, stroke_opacity=opacity):
                pdf._out("\n".join(text for _, text in paths))


class _Page:
    """Turns items into the operators that paint them, each with its opacity."""

    def __init__(self, drawing: Drawing, points: float) -> None:
        self._drawing = drawing
        self._points = points
        self._corner = drawing.box[:2]

    def paths(self) -> Iterator[tuple[float, str]]:
        """Yield (opacity, operators) from the bottom of the drawing to its top."""
        if self._drawing.background:
            yield from self._area(Area(shapely.box(*self._drawing.box), self._drawing.background))
        for item in self._drawing.items:
            if overlap(bounds(item), self._drawing.box):
                yield from self._item(item)

    def _item(self, item: Item) -> Iterator[tuple[float, str]]:
        if isinstance(item, Area):
            yield from self._area(item)
        elif isinstance(item, Line):
            yield from self._line(item)
        else:
            yield from self._text(item)

    def _area(self, area: Area) -> Iterator[tuple[float, str]]:
        shape = within(area.shape, self._drawing.box)
        polygons = [p for p in shapely.get_parts(shape) if p.geom_type == "Polygon"]
        if polygons:
            opacity, colour = _paint(area.fill)
            rings = (self._run(shapely.get_coordinates(ring)[:-1]) + " h" for ring in shapely.get_rings(polygons))
            yield opacity, f"{colour} rg {' '.join(rings)} f*"

    def _line(self, line: Line) -> Iterator[tuple[float, str]]:
        shape = within(line.shape, self._drawing.box, line.width)
        parts = [p for p in shapely.get_parts(shape) if p.geom_type in ("LineString", "LinearRing")]
        if parts:
            opacity, colour = _paint(line.stroke)
            dash = " ".join(f"{d * self._points:.2f}" for d in line.dash)
            style = f"{colour} RG {line.width * self._points:.2f} w {int(line.cap == 'round')} J [{dash}] 0 d"
            yield opacity, f"{style} {' '.join(self._run(shapely.get_coordinates(p)) for p in parts)} S"

    def _text(self, run: Text) -> Iterator[tuple[float, str]]:
        letters = " ".join(self._letters(run))
        if run.halo is not None and run.halo_width > 0:
            opacity, colour = _paint(run.halo)
            yield opacity, f"{colour} RG {2 * run.halo_width * self._points:.2f} w [] 0 d {letters} S"
        opacity, colour = _paint(run.fill)
        yield opacity, f"{colour} rg {letters} f"

    def _letters(self, run: Text) -> Iterator[str]:
        for glyph in placed_glyphs(run):
            template, points = _glyph(run.face, glyph.glyph)
            turn = math.radians(glyph.angle)
            along, across = math.cos(turn) * run.size, math.sin(turn) * run.size
            ways = np.array([[along, across], [across, -along]])
            yield template % self._placed(points @ ways + (glyph.x, glyph.y))

    def _run(self, points: _Points) -> str:
        return ("%.2f %.2f m" + " %.2f %.2f l" * (len(points) - 1)) % self._placed(points)

    def _placed(self, points: _Points) -> tuple[float, ...]:
        """Return points of the drawing (n x 2) as numbers on the page."""
        return tuple(((points - self._corner) * self._points).ravel().tolist())


@cache
def _glyph(face: Face, glyph: GlyphName) -> tuple[str, _Points]:
    """Return the operators of a glyph with places for its points, and these points (em, y upwards)."""
    operators: list[str] = []
    points: list[tuple[float, float]] = []
    for command, taken in outline(face, glyph):
        if command == "Q":
            # A PDF knows cubic curves only.
            (x0, y0), (cx, cy), (x1, y1) = points[-1], *taken
            points += [((x0 + 2 * cx) / 3, (y0 + 2 * cy) / 3), ((x1 + 2 * cx) / 3, (y1 + 2 * cy) / 3), (x1, y1)]
            operators.append("%.2f %.2f %.2f %.2f %.2f %.2f c")
        elif command == "Z":
            operators.append("h")
        else:
            points += taken
            operators.append(f"%.2f %.2f {command.lower()}")
    return " ".join(operators), np.array(points).reshape(-1, 2)


def _paint(colour: str) -> tuple[float, str]:
    """Return a colour's opacity and its three channels, 0 to 1."""
    *channels, opacity = rgba(colour)
    return opacity / 255, " ".join(f"{channel / 255:.4g}" for channel in channels)
