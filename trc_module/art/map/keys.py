"""Digests of what each layer depends on: a layer whose digest is unchanged need not be drawn again."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from trc_module.art.digest import art_digest
from trc_module.art.map.key_kinds import key_kinds
from trc_module.art.map.scene import Scene
from trc_module.board import Board, Side

_TERRAIN = ("terrain", "regions")
_LINES = ("terrain", "regions", "rivers", "rails", "places")

DEPENDS: dict[str, tuple[str, ...]] = {
    "water": ("terrain", "own"),
    "land": ("terrain", "own"),
    "relief": ("terrain",),
    "swamp": ("terrain",),
    "woods": ("terrain",),
    "patterns": ("terrain", "own"),
    "off-play": _TERRAIN,
    "coast": ("terrain",),
    "tints": (*_TERRAIN, "hexsides"),
    "ground-names": (*_LINES, "waters"),
    "grid": _TERRAIN,
    "areas": _TERRAIN,
    "districts": ("hexsides",),
    "borders": ("hexsides",),
    "rivers": (*_LINES, "hexsides"),
    "rails": ("rails", "places"),
    "hexsides": ("hexsides",),
    "numbers": _TERRAIN,
    "places": ("places", "rails", "waters"),
    "names": (*_LINES, "hexsides", "waters"),
    "panels": (*_LINES, "hexsides", "waters", "chart", "titles", "key", "own"),
}
"""The parts of a board that each layer draws from."""

LAID: dict[str, tuple[str, ...]] = {
    "courses": _LINES,
    "net": DEPENDS["rails"],
    "country-lines": DEPENDS["borders"],
    "district-lines": DEPENDS["districts"],
    "region-labels": DEPENDS["ground-names"],
    "water-labels": DEPENDS["ground-names"],
    "place-labels": DEPENDS["names"],
}
"""The parts of a board on which depends what is laid out once for the whole of it."""


def layer_key(scene: Scene, layer: str) -> str:
    """Return a digest of everything that decides how a layer of a scene looks."""
    parts = [layer, scene.style.name, art_digest(), f"{scene.window:x} {scene.crop}"]
    parts += [_part(scene, name) for name in DEPENDS[layer]]
    return _digest("\n".join(parts))


def laid_key(scene: Scene, name: str) -> str:
    """Return a digest of everything that decides how something is laid out for the whole board."""
    parts = [name, scene.style.name, art_digest(), *(_part(scene, part) for part in LAID[name])]
    return _digest("\n".join(parts))


def _part(scene: Scene, name: str) -> str:
    if name == "chart":
        effects = sorted(
            (terrain, effect.drawn, effect.movement, effect.combat) for terrain, effect in scene.chart.items()
        )
        return _digest(repr(effects))
    if name == "key":
        return _digest(repr(key_kinds(scene.board)))
    return _digest(_own_grounds(scene.board)) if name == "own" else _board_digest(scene.board, name)


@lru_cache(maxsize=64)
def _board_digest(board: Board, name: str) -> str:
    return _digest(_board_part(board, name))


def _board_part(board: Board, name: str) -> str:
    """Return one part of a board as text, the same for the same facts."""
    if name == "terrain":
        grid = (board.grid.rows, board.grid.cols, board.grid.orientation.value, board.grid.shifted, board.grid.naming)
        gaps = [(gap.kind, sorted(gap.cells), gap.of) for gap in board.gaps]
        return repr((grid, sorted(board.drawn.items()), gaps, _arms(board)))
    if name == "regions":
        district = board.legend.district_title("")
        return repr((district, sorted((r.name, r.kind, r.hexes) for r in board.regions.values())))
    if name == "rivers":
        return repr([(r.id, r.name, r.hexes) for r in board.rivers])
    if name == "rails":
        links = [(h, linked) for h, linked in sorted(board.rail_links.items()) if linked]
        return repr((links, sorted(board.rail_only), sorted(board.edge_rails.items())))
    if name == "places":
        cities = sorted((c.name, c.hex, c.major, c.capital, c.port) for c in board.cities.values())
        sites = sorted(
            (kind, board.legend.places[kind].drawn, sorted(sites.items())) for kind, sites in board.sites.items()
        )
        return repr((cities, sites, board.legend.names_below))
    if name == "titles":
        return repr((board.legend.title, board.legend.subtitle, sorted(board.legend.words.items())))
    if name == "waters":
        return repr((sorted((w.name, w.area, w.hexes) for w in board.waters.values()), _gap_names(board)))
    if name == "hexsides":
        borders = {kind: sorted(sides) for kind, sides in sorted(board.borders.items())}
        kinds = board.legend.hexsides.items()
        drawn = [(kind.drawn, kind.is_, sorted(board.sides[name])) for name, kind in kinds]
        rivers = sorted((name, sorted(sides)) for name, sides in board.river_sides.items())
        return repr((borders, drawn, rivers))
    raise KeyError(name)


def _own_grounds(board: Board) -> str:
    own = [(kind.id, kind.own, members) for kind, members in board.of_terrain.items() if kind.own]
    # A symbol is left out where a city or a site is.
    return repr((own, board.city_hexes | board.site_hexes)) if own else ""


def _gap_names(board: Board) -> list[tuple[str, list[tuple[int, int]]]]:
    return [(gap.name, sorted(gap.cells)) for gap in board.gaps]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _arms(board: Board) -> list[list[Side]]:
    """Return the hexsides that are drawn as arms of the sea."""
    return [sorted(board.sides[name]) for name, kind in board.legend.hexsides.items() if kind.drawn == "water"]
