"""Smooth noise that depends on the place alone: the same point has the same value in every picture.

So a corrected hex changes the drawing around itself and nowhere else, and a cropped map agrees with the whole.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Cells = NDArray[np.int64]


def scatter(x: Cells, y: Cells, seed: int) -> Floats:
    """Return a number in [0, 1) for each pair of whole numbers, as if drawn by lot."""
    with np.errstate(over="ignore"):
        h = x.astype(np.uint32) * np.uint32(0x9E3779B1) ^ y.astype(np.uint32) * np.uint32(0x85EBCA77)
        h ^= np.uint32(seed & 0xFFFFFFFF) * np.uint32(0xC2B2AE3D)
        # The finishing mix of MurmurHash3: every bit of the place stirs every bit of the value.
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x85EBCA6B)
        h ^= h >> np.uint32(13)
        h *= np.uint32(0xC2B2AE35)
        h ^= h >> np.uint32(16)
    return h.astype(np.float64) / 2.0**32


def noise(x: Floats, y: Floats, wavelength: float, seed: int) -> Floats:
    """Return gradient noise in about [-1, 1] that changes over distances of `wavelength`."""
    px, py = x / wavelength, y / wavelength
    x0, y0 = np.floor(px).astype(np.int64), np.floor(py).astype(np.int64)
    fx, fy = px - x0, py - y0
    gradient = _gradients(x0, y0, seed)

    def corner(dx: int, dy: int) -> Floats:
        cos, sin = gradient(dx, dy)
        return cos * (fx - dx) + sin * (fy - dy)

    ux, uy = _ease(fx), _ease(fy)
    north = corner(0, 0) * (1 - ux) + corner(1, 0) * ux
    south = corner(0, 1) * (1 - ux) + corner(1, 1) * ux
    return (north * (1 - uy) + south * uy) * 1.5


def _gradients(x: Cells, y: Cells, seed: int) -> Callable[[int, int], tuple[Floats, Floats]]:
    """Return what tells the cosine and sine of the slope at the corners of cells."""
    if not x.size:
        return lambda dx, dy: (np.zeros(x.shape), np.zeros(x.shape))
    west, north = int(x.min()), int(y.min())
    wide, high = int(x.max()) - west + 2, int(y.max()) - north + 2
    if wide * high > 2 * x.size:
        # Few points, far apart: each corner for itself.
        return lambda dx, dy: _slope(x + dx, y + dy, seed)
    rows, columns = np.mgrid[north : north + high, west : west + wide]
    cos, sin = (v.ravel() for v in _slope(columns, rows, seed))
    place = (y - north) * wide + (x - west)

    def gradient(dx: int, dy: int) -> tuple[Floats, Floats]:
        at = place + (dy * wide + dx)
        return cos[at], sin[at]

    return gradient


def _slope(x: Cells, y: Cells, seed: int) -> tuple[Floats, Floats]:
    angle = scatter(x, y, seed) * (2 * np.pi)
    return np.cos(angle), np.sin(angle)


def speckle(west: float, north: float, east: float, south: float, spacing: float, seed: int) -> Floats:
    """Return points (n x 2) strewn over a box about `spacing` apart, none nearer than a third of it."""
    columns = np.arange(np.floor(west / spacing), np.ceil(east / spacing) + 1, dtype=np.int64)
    rows = np.arange(np.floor(north / spacing), np.ceil(south / spacing) + 1, dtype=np.int64)
    cx, cy = (a.ravel() for a in np.meshgrid(columns, rows))
    # Each cell's point keeps to the middle two thirds of its cell, and every other row is shifted.
    x = (cx + 0.5 * (cy % 2) + 0.17 + 0.66 * scatter(cx, cy, seed)) * spacing
    y = (cy + 0.17 + 0.66 * scatter(cx, cy, seed + 1)) * spacing
    inside = (x >= west) & (x < east) & (y >= north) & (y < south)
    return np.column_stack([x, y])[inside]


def _ease(t: Floats) -> Floats:
    return t * t * t * (t * (t * 6 - 15) + 10)
