"""A `Drawing` as a one-page PDF whose shapes and letters are vectors, so that it prints sharp at any size."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from typing import Any

import shapely

from trc_module.art.backends.clipping import overlap, within
from trc_module.art.colour import Colour, rgba
from trc_module.art.display import Area, Drawing, Item, Line, Text, bounds, placed_glyphs
from trc_module.art.fonts import outline

INCHES_PER_PIXEL = 0.625 / 82
"""The size in print at which counters of 5/8 inch fit a map drawn for counters of 82 pixels."""


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
        with pdf.drawing_context() as context:
            _Page(context, drawing, points).write()
    return bytes(pdf.output())


class _Page:
    """Turns items into painted paths in points from the north-west corner of the page."""

    def __init__(self, context: Any, drawing: Drawing, points: float) -> None:
        self._context = context
        self._drawing = drawing
        self._points = points
        self._west, self._north = drawing.box[:2]

    def write(self) -> None:
        if self._drawing.background:
            self._area(Area(shapely.box(*self._drawing.box), self._drawing.background))
        for item in self._drawing.items:
            if overlap(bounds(item), self._drawing.box):
                self._write(item)

    def _write(self, item: Item) -> None:
        if isinstance(item, Area):
            self._area(item)
        elif isinstance(item, Line):
            self._line(item)
        else:
            self._text(item)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return round((x - self._west) * self._points, 2), round((y - self._north) * self._points, 2)

    def _path(self, fill: Colour | None, stroke: Colour | None = None, width: float = 0.0) -> Any:
        from fpdf.drawing import PaintedPath
        from fpdf.enums import PathPaintRule

        path = PaintedPath()
        path.style.auto_close = False
        path.style.paint_rule = PathPaintRule.FILL_EVENODD if fill else PathPaintRule.STROKE
        if fill:
            path.style.fill_color, path.style.fill_opacity = _paint(fill)
        if stroke:
            path.style.stroke_color, path.style.stroke_opacity = _paint(stroke)
            path.style.stroke_width = width * self._points
        return path

    def _rings(self, path: Any, coordinates: Iterable[Any], closed: bool) -> None:
        for points in coordinates:
            first, *rest = ((float(x), float(y)) for x, y in points)
            path.move_to(*self._at(*first))
            for point in rest[:-1] if closed else rest:
                path.line_to(*self._at(*point))
            if closed:
                path.close()

    def _area(self, area: Area) -> None:
        shape = within(area.shape, self._drawing.box)
        polygons = [p for p in shapely.get_parts(shape) if p.geom_type == "Polygon"]
        path = self._path(area.fill)
        self._rings(path, (shapely.get_coordinates(r) for r in shapely.get_rings(polygons)), closed=True)
        self._context.add_item(path)

    def _line(self, line: Line) -> None:
        from fpdf.enums import StrokeCapStyle, StrokeJoinStyle

        shape = within(line.shape, self._drawing.box, line.width)
        parts = [p for p in shapely.get_parts(shape) if p.geom_type in ("LineString", "LinearRing")]
        path = self._path(None, line.stroke, line.width)
        path.style.stroke_cap_style = StrokeCapStyle.ROUND if line.cap == "round" else StrokeCapStyle.BUTT
        path.style.stroke_join_style = StrokeJoinStyle.ROUND
        if line.dash:
            path.style.stroke_dash_pattern = [d * self._points for d in line.dash]
        self._rings(path, (shapely.get_coordinates(p) for p in parts), closed=False)
        self._context.add_item(path)

    def _text(self, run: Text) -> None:
        from fpdf.enums import PathPaintRule, StrokeJoinStyle

        if run.halo is not None and run.halo_width > 0:
            path = self._path(None, run.halo, 2 * run.halo_width)
            path.style.stroke_join_style = StrokeJoinStyle.ROUND
            self._letters(path, run)
            self._context.add_item(path)
        path = self._path(run.fill)
        path.style.paint_rule = PathPaintRule.FILL_NONZERO
        self._letters(path, run)
        self._context.add_item(path)

    def _letters(self, path: Any, run: Text) -> None:
        steps: dict[str, Callable[..., Any]] = {
            "M": path.move_to,
            "L": path.line_to,
            "Q": path.quadratic_curve_to,
            "Z": path.close,
        }
        for glyph in placed_glyphs(run):
            for command, points in outline(run.face, glyph.glyph):
                placed = (self._at(*glyph.on_page(x * run.size, y * run.size)) for x, y in points)
                steps[command](*(v for point in placed for v in point))


def _paint(colour: Colour) -> tuple[str, float]:
    return colour[:7], rgba(colour)[3] / 255
