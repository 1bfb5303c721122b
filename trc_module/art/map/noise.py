"""Smooth noise that depends on the place alone: the same point has the same value in every picture.

So a corrected hex changes the drawing around itself and nowhere else, and a cropped map agrees with the whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def scatter(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Floats:
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

    def corner(dx: int, dy: int) -> Floats:
        angle = scatter(x0 + dx, y0 + dy, seed) * (2 * np.pi)
        return np.cos(angle) * (fx - dx) + np.sin(angle) * (fy - dy)

    ux, uy = _ease(fx), _ease(fy)
    north = corner(0, 0) * (1 - ux) + corner(1, 0) * ux
    south = corner(0, 1) * (1 - ux) + corner(1, 1) * ux
    return (north * (1 - uy) + south * uy) * 1.5


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
