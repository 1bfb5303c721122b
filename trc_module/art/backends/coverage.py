"""How much of each pixel areas cover, exactly, from nothing but the edges around them.

An edge adds its share to the pixels it passes through and to all pixels east of it in the same rows; summed from west
to east, that is the area covered. What overlaps within one area counts once. All areas of a picture go through the
sums together, since the array machinery costs more than the sums; and only tiles that an edge passes through are
summed at all: the others are covered wholly or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

TILE = 32
"""The side of a tile in pixels."""

_BAND = 256
"""Rows that go through the sums together: as much as stays in a processor's cache."""

_HAIR = 1e-6
"""Added before rounding to 255 steps, so that the last digit of a sum decides no tie."""


Box = tuple[int, int, int, int]
"""(west, north, east, south) in pixels."""


@dataclass(frozen=True, slots=True)
class Covered:
    """What areas cover of a band of a picture, area by area.

    Attributes:
        boxes: An area's number, a box of pixels and the number of its mask, or -1 where the box is covered wholly.
        masks: The masks (n x `TILE` x `TILE`), of which a box at the picture's rim takes only the north-west part.
    """

    boxes: list[tuple[int, Box, int]]
    masks: NDArray[np.uint8]


def covered(areas: Sequence[Floats], opacities: Sequence[int], width: int, height: int) -> Iterator[Covered]:
    """Yield what areas cover of a picture, band by band from the north.

    An area is its edges (n x 4: x, y of the start, x, y of the end, in pixels), which run clockwise about what they
    enclose as it is seen with y downwards. An opacity (0 to 255) is what the masks of an area rise to.
    """
    dense = np.array(opacities, dtype=np.int64)
    edges = np.concatenate(areas) if areas else np.zeros((0, 4))
    owner = np.repeat(np.arange(len(areas)), [len(a) for a in areas])
    seen = (edges[:, 1] != edges[:, 3]) & (np.minimum(edges[:, 0], edges[:, 2]) < width)
    edges, owner = edges[seen], owner[seen]
    top, foot = np.minimum(edges[:, 1], edges[:, 3]), np.maximum(edges[:, 1], edges[:, 3])
    for north in range(0, height, _BAND):
        south = min(north + _BAND, height)
        inside = (top < south) & (foot > north)
        band = _band(edges[inside], owner[inside], dense, width, north, south)
        if band is not None:
            yield band


def _band(edges: Floats, owner: Whole, dense: Whole, width: int, north: int, south: int) -> Covered | None:
    x0, y0, x1, y1, owner = _clipped(edges, owner, width, north, south)
    if not len(owner):
        return None
    cells = _cells(*_rows(x0, y0 - north, x1, y1 - north, owner, south - north), width)
    levels = _levels(cells, dense, width, south - north)
    return _tiled(levels, dense, width, north, south - north)


def _clipped(
    edges: Floats, owner: Whole, width: int, north: int, south: int
) -> tuple[Floats, Floats, Floats, Floats, Whole]:
    """Return edges cut to a band; what lies west of the picture is moved to its rim, what lies east is left out."""
    x0, y0, x1, y1 = edges.T
    slope = (x1 - x0) / (y1 - y0)
    top, foot = np.clip(y0, north, south), np.clip(y1, north, south)
    x0, x1 = np.where(top == y0, x0, x0 + slope * (top - y0)), np.where(foot == y1, x1, x1 + slope * (foot - y1))
    y0, y1 = top, foot
    for rim in (0.0, float(width)):
        across = np.flatnonzero((np.minimum(x0, x1) < rim) & (np.maximum(x0, x1) > rim))
        if len(across):
            at = y0[across] + (rim - x0[across]) * (y1[across] - y0[across]) / (x1[across] - x0[across])
            rims = np.full(len(at), rim)
            beyond = rims, at, x1[across], y1[across], owner[across]
            x1[across], y1[across] = rims, at
            x0, y0, x1, y1, owner = (np.concatenate(both) for both in zip((x0, y0, x1, y1, owner), beyond, strict=True))
    left = (np.minimum(x0, x1) < width) & (y0 != y1)
    x0, y0, x1, y1, owner = (v[left] for v in (x0, y0, x1, y1, owner))
    return np.maximum(x0, 0.0), y0, np.maximum(x1, 0.0), y1, owner


