"""Letters as edges: each glyph's once a run, then placed as often as it is written."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from trc_module.art.backends.coverage import Floats
from trc_module.art.backends.ribbons import arc_edges
from trc_module.art.display import Text, placed_glyphs
from trc_module.art.fonts import Face, GlyphName, contours

_STEPS = ((15.0, 1), (30.0, 2), (48.0, 3))
"""Pairs of a size in pixels and the number of steps in which a letter's curves are drawn up to it; above, eight."""

_ROUND = 3
"""Steps in which a halo goes round a corner."""


def letter_edges(runs: Iterable[Text], scale: float, *, halo: bool = False) -> Floats:
    """Return the edges of the letters of runs (n x 4, clockwise), or of the halos about them."""
    outlines, places = [], []
    for run in runs:
        steps = next((n for size, n in _STEPS if run.size * scale < size), 8)
        rim = round(run.halo_width / run.size, 4) if halo else 0.0
        for glyph in placed_glyphs(run):
            outlines.append(_outline(run.face, glyph.glyph, steps, rim))
            turn = math.radians(glyph.angle)
            places.append((glyph.x, glyph.y, run.size * math.cos(turn), run.size * math.sin(turn)))
    if not outlines:
        return np.zeros((0, 4))
    edges, each = np.concatenate(outlines), [len(o) for o in outlines]
    x, y, cos, sin = (np.repeat(place, each) for place in zip(*places, strict=True))
    if not sin.any():
        # Nearly all text is level: then a fifth of the reckoning is left.
        edges *= cos[:, None]
        edges[:, 0::2] += x[:, None]
        edges[:, 1::2] += y[:, None]
        return edges
    x0, y0, x1, y1 = edges.T
    return np.column_stack(
        [x + x0 * cos - y0 * sin, y + x0 * sin + y0 * cos, x + x1 * cos - y1 * sin, y + x1 * sin + y1 * cos]
    )


@lru_cache(maxsize=4096)
def _outline(face: Face, glyph: GlyphName, steps: int, rim: float) -> Floats:
    """Return the edges of a glyph in units of the em, y downwards, with a rim about it."""
    # In a TrueType outline, shells run clockwise and holes the other way: just so with y turned over.
    rings = [np.array(c) * (1.0, -1.0) for c in contours(face, glyph, steps)]
    if not rings:
        return np.zeros((0, 4))
    if rim:
        return np.concatenate([_rim(ring, rim) for ring in rings])
    return np.concatenate([np.hstack([ring, np.roll(ring, -1, axis=0)]) for ring in rings])


def _rim(ring: Floats, width: float) -> Floats:
    """Return the edges of a clockwise ring made wider: its edges moved outwards, joined by arcs or through a corner."""
    start, end = ring, np.roll(ring, -1, axis=0)
    way = end - start
    length = np.hypot(way[:, 0], way[:, 1])
    start, end, way = (v[length > 1e-9] for v in (start, end, way))
    way = way / length[length > 1e-9][:, None]
    out = np.column_stack([way[:, 1], -way[:, 0]]) * width
    following, turn = np.roll(out, -1, axis=0), np.roll(way, -1, axis=0)
    cross = way[:, 0] * turn[:, 1] - way[:, 1] * turn[:, 0]
    bulge = cross > 0
    at, ahead = end[bulge], np.arctan2(cross, (way * turn).sum(axis=1))[bulge]
    arcs = arc_edges(at, out[bulge], ahead, _ROUND)
    corner, before, behind = end[~bulge], out[~bulge], following[~bulge]
    edges = [np.hstack([start + out, end + out]), arcs]
    return np.concatenate([*edges, np.hstack([corner + before, corner]), np.hstack([corner, corner + behind])])
