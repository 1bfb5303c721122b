"""A display list as fills: areas of one colour, each told by the edges around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from trc_module.art.backends.coverage import Floats
from trc_module.art.backends.letters import letter_edges
from trc_module.art.backends.ribbons import stroke_edges
from trc_module.art.colour import Colour
from trc_module.art.display import Area, Item, Line, Text
from trc_module.art.strokes import dashes


@dataclass(frozen=True, slots=True)
class Fill:
    """A colour, and the edges (n x 4: x, y of start and end) that run clockwise about what it fills."""

    colour: Colour
    edges: Floats


def fills(items: Iterable[Item], scale: float) -> Iterator[Fill]:
    """Yield items as fills in the order of painting; `scale`, in pixels a unit, says how finely to round."""
    for style, group in groupby(items, _style):
        run = list(group)
        if isinstance(run[0], Text):
            texts = [item for item in run if isinstance(item, Text)]
            if style[1]:
                yield Fill(style[1], letter_edges(texts, scale, halo=True))
            yield Fill(style[0], letter_edges(texts, scale))
        else:
            edges = [_edges(item, scale) for item in run if not isinstance(item, Text)]
            yield Fill(style[0], edges[0] if len(edges) == 1 else np.concatenate(edges))


def _style(item: Item) -> tuple[Colour, Colour, object]:
    """Return what neighbours in a list must share to be painted as one."""
    if isinstance(item, Text):
        return item.fill, item.halo if item.halo is not None and item.halo_width > 0 else "", Text
    colour = item.fill if isinstance(item, Area) else item.stroke
    # Of a translucent colour, what overlaps is denser.
    return colour, "", None if len(colour) == 7 else id(item)


def _edges(item: Area | Line, scale: float) -> Floats:
    if isinstance(item, Area):
        return area_edges(item.shape)
    return stroke_edges(dashes(item.shape, item.dash) if item.dash else item.shape, item.width, item.cap, scale)


def area_edges(shape: Polygon | MultiPolygon) -> Floats:
    """Return the edges of an area: clockwise about its polygons, the other way about their holes."""
    rings, owner = shapely.get_rings(shapely.get_parts(shape), return_index=True)
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
