"""Scenes, from which the layers draw: a board, a style, and the geometry that several layers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from zlib import crc32

import shapely
from shapely import LineString, MultiPolygon, Polygon

from trc_module.art.display import Box, Point
from trc_module.art.map.sheet import Sheet, sheet_of
from trc_module.art.map.soft_areas import Cell, cells_of, soft_area, soft_lines, with_rim
from trc_module.art.map.style import MapStyle
from trc_module.board import Board, Side
from trc_module.board.legend import DRAWN, Terrain
from trc_module.charts import TerrainEffect
from trc_module.hexgrid import Hex, HexGrid, HexSet, Layout, Orientation, hexes

BEYOND = 64.0
"""Pixels around a cropped picture in which the ground is drawn too: farther than relief and shallows look."""

_NEAR = 1.3
"""Hexes around a cropped picture in which centres of hexes count: farther than the rounding of an edge looks."""

WATER = ("sea", "lake")
"""The drawings of terrain that are water."""

_GAPS = {"sea": "sea", "lake": "lake", "land": "clear", "area": "clear"}
"""The drawing of each kind of place without a hex."""

_LAND_SEED = 1
ARM, _ARM_SEED = 11.0, 6
"""Pixels from the middle of an arm of the sea to its shores: narrower than a river's hexside would be no water."""

_SOFT_SEED = {"woods": 2, "swamp": 3, "mountain": 4}
_OWN_SEED = 16


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
        """The scene of the whole board; this one shows a part of it."""
        return self if self.crop is None else replace(self, window=self.board.grid.all, crop=None)

    @cached_property
    def sheet(self) -> Sheet:
        """The measures of the sheet."""
        return sheet_of(self.board)

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

    def cells(self, *drawn: str) -> set[Cell]:
        """Return the cells near the window of terrains that are drawn so, continued beyond the edge of the grid."""
        members = 0
        for word in drawn:
            members |= self.board.drawn[word]
        chosen = cells_of(self.board.grid, hexes(members & self.near)) | self.gap_cells(*drawn)
        return with_rim(self.board.grid, chosen)

    def gap_cells(self, *drawn: str) -> set[Cell]:
        """Return the cells without a hex that are drawn so: all of them, since there are few."""
        return {cell for gap in self.board.gaps if _GAPS[gap.kind] in drawn for cell in gap.cells}

    @cached_property
    def land(self) -> Polygon | MultiPolygon:
        """All land within the frame, with its soft coast."""
        cells = self.cells(*(word for word in DRAWN if word not in WATER))
        soft = self.framed(soft_area(self.layout, cells, _LAND_SEED))
        arms = [LineString(self.layout.side(*side)) for side in self.drawn_sides("water")]
        if not arms:
            return soft
        # Their ends reach into the sea, so that no dam is left there.
        course = soft_lines(self.layout, arms, _ARM_SEED).buffer(ARM)
        return _areas(shapely.difference(soft, course))

    def drawn_sides(self, drawn: str) -> list[Side]:
        """Return the hexsides near the window of all kinds that are drawn in one way."""
        kinds = [name for name, kind in self.board.legend.hexsides.items() if kind.drawn == drawn]
        return self.sides_of(*kinds)

    def sides_of(self, *kinds: str) -> list[Side]:
        """Return the hexsides near the window of some kinds of the legend."""
        sides: set[Side] = set().union(*(self.board.sides[name] for name in kinds))
        near = (side for side in sides if self.near >> side[0] & 1 and self.near >> side[1] & 1)
        # Of hexes that are no neighbours lint tells; until they are mended the map shows the rest.
        return sorted(side for side in near if self.board.grid.adjacent(*side))

    def ground(self, terrain: str) -> Polygon | MultiPolygon:
        """Return the area of what is drawn as woods, swamp or mountains, ending at the coast."""
        if terrain not in self._ground:
            cells, water = self.cells(terrain), self._water
            # Water is taken in and cut off again, so that no strip of plain ground runs along a shore.
            beside = {w for w in water if any(n in cells for n in around_cell(w, self.board.grid))}
            soft = soft_area(self.layout, cells | beside, _SOFT_SEED[terrain])
            self._ground[terrain] = _areas(shapely.intersection(soft, self.land))
        return self._ground[terrain]

    @cached_property
    def own_terrain(self) -> list[Terrain]:
        """The kinds of terrain on the board that the game draws itself."""
        return [kind for kind, members in self.board.of_terrain.items() if kind.own is not None and members]

    def own_ground(self, kind: Terrain) -> Polygon | MultiPolygon:
        """Return the area of a terrain that the game draws itself, ending at the coast."""
        if kind.id not in self._ground_of:
            grid = self.board.grid
            cells = with_rim(grid, cells_of(grid, hexes(self.board.of_terrain[kind] & self.near)))
            other = self.cells(*(word for word in DRAWN if (word in WATER) is not kind.is_water))
            beside = {cell for cell in other if any(n in cells for n in around_cell(cell, grid))}
            soft = soft_area(self.layout, cells | beside, _OWN_SEED + crc32(kind.id.encode()) % 64)
            cut = shapely.difference if kind.is_water else shapely.intersection
            self._ground_of[kind.id] = self.framed(cut(soft, self.land))
        return self._ground_of[kind.id]

    @cached_property
    def _ground_of(self) -> dict[str, Polygon | MultiPolygon]:
        return {}

    @cached_property
    def _ground(self) -> dict[str, Polygon | MultiPolygon]:
        return {}

    @cached_property
    def _water(self) -> set[Cell]:
        return self.cells(*WATER)

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


def around_cell(cell: Cell, grid: HexGrid) -> list[Cell]:
    """Return the six cells about one, on the grid or beyond its edge."""
    pointy = grid.orientation is Orientation.POINTY_TOP
    line, place = cell if pointy else cell[::-1]
    further = 0 if line % 2 != grid.shifted else 1
    around = [
        (line, place - 1),
        (line, place + 1),
        (line - 1, place - 1 + further),
        (line - 1, place + further),
        (line + 1, place - 1 + further),
        (line + 1, place + further),
    ]
    return around if pointy else [(row, col) for col, row in around]


def _areas(shape: shapely.Geometry) -> Polygon | MultiPolygon:
    if isinstance(shape, Polygon | MultiPolygon):
        return shape
    return MultiPolygon([p for p in shapely.get_parts(shape) if isinstance(p, Polygon)])
