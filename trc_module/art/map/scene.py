"""What the layers draw from: a board, a style, and the geometry that several layers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

import shapely
from shapely import MultiPolygon, Polygon

from trc_module.art.display import Box, Point
from trc_module.art.map.sheet import Sheet, sheet_of
from trc_module.art.map.soft_areas import Cell, cells_of, soft_area, with_rim
from trc_module.art.map.style import MapStyle
from trc_module.board import Board, Terrain
from trc_module.charts import TerrainEffect
from trc_module.hexgrid import Hex, HexSet, Layout, hexes

BEYOND = 64.0
"""Pixels around a cropped picture in which the ground is drawn too: farther than relief and shallows look."""

_NEAR = 1.3
"""Hexes around a cropped picture in which centres of hexes count: farther than the rounding of an edge looks."""

_LAND_SEED = 1
_SOFT_SEED = {Terrain.WOODS: 2, Terrain.SWAMP: 3, Terrain.MOUNTAIN: 4}


@dataclass(frozen=True, eq=False)
class Scene:
    """A board to be drawn in a style, wholly or only the hexes in `window`, which fill `crop`."""

    board: Board
    style: MapStyle
    window: HexSet
    chart: Mapping[str, TerrainEffect] = field(default_factory=dict)
    """The terrain effects chart, which the key prints."""
    crop: Box | None = None
    """The part of the sheet that is shown, if not the whole."""
    cache: Path | None = None
    """A folder in which is kept what is laid out once for the whole board."""

    @cached_property
    def entire(self) -> Scene:
        """The scene of the whole board, of which this one shows a part."""
        return self if self.crop is None else replace(self, window=self.board.grid.all, crop=None)

    @cached_property
    def sheet(self) -> Sheet:
        """The measures of the sheet."""
        return sheet_of(self.board.grid)

    @property
    def layout(self) -> Layout:
        """Return where the hexes lie."""
        return self.sheet.layout

    @property
    def frame(self) -> Box:
        """Return the box that the ground fills."""
        return self.sheet.frame

    @property
    def box(self) -> Box:
        """Return the part of the sheet that the picture shows."""
        width, height = self.sheet.size
        return self.crop or (0.0, 0.0, float(width), float(height))

    def around(self, margin: float) -> Box:
        """Return the box of the picture with a margin."""
        west, north, east, south = self.box
        return west - margin, north - margin, east + margin, south + margin

    def shows(self, point: Point) -> bool:
        """Tell whether a point lies inside the picture."""
        west, north, east, south = self.box
        return west < point[0] < east and north < point[1] < south

    @cached_property
    def whole(self) -> bool:
        """Whether the whole board is drawn."""
        return self.window == self.board.grid.all

    @cached_property
    def near(self) -> HexSet:
        """The hexes of the picture and a little more than half a hex around it: as far as edges and lines look."""
        return self.window if self.crop is None else hexes_within(self.layout, self.around(_NEAR * self.layout.pitch))

    def shown(self, members: HexSet) -> list[Hex]:
        """Return those of the hexes that lie in or near the window."""
        return list(hexes(members & self.near))

    def cells(self, *terrains: Terrain) -> set[Cell]:
        """Return the cells of terrains near the window, continued beyond the edge of the grid."""
        members = 0
        for terrain in terrains:
            members |= self.board.of_terrain[terrain]
        return with_rim(self.board.grid, cells_of(self.board.grid, hexes(members & self.near)))

    @cached_property
    def land(self) -> Polygon | MultiPolygon:
        """All land within the frame, with its soft coast."""
        cells = self.cells(*(t for t in Terrain if not t.is_water))
        return self.framed(soft_area(self.layout, cells, _LAND_SEED))

    def ground(self, terrain: Terrain) -> Polygon | MultiPolygon:
        """Return the area of woods, swamp or mountains, ending at the coast."""
        if terrain not in self._ground:
            cells, water = self.cells(terrain), self._water
            # Water is taken in and cut off again, so that no strip of plain ground runs along a shore.
            beside = {w for w in water if any(n in cells for n in around_cell(w, self.board.grid.shifted))}
            soft = soft_area(self.layout, cells | beside, _SOFT_SEED[terrain])
            self._ground[terrain] = _areas(shapely.intersection(soft, self.land))
        return self._ground[terrain]

    @cached_property
    def _ground(self) -> dict[Terrain, Polygon | MultiPolygon]:
        return {}

    @cached_property
    def _water(self) -> set[Cell]:
        return self.cells(Terrain.SEA, Terrain.LAKE)

    def framed(self, shape: shapely.Geometry) -> Polygon | MultiPolygon:
        """Return the part of an area within the frame and, of a cropped picture, not far from it."""
        west, north, east, south = self.frame
        if self.crop is not None:
            a, b, c, d = self.around(BEYOND)
            west, north, east, south = max(west, a), max(north, b), min(east, c), min(south, d)
        return _areas(shapely.intersection(shape, shapely.box(west, north, east, south)))


def hexes_within(layout: Layout, box: Box) -> HexSet:
    """Return the hexes whose centres lie within a box."""
    west, north, east, south = box
    return sum(1 << h for h, x, y in _centres(layout) if west < x < east and north < y < south)


@lru_cache(maxsize=4)
def _centres(layout: Layout) -> tuple[tuple[Hex, float, float], ...]:
    """Return the hexes of a grid with their centres."""
    return tuple((h, *layout.centre(h)) for h in hexes(layout.grid.all))


def around_cell(cell: Cell, shifted: int) -> list[Cell]:
    """Return the six cells about one, on a pointy-topped grid."""
    row, col = cell
    east = 0 if row % 2 != shifted else 1
    return [
        (row, col - 1),
        (row, col + 1),
        (row - 1, col - 1 + east),
        (row - 1, col + east),
        (row + 1, col - 1 + east),
        (row + 1, col + east),
    ]


def _areas(shape: shapely.Geometry) -> Polygon | MultiPolygon:
    if isinstance(shape, Polygon | MultiPolygon):
        return shape
    return MultiPolygon([p for p in shapely.get_parts(shape) if isinstance(p, Polygon)])
