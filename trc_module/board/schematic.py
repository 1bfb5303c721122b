"""A plain drawing of a part of the board in SVG, for comparing data with a printed map; no work of art."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from trc_module.board.areas import HexRectangle
from trc_module.board.board import Board, Side
from trc_module.hexgrid import Layout, Point, hexes

_FILL = {
    "clear": "#fff",
    "woods": "#cfe5c5",
    "mountain": "#dccbb5",
    "swamp": "#d5e8e4",
    "sea": "#bcd3e8",
    "lake": "#bcd3e8",
}
_SIGN = {"woods": "w", "mountain": "m", "swamp": "s", "lake": "lake"}
"""By how a terrain is drawn."""
_STYLE = "".join(
    (
        "text{font:19px sans-serif;text-anchor:middle;fill:#444;stroke:#fff;stroke-width:4;stroke-opacity:.75;"
        "paint-order:stroke}",
        ".n{font-size:24px;font-weight:bold;fill:#000}",
        ".h{stroke:#999;stroke-width:1.5}",
        ".r{fill:none;stroke:#3b78b5;stroke-width:9;stroke-linecap:round;stroke-linejoin:round}",
        ".t{stroke:#222;stroke-width:4.5}",
        ".c{stroke:#d02020;stroke-width:10}",
        ".b{stroke:#a03c14;stroke-width:6;stroke-dasharray:14 8}",
        ".d{stroke:#2c7a3f;stroke-width:6;stroke-dasharray:6 6}",
        ".m{fill:#000}",
        ".m,.o{stroke:#000;stroke-width:4}",
        ".o{fill:#fff}",
    )
)
LEGEND = (
    "w woods, m mountain, s swamp; blue lines rivers, black lines rails, red closed hexsides and straits, "
    "brown dashes country borders, green dashes borders of military districts; filled circles major cities."
)
"""The meaning of the signs of the drawing."""
_HEX = 100.0
"""Width of a hex in user units: browsers do not draw letters smaller than one unit well."""
_MARGIN = 55.0
"""The distance from the middle of a hex to the edge of the drawing."""


def draw(board: Board, area: HexRectangle) -> str:
    """Return an area with its hex names, terrain letters, rivers, rails, borders, closed hexsides and cities."""
    layout = Layout(board.grid, _HEX, _HEX * math.sqrt(3) / 2)
    centres = [layout.centre(h) for h in hexes(area.hexes)]
    left, right = min(x for x, _ in centres) - _MARGIN, max(x for x, _ in centres) + _MARGIN
    top, bottom = min(y for _, y in centres) - 62, max(y for _, y in centres) + 62
    view = f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">',
            f"<style>{_STYLE}</style>",
            *_ground(board, area, layout),
            *_rivers(board, area, layout),
            *_sides(board.borders["country"], area, layout, "b"),
            *_sides(board.borders["district"], area, layout, "d"),
            *_sides(board.closed_sides | board.straits, area, layout, "c"),
            *_sides(_river_sides(board), area, layout, "r"),
            *_rails(board, area, layout),
            *_names(board, area, layout),
            "</svg>",
        ]
    )


def _at(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _line(a: Point, b: Point, shape: str) -> str:
    return f'<line class="{shape}" x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"/>'


def _ground(board: Board, area: HexRectangle, layout: Layout) -> Iterable[str]:
    for h in hexes(area.hexes):
        points = " ".join(_at(corner) for corner in layout.corners(h))
        terrain = board.terrain[h]
        own = terrain.own.colour if terrain.own is not None else ""
        fill = own if own.startswith("#") else _FILL[terrain.drawn]
        yield f'<polygon class="h" fill="{fill}" points="{points}"/>'


def _rivers(board: Board, area: HexRectangle, layout: Layout) -> Iterable[str]:
    for river in board.rivers:
        if not any(area.hexes >> h & 1 for h in river.hexes):
            continue
        points = " ".join(_at(layout.centre(h)) for h in river.hexes)
        if len(river.hexes) == 1:
            x, y = layout.centre(river.hexes[0])
            points = f"{x - 25:.1f},{y:.1f} {x + 25:.1f},{y:.1f}"
        yield f'<polyline class="r" points="{points}"/>'


def _sides(pairs: Iterable[Side], area: HexRectangle, layout: Layout, shape: str) -> Iterable[str]:
    for a, b in sorted(pairs):
        if (area.hexes >> a | area.hexes >> b) & 1 and layout.grid.adjacent(a, b):
            yield _line(*layout.side(a, b), shape)


def _river_sides(board: Board) -> frozenset[Side]:
    return frozenset(side for members in board.river_sides.values() for side in members)


def _rails(board: Board, area: HexRectangle, layout: Layout) -> Iterable[str]:
    for h in hexes(area.hexes & board.rail_hexes):
        for other in hexes(board.rail_links[h]):
            if other > h or not area.hexes >> other & 1:
                yield _line(layout.centre(h), layout.centre(other), "t")


def _names(board: Board, area: HexRectangle, layout: Layout) -> Iterable[str]:
    sites = {h: f"{name} {kind}" for kind, places in board.sites.items() for name, h in places.items()}
    places = [layout.centre(h)[0] for h in hexes(area.hexes)]
    west, east = min(places) - _MARGIN, max(places) + _MARGIN
    for h in hexes(area.hexes):
        x, y = layout.centre(h)
        yield f'<text x="{x:.1f}" y="{y - 31:.1f}">{board.grid.name(h)}</text>'
        terrain = board.terrain[h]
        sign = _SIGN.get(terrain.drawn) if terrain.own is None else terrain.id.replace("-", " ")
        if sign:
            yield f'<text x="{x:.1f}" y="{y + 42:.1f}">{escape(sign)}</text>'
        city = board.city_at.get(h)
        label = city.name if city else sites.get(h, "")
        if city:
            shape, size = ("m", 13) if city.major else ("o", 9)
            yield f'<circle class="{shape}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>'
        if label:
            # A long name at the right or left edge would be cut off.
            half = 7.5 * len(label)
            middle = min(max(x, west + half), east - half)
            yield f'<text class="n" x="{middle:.1f}" y="{y + 36:.1f}">{escape(label)}</text>'