def _rows(
    x0: Floats, y0: Floats, x1: Floats, y1: Floats, owner: Whole, height: int
) -> tuple[Floats, Floats, Floats, Whole, Whole]:
    """Cut edges at every row; return the pieces' x at both ends, height (negative downwards), row and owner."""
    down = y1 > y0
    top, foot = np.minimum(y0, y1), np.maximum(y0, y1)
    first = np.minimum(top.astype(np.int64), height - 1)
    count = np.maximum(np.ceil(foot).astype(np.int64) - first, 1)
    which = np.repeat(np.arange(len(count)), count)
    row = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
    upper, lower = np.maximum(top[which], row), np.minimum(foot[which], row + 1)
    slope = ((x1 - x0) / (y1 - y0))[which]
    start, level = x0[which], y0[which]
    tall = np.where(down[which], upper - lower, lower - upper)
    return start + slope * (upper - level), start + slope * (lower - level), tall, row, owner[which]


@dataclass(frozen=True, slots=True)
class _Cells:
    """What edges add: to the pixel of each cell `here`, to every pixel east of it `tall`."""

    owner: Whole
    row: Whole
    column: Whole
    here: Floats
    tall: Floats


def _cells(xa: Floats, xb: Floats, tall: Floats, row: Whole, owner: Whole, width: int) -> _Cells:
    """Cut the pieces of rows at every column."""
    west, east = np.clip(np.minimum(xa, xb), 0.0, width), np.clip(np.maximum(xa, xb), 0.0, width)
    first = np.minimum(west.astype(np.int64), width - 1)
    count = np.maximum(np.ceil(east).astype(np.int64) - first, 1)
    long = count > 1
    short = ~long
    middle = (west[short] + east[short]) / 2
    share = tall[short]
    cells = [(owner[short], row[short], first[short], share * (first[short] + 1 - middle), share)]
    if long.any():
        west, east, tall, row, owner, first, count = (v[long] for v in (west, east, tall, row, owner, first, count))
        which = np.repeat(np.arange(len(count)), count)
        column = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
        a, b = np.maximum(west[which], column), np.minimum(east[which], column + 1)
        share = (tall / (east - west))[which] * (b - a)
        cells.append((owner[which], row[which], column, share * (column + 1 - (a + b) / 2), share))
    return _Cells(*(np.concatenate(parts) for parts in zip(*cells, strict=True)))


@dataclass(frozen=True, slots=True)
class _Levels:
    """The coverage in whole steps, wherever it changes: at each pixel with an edge, and east of it.

    The pixels are in the order of areas, rows and columns; `before` is the level that a row has left of each.
    """

    owner: Whole
    row: Whole
    column: Whole
    before: Whole
    here: Whole
    after: Whole


def _levels(cells: _Cells, dense: Whole, width: int, height: int) -> _Levels:
    """Return the levels that cells add up to, each up to its area's opacity."""
    key = (cells.owner * height + cells.row) * width + cells.column
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    key = key[first]
    here, tall = (np.add.reduceat(v[order], first) for v in (cells.here, cells.tall))
    line, column = key // width, key % width
    begins = np.flatnonzero(np.concatenate([[True], line[1:] != line[:-1]]))
    sums = np.cumsum(tall)
    # What the lines above add up to is none of this one's business.
    above = np.repeat((sums - tall)[begins], np.diff(np.concatenate([begins, [len(line)]])))
    owner = line // height
    top = dense[owner]
    here, after = (
        (np.clip(v, 0.0, 1.0) * top + (0.5 + _HAIR)).astype(np.int64)
        for v in (sums - tall - above + here, sums - above)
    )
    before = np.concatenate([[0], after[:-1]])
    before[begins] = 0
    return _Levels(owner, line % height, column, before, here, after)


