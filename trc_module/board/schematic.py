"""A plain drawing of a part of the board in SVG, for comparing data with a printed map; no work of art."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from trc_module.board.areas import Area
from trc_module.board.board import Board, Side
from trc_module.board.geometry import data_layout
from trc_module.board.model import Terrain
from trc_module.hexgrid import Layout, Point, hexes

_FILL = {
    Terrain.CLEAR: "#fff",
    Terrain.WOODS: "#cfe5c5",
    Terrain.MOUNTAIN: "#dccbb5",
    Terrain.SWAMP: "#d5e8e4",
    Terrain.SEA: "#bcd3e8",
    Terrain.LAKE: "#bcd3e8",
}
_SIGN = {Terrain.WOODS: "w", Terrain.MOUNTAIN: "m", Terrain.SWAMP: "s", Terrain.LAKE: "lake"}
_STYLE = "".join(
    (
        "text{font:.19px sans-serif;text-anchor:middle;fill:#444}",
        ".n{font-size:.24px;font-weight:bold;fill:#000}",
        ".h{stroke:#999;stroke-width:.015}",
        ".r{fill:none;stroke:#3b78b5;stroke-width:.09;stroke-linecap:round;stroke-linejoin:round}",
        ".t{stroke:#222;stroke-width:.045}",
        ".c{stroke:#d02020;stroke-width:.1}",
        ".b{stroke:#a03c14;stroke-width:.06;stroke-dasharray:.14 .08}",
        ".d{stroke:#2c7a3f;stroke-width:.06;stroke-dasharray:.06 .06}",
        ".m{fill:#000}",
        ".m,.o{stroke:#000;stroke-width:.04}",
        ".o{fill:#fff}",
    )
)


def draw(board: Board, area: Area) -> str:
    """Return an area with its hex names, terrain letters, rivers, rails, borders, closed hexsides and cities."""
    layout = data_layout(board)
    centres = [layout.centre(h) for h in hexes(area.hexes)]
    left, right = min(x for x, _ in centres) - 0.55, max(x for x, _ in centres) + 0.55
    top, bottom = min(y for _, y in centres) - 0.62, max(y for _, y in centres) + 0.62
    view = f"{left:.2f} {top:.2f} {right - left:.2f} {bottom - top:.2f}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">',
            f"<style>{_STYLE}</style>",
            *_ground(board, area, layout),
            *_rivers(board, area, layout),
            *_sides(board.borders["country"], area, layout, "b"),
            *_sides(board.borders["district"], area, layout, "d"),
            *_sides({*board.closed_sides, board.kerch}, area, layout, "c"),
            *_rails(board, area, layout),
            *_names(board, area, layout),
            "</svg>",
        ]
    )


def _at(point: Point) -> str:
    return f"{point[0]:.2f},{point[1]:.2f}"


def _line(a: Point, b: Point, shape: str) -> str:
    return f'<line class="{shape}" x1="{a[0]:.2f}" y1="{a[1]:.2f}" x2="{b[0]:.2f}" y2="{b[1]:.2f}"/>'


def _ground(board: Board, area: Area, layout: Layout) -> Iterable[str]:
    for h in hexes(area.hexes):
        points = " ".join(_at(corner) for corner in layout.corners(h))
        yield f'<polygon class="h" fill="{_FILL[board.terrain[h]]}" points="{points}"/>'


def _rivers(board: Board, area: Area, layout: Layout) -> Iterable[str]:
    for river in board.rivers:
        if not any(area.hexes >> h & 1 for h in river.hexes):
            continue
        points = " ".join(_at(layout.centre(h)) for h in river.hexes)
        if len(river.hexes) == 1:
            x, y = layout.centre(river.hexes[0])
            points = f"{x - 0.25:.2f},{y:.2f} {x + 0.25:.2f},{y:.2f}"
        yield f'<polyline class="r" points="{points}"/>'


def _sides(pairs: Iterable[Side], area: Area, layout: Layout, shape: str) -> Iterable[str]:
    for a, b in sorted(pairs):
        if (area.hexes >> a | area.hexes >> b) & 1 and layout.grid.adjacent(a, b):
            yield _line(*layout.side(a, b), shape)


def _rails(board: Board, area: Area, layout: Layout) -> Iterable[str]:
    for h in hexes(area.hexes & board.rail_hexes):
        for other in hexes(board.rail_links[h]):
            if other > h or not area.hexes >> other & 1:
                yield _line(layout.centre(h), layout.centre(other), "t")


def _names(board: Board, area: Area, layout: Layout) -> Iterable[str]:
    wells = {h: name for name, h in board.oil_wells.items()}
    for h in hexes(area.hexes):
        x, y = layout.centre(h)
        yield f'<text x="{x:.2f}" y="{y - 0.31:.2f}">{board.grid.name(h)}</text>'
        sign = _SIGN.get(board.terrain[h])
        if sign:
            yield f'<text x="{x:.2f}" y="{y + 0.46:.2f}">{sign}</text>'
        city = board.city_at.get(h)
        label = city.name if city else f"{wells[h]} oil" if h in wells else ""
        if city:
            shape, size = ("m", 0.13) if city.major else ("o", 0.09)
            yield f'<circle class="{shape}" cx="{x:.2f}" cy="{y:.2f}" r="{size}"/>'
        if label:
            yield f'<text class="n" x="{x:.2f}" y="{y + 0.36:.2f}">{escape(label)}</text>'
