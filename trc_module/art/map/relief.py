"""Mountains as shaded relief: invented ridges, lit from the north-west, in steps of light and shade."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from PIL import Image, ImageDraw
from shapely import MultiPolygon, Polygon

from trc_module.art.display import Area, Item
from trc_module.art.map.contour import area_above
from trc_module.art.map.noise import Floats, noise
from trc_module.art.map.scene import BEYOND, Scene
from trc_module.art.map.style import MapStyle
from trc_module.art.shapes import as_areas

_SPACING = 6.0
_MARGIN = 20.0
_SEED = 71
_DARK = (0.24, 0.5, 0.8)
_LIGHT = (0.3,)

_POLYGON = 3
"""Shapely's type number of a polygon."""


def relief(scene: Scene) -> Iterator[Item]:
    """Yield the light and shade of the mountains."""
    shown, close = shapely.box(*scene.box), shapely.box(*scene.around(BEYOND - 1))
    for group in shapely.get_parts(scene.ground("mountain")):
        # The size of what is cut off is unknown here.
        large = group.area > scene.layout.pitch * scene.layout.step / 2 or not close.contains(group)
        if large and group.intersects(shown):
            yield from mountains(scene.style, group)


def mountains(style: MapStyle, area: Polygon) -> Iterator[Item]:
    """Yield the light and shade of one range."""
    beyond = np.array(area.bounds) + np.array([-_MARGIN, -_MARGIN, _MARGIN, _MARGIN])
    west, north, east, south = (np.rint(beyond / _SPACING) * _SPACING).tolist()
    x, y = np.meshgrid(np.arange(west, east + 1, _SPACING), np.arange(north, south + 1, _SPACING))
    heights = _heights(x, y) * _foot(area, west, north, x.shape)
    slope_y, slope_x = np.gradient(heights, _SPACING)
    # Light falls from the north-west: what rises towards the south-east faces it.
    shade = np.asarray(-(slope_x + slope_y) * 0.7071)
    for level in _DARK:
        yield _cut(area_above(shade, level, west, north, _SPACING), area, style["relief_dark"])
    for level in _LIGHT:
        yield _cut(area_above(-shade, level, west, north, _SPACING), area, style["relief_light"])


def _cut(shape: MultiPolygon, area: Polygon, colour: str) -> Area:
    parts = np.asarray(shapely.get_parts(shape))
    shapely.prepare(area)
    over = ~shapely.contains_properly(area, parts)
    # Only what crosses the foot of the mountains needs cutting, and that is little.
    cut = shapely.get_parts(shapely.intersection(parts[over], area))
    kept = np.concatenate([parts[~over], cut[shapely.get_type_id(cut) == _POLYGON]])
    return Area(as_areas(kept), colour)


def _heights(x: Floats, y: Floats) -> Floats:
    # A little bending keeps the ridges from looking like noise on a grid.
    wx = x + 16 * noise(x, y, 90, _SEED)
    wy = y + 16 * noise(x, y, 90, _SEED + 1)
    return 34 * _ridge(wx, wy, 78, _SEED + 2) + 19 * _ridge(wx, wy, 41, _SEED + 3) + 5 * _ridge(wx, wy, 19, _SEED + 4)


def _ridge(x: Floats, y: Floats, wavelength: float, seed: int) -> Floats:
    """Return noise folded at nought, so that its valleys become sharp crests."""
    return (1 - np.minimum(np.abs(noise(x, y, wavelength, seed)) * 1.6, 1)) ** 1.6


def _foot(area: Polygon, west: float, north: float, shape: tuple[int, ...]) -> Floats:
    """Return 0 outside the mountains, rising to 1 some way inside."""
    mask = Image.new("L", (shape[1], shape[0]), 0)
    pen = ImageDraw.Draw(mask)
    for ring, fill in [(area.exterior, 255), *((r, 0) for r in area.interiors)]:
        points = (shapely.get_coordinates(ring) - (west, north)) / _SPACING
        pen.polygon([(float(a), float(b)) for a, b in points], fill=fill)
    inside = np.asarray(mask, dtype=np.float64) / 255
    reach = 4
    weights = np.exp(-0.5 * (np.arange(-2 * reach, 2 * reach + 1) / reach) ** 2)
    weights /= weights.sum()
    rows, cols = inside.shape
    padded = np.pad(inside, 2 * reach)
    across = sum(w * padded[:, k : k + cols] for k, w in enumerate(weights.tolist()))
    blurred = sum(w * across[k : k + rows] for k, w in enumerate(weights.tolist()))
    return np.asarray(np.clip(1.9 * blurred - 0.75, 0, 1))