def _tiled(levels: _Levels, top: Whole, width: int, north: int, height: int) -> Covered:
    """Return levels as masks, and as boxes where nothing changes for a whole tile."""
    across, down = -(-width // TILE), -(-height // TILE)
    # A strip is one area's row of tiles; those that no edge passes through are left out.
    strip_of = levels.owner * down + levels.row // TILE
    begins = np.flatnonzero(np.concatenate([[True], strip_of[1:] != strip_of[:-1]]))
    strips = strip_of[begins]
    rank = np.repeat(np.arange(len(strips)), np.diff(np.concatenate([begins, [len(strip_of)]])))
    tile = levels.column // TILE
    # Each strip has room, row by row, for its tiles from the first one touched to the last, or to the picture's rim.
    west, east = np.minimum.reduceat(tile, begins), np.maximum.reduceat(tile, begins) + 1
    line_ends = np.concatenate([(levels.row[1:] != levels.row[:-1]) | (strip_of[1:] != strip_of[:-1]), [True]])
    east[rank[line_ends & (levels.after > 0)]] = across
    span = east - west
    offset = np.concatenate([[0], np.cumsum(span * TILE)])
    base = _bases(levels, tile - west[rank], span[rank], offset[rank], int(offset[-1]))
    slots = np.concatenate([[0], np.cumsum(span)])
    slot = slots[rank] + tile - west[rank]
    active = np.zeros(slots[-1], dtype=bool)
    active[slot] = True
    owner_of = np.repeat(np.arange(len(strips)), span)
    column_of = np.arange(slots[-1]) - slots[owner_of]
    rows = offset[owner_of][:, None] + np.arange(TILE)[None, :] * span[owner_of][:, None] + column_of[:, None]
    begin = base[rows]
    area, level = np.divmod(strips[owner_of], down)
    below = np.arange(TILE)[None, :] >= (height - level * TILE)[:, None]
    full = ~active & ((begin == top[area][:, None]) | below).all(axis=1)
    # A level edge leaves no trace in a tile but that its rows begin differently.
    active |= ~full & (begin > 0).any(axis=1)
    place = np.cumsum(active) - 1
    masks = _masks(levels, place[slot], begin[active])
    frame = (width, north, north + height, down)
    return Covered(_boxes(owner_of, column_of + west[owner_of], active, full, strips, frame), masks)


def _bases(levels: _Levels, tile: Whole, span: Whole, offset: Whole, size: int) -> Whole:
    """Return the level that each row of each tile begins with, strip by strip."""
    row = offset + levels.row % TILE * span
    step = (levels.after - levels.before).astype(np.float64)
    inside = tile + 1 < span
    sums = np.bincount((row + tile + 1)[inside], step[inside], size + 1)
    # What a row has left over at its end is taken back where the next one begins.
    sums -= np.bincount((row + span)[inside], step[inside], size + 1)
    return np.rint(np.cumsum(sums)).astype(np.int64)


def _masks(levels: _Levels, place: Whole, base: Whole) -> NDArray[np.uint8]:
    """Return the masks: the steps from pixel to pixel, then their sums, all of them within a byte."""
    masks = np.zeros((len(base), TILE, TILE), dtype=np.uint8)
    flat = masks.reshape(-1)
    column = levels.column % TILE
    spot = (place * TILE + levels.row % TILE) * TILE + column
    flat[spot] = (levels.here - levels.before).astype(np.uint8)
    inside = column < TILE - 1
    flat[spot[inside] + 1] += (levels.after - levels.here)[inside].astype(np.uint8)
    masks[:, :, 0] += base.astype(np.uint8)
    return np.asarray(np.add.accumulate(masks, axis=2, dtype=np.uint8))


def _boxes(
    strip: Whole, column: Whole, active: NDArray[np.bool_], full: NDArray[np.bool_], strips: Whole, frame: Box
) -> list[tuple[int, Box, int]]:
    """Return the boxes of tiles with a mask, and one for each run of tiles that are covered wholly."""
    width, north, south, down = frame
    fresh = np.concatenate([[True], strip[1:] != strip[:-1]])
    starts = full & (fresh | ~np.concatenate([[False], full[:-1]]))
    ends = full & np.concatenate([fresh[1:] | ~full[1:], [True]])
    chosen = np.flatnonzero(active | starts)
    tiles_wide = np.ones(len(active), dtype=np.int64)
    tiles_wide[starts] = np.flatnonzero(ends) - np.flatnonzero(starts) + 1
    area, level = np.divmod(strips[strip[chosen]], down)
    x, y = column[chosen] * TILE, north + level * TILE
    boxes = x, y, np.minimum(x + tiles_wide[chosen] * TILE, width), np.minimum(y + TILE, south)
    mask = np.where(active[chosen], (np.cumsum(active) - 1)[chosen], -1)
    corners = zip(*(v.tolist() for v in boxes), strict=True)
    return list(zip(area.tolist(), corners, mask.tolist(), strict=True))
