"""A `Drawing` as SVG text: letters are outlines, so that it looks alike in every program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.art.backends.clipping import overlap, within
from trc_module.art.colour import Colour, rgba
from trc_module.art.display import Area, Drawing, Item, Line, Text, bounds, placed_glyphs
from trc_module.art.fonts import Face, GlyphName, outline


def to_svg(drawing: Drawing, scale: float = 1.0, title: str = "") -> str:
    """Return a whole SVG document; `scale` only sets its nominal size."""
    west, north, _, _ = drawing.box
    body = _Writer()
    groups = [
        f'<g id="{escape(layer.name, quote=True)}">\n' + "\n".join(body.items(layer.items, drawing)) + "\n</g>"
        for layer in drawing.layers
    ]
    size = f'width="{_n(drawing.width * scale)}" height="{_n(drawing.height * scale)}"'
    view = f'viewBox="{_n(west)} {_n(north)} {_n(drawing.width)} {_n(drawing.height)}"'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>']
    if title:
        head.append(f"<title>{escape(title)}</title>")
    if body.glyphs:
        head.append("<defs>\n" + "\n".join(body.definitions()) + "\n</defs>")
    if drawing.background:
        head.append(
            f'<rect x="{_n(west)}" y="{_n(north)}" width="{_n(drawing.width)}" height="{_n(drawing.height)}"'
            f"{_paint('fill', drawing.background)}/>"
        )
    return "\n".join([*head, *groups, "</svg>"]) + "\n"


class _Writer:
    """Writes items and remembers which letters they use."""

    def __init__(self) -> None:
        self.glyphs: dict[tuple[Face, GlyphName], str] = {}

    def definitions(self) -> Iterator[str]:
        for (face, glyph), name in self.glyphs.items():
            yield f'<path id="{name}" d="{_outline(face, glyph)}"/>'

    def items(self, items: Iterable[Item], drawing: Drawing) -> Iterator[str]:
        for item in items:
            # A picture of a few hexes must not carry the whole map.
            if not overlap(bounds(item), drawing.box):
                continue
            if isinstance(item, Area):
                shape = within(item.shape, drawing.box)
                if not shape.is_empty:
                    rule = ' fill-rule="evenodd"' if _has_holes(shape) else ""
                    yield f'<path{_paint("fill", item.fill)}{rule} d="{_areas(shape)}"/>'
            elif isinstance(item, Line):
                shape = within(item.shape, drawing.box, item.width)
                if not shape.is_empty:
                    yield self._line(item, shape)
            else:
                yield self._text(item)

    def _line(self, line: Line, shape: BaseGeometry) -> str:
        dash = f' stroke-dasharray="{" ".join(_n(d) for d in line.dash)}"' if line.dash else ""
        ends = ' stroke-linecap="round" stroke-linejoin="round"' if line.cap == "round" else ""
        style = f'{_paint("stroke", line.stroke)} stroke-width="{_n(line.width)}"{ends}{dash}'
        return f'<path fill="none"{style} d="{_lines(shape)}"/>'

    def _text(self, run: Text) -> str:
        uses = []
        for glyph in placed_glyphs(run):
            name = self.glyphs.setdefault((run.face, glyph.glyph), f"g{len(self.glyphs)}")
            turn = f" rotate({_n(glyph.angle)})" if glyph.angle else ""
            scale = _n(run.size / 1000, 5)
            uses.append(
                f'<use href="#{name}" transform="translate({_n(glyph.x)} {_n(glyph.y)}){turn} scale({scale})"/>'
            )
        halo = ""
        if run.halo is not None and run.halo_width > 0:
            width = _n(2000 * run.halo_width / run.size)
            halo = f'{_paint("stroke", run.halo)} stroke-width="{width}" stroke-linejoin="round" paint-order="stroke"'
        label = escape(run.text, quote=True)
        return f'<g role="img" aria-label="{label}"{_paint("fill", run.fill)}{halo}>{"".join(uses)}</g>'


def _n(value: float, places: int = 1) -> str:
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def _paint(attribute: str, colour: Colour) -> str:
    opacity = rgba(colour)[3]
    solid = f' {attribute}="{colour[:7]}"'
    return solid if opacity == 255 else f'{solid} {attribute}-opacity="{_n(opacity / 255, 3)}"'


def _has_holes(shape: BaseGeometry) -> bool:
    return any(isinstance(p, Polygon) and len(p.interiors) > 0 for p in shapely.get_parts(shape))


def _areas(shape: Polygon | MultiPolygon | BaseGeometry) -> str:
    polygons = [p for p in shapely.get_parts(shape) if isinstance(p, Polygon)]
    return "".join(_run(shapely.get_coordinates(r)[:-1]) + "z" for r in shapely.get_rings(polygons))


def _lines(shape: BaseGeometry) -> str:
    parts = [p for p in shapely.get_parts(shape) if p.geom_type in ("LineString", "LinearRing")]
    return "".join(_run(shapely.get_coordinates(p)) for p in parts)


def _run(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    """Return a polyline in steps from point to point, a tenth of a pixel fine, without adding up the rounding."""
    tenths = np.rint(points * 10).astype(int)
    steps = np.diff(tenths, axis=0)
    start = f"M{_n(tenths[0][0] / 10)} {_n(tenths[0][1] / 10)}"
    if not len(steps):
        return start
    return start + "l" + " ".join(f"{_n(x / 10)} {_n(y / 10)}" for x, y in steps)


def _outline(face: Face, glyph: GlyphName) -> str:
    # A thousandth of the em is the grid on which the font was drawn.
    return "".join(
        command + " ".join(f"{_n(1000 * x)} {_n(-1000 * y)}" for x, y in points)
        for command, points in outline(face, glyph)
    )
