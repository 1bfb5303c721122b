"""Signs before the rows of a chart: dice, samples of the map's ground and hexsides, symbols of units."""

from __future__ import annotations

from shapely import MultiPolygon

from trc_module.art.counters.symbols import place, unit_symbol
from trc_module.art.display import Area, Item, circle, outline_of, placed, rectangle
from trc_module.art.map.key_kinds import ground_sample, is_city, side_sample, site_sample
from trc_module.art.map.samples import SAMPLE, SAMPLES, sample_named
from trc_module.art.map.scene import Scene
from trc_module.art.map.style import MapStyle, load_style
from trc_module.board import Board
from trc_module.charts.sheet import DIE, GROUND, SIDE, UNIT

SIGN = 34.0
"""The side of the square in whose middle a sign stands, at a size of text of 15."""
DIE_SIDE = 22.0
_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The pips of a die by the places of a square, row by row."""
_BOX = (28.0, 19.0)


def sign(name: str, board: Board, style: MapStyle | None = None) -> tuple[Item, ...]:
    """Return a sign around the origin; nothing for a word that the map does not draw."""
    style = style or load_style("colour")
    if name.startswith(DIE):
        return _die(int(name.removeprefix(DIE)), style)
    if name.startswith(UNIT):
        return _unit(name.removeprefix(UNIT), style)
    sample = _sample_of(name, board)
    if sample is None:
        return ()
    scene = Scene(board, style, board.grid.all)
    drawn = sample_named(sample)(scene, (0.0, 0.0))
    return tuple(placed(drawn, scale=SIGN / SAMPLE))


def _sample_of(name: str, board: Board) -> str | None:
    word = name.removeprefix(GROUND).removeprefix(SIDE)
    if name.startswith(SIDE):
        kind = board.legend.hexsides.get(word)
        return (side_sample(word, kind) or None) if kind else None
    if word in SAMPLES:
        return word
    terrain = board.legend.terrain.get(word)
    if terrain is not None:
        return "minor-city" if is_city(board, word) else ground_sample(terrain)
    site = board.legend.places.get(word)
    if word in _CITIES or site is None:
        return _CITIES.get(word)
    return "minor-city" if site.is_ == "city" else site_sample(word, site) or None


_CITIES = {"major": "major-city", "minor": "minor-city"}
"""The samples of cities by their size, which some charts tell apart."""


def _die(number: int, style: MapStyle) -> tuple[Item, ...]:
    half, step, pip = DIE_SIDE / 2, 0.27 * DIE_SIDE, 0.1 * DIE_SIDE
    square = rectangle(-half, -half, DIE_SIDE, DIE_SIDE, 4)
    places = {"abcdefghi"[row * 3 + column]: (column - 1, row - 1) for row in range(3) for column in range(3)}
    pips = [circle(places[letter][0] * step, places[letter][1] * step, pip) for letter in _PIPS[number]]
    return (
        Area(square, style["city_rim"]),
        outline_of(square, style["ink"], 1.3),
        Area(MultiPolygon(pips), style["ink"]),
    )


def _unit(symbol: str, style: MapStyle) -> tuple[Item, ...]:
    width, height = _BOX
    frame = rectangle(-width / 2, -height / 2, width, height)
    paints = {"ink": style["ink"], "paper": style["city_rim"], "accent": style["ink"]}
    drawn = place(unit_symbol(symbol, "nato"), -width / 2, -height / 2, width, height, paints, clip=True)
    return (Area(frame, style["city_rim"]), *drawn, outline_of(frame, style["ink"], 1.3))
