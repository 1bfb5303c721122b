"""A display list as fills: areas of one colour, each told by the edges around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.art.backends.coverage import Floats
from trc_module.art.backends.letters import letter_edges
from trc_module.art.backends.ribbons import stroke_edges
from trc_module.art.colour import Colour
from trc_module.art.display import Area, Box, Item, Line, Text, text_width
from trc_module.art.shapes import Shapes, touching
from trc_module.art.strokes import dashes


@dataclass(frozen=True, slots=True)
class Fill:
    """A colour, and the edges (n x 4: x, y of start and end) that run clockwise about what it fills."""

    colour: Colour
    edges: Floats


def fills(items: Iterable[Item], scale: float, box: Box | None = None) -> Iterator[Fill]:
    """Yield items as fills in the order of painting; only those that show in a box, if one is given.

    `scale`, in pixels a unit, says how finely to round.
    """
    for style, group in groupby(items, _style):
        run = list(group)
        if isinstance(run[0], Text):
            texts = [item for item in run if isinstance(item, Text) and (box is None or _shows(item, box))]
            if run[0].halo is not None and run[0].halo_width > 0:
                yield Fill(run[0].halo, letter_edges(texts, scale, halo=True))
            yield Fill(run[0].fill, letter_edges(texts, scale))
        else:
            edges = [_edges(list(alike), scale, box) for _, alike in groupby(run, _shape)]
            yield Fill(style[0], edges[0] if len(edges) == 1 else np.concatenate(edges))


def _shows(run: Text, box: Box) -> bool:
    """Tell whether a run of text may reach into a box."""
    reach = text_width(run.text, run.size, run.face, run.tracking) + run.size + run.halo_width
    x, y = run.at
    return box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach


def _style(item: Item) -> tuple[Colour, object]:
    """Return what neighbours in a list must share to be painted as one."""
    if isinstance(item, Text):
        return item.fill, (item.halo, item.halo_width > 0)
    colour = item.fill if isinstance(item, Area) else item.stroke
    # Of a translucent colour, what overlaps is denser.
    return colour, None if len(colour) == 7 else id(item)


def _shape(item: Item) -> object:
    """Return what neighbours of one colour must share to be outlined together."""
    return (item.width, item.cap) if isinstance(item, Line) else None


def _edges(items: list[Item], scale: float, box: Box | None) -> Floats:
    lines = [item for item in items if isinstance(item, Line)]
    if not lines:
        return area_edges(_shown([item.shape for item in items if isinstance(item, Area)], box, 0.0))
    width, cap = lines[0].width, lines[0].cap
    shapes = [dashes(line.shape, line.dash) if line.dash else line.shape for line in lines]
    return stroke_edges(_shown(shapes, box, width), width, cap, scale)


def _shown(shapes: Sequence[BaseGeometry], box: Box | None, reach: float) -> Shapes:
    """Return the parts of shapes that lie within reach of a box."""
    if box is None:
        return np.array(shapes, dtype=object)
    west, north, east, south = box
    return touching(shapely.get_parts(list(shapes)), (west - reach, north - reach, east + reach, south + reach))


def area_edges(shapes: Sequence[Polygon | MultiPolygon] | Shapes) -> Floats:
    """Return the edges of areas: clockwise about their polygons, the other way about their holes."""
    rings, owner = shapely.get_rings(shapely.get_parts(np.asarray(shapes, dtype=object)), return_index=True)
    if not len(rings):
        return np.zeros((0, 4))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    joined = np.flatnonzero(ring[1:] == ring[:-1])
    edges = np.hstack([points[joined], points[joined + 1]])
    starts = np.searchsorted(ring[joined], np.arange(len(rings)))
    turn = np.add.reduceat(edges[:, 0] * edges[:, 3] - edges[:, 2] * edges[:, 1], starts)
    hole = np.concatenate([[False], owner[1:] == owner[:-1]])
    wrong = ((turn < 0) != hole)[ring[joined]]
    edges[wrong] = edges[wrong][:, [2, 3, 0, 1]]
    return edges
