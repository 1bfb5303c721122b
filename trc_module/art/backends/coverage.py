"""Exact coverage of pixels: the share of each pixel that areas cover, from nothing but the edges around the areas.

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

_BITS = 4

TILE = 1 << _BITS
"""The side of a tile in pixels."""

_BAND = 1 << 18
"""Pixels that go through the sums together: as much as stays in a processor's cache."""

_HAIR = 1e-6
"""Added before rounding to 255 steps, so that the last digit of a sum decides no tie."""

_LEVEL = 1e-12
"""The greatest height in pixels of an edge that counts as level: it covers nothing and has no slope."""


Box = tuple[int, int, int, int]
"""(west, north, east, south) in pixels."""


@dataclass(frozen=True, slots=True)
class Covered:
    """The coverage of a band of a picture, area by area.

    Attributes:
        boxes: An area's number, a box of pixels, and the column of `masks` where the box's mask begins, or -1 where
            the box is covered wholly.
        masks: The masks side by side, `TILE` rows high; a box at the picture's foot takes only the upper rows.
    """

    boxes: list[tuple[int, Box, int]]
    masks: NDArray[np.uint8]


def covered(areas: Sequence[Floats], opacities: Sequence[int], width: int, height: int) -> Iterator[Covered]:
    """Yield the coverage of a picture by areas, band by band from the north.

    An area is its edges (n x 4: x, y of the start, x, y of the end, in pixels), which run clockwise about what they
    enclose as it is seen with y downwards. An opacity (0 to 255) is what the masks of an area rise to.
    """
    dense = np.array(opacities, dtype=np.float64)
    edges = np.concatenate(areas) if areas else np.zeros((0, 4))
    if not len(edges):
        return
    owner = np.repeat(np.arange(len(areas)), [len(a) for a in areas])
    x0, y0, x1, y1 = edges.T
    top, foot = np.minimum(y0, y1), np.maximum(y0, y1)
    # What covers nothing reaches into no band.
    top[(foot - top <= _LEVEL) | (np.minimum(x0, x1) >= width)] = height
    begins = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
    ends = np.concatenate([begins[1:], [len(owner)]])
    highest, lowest = np.minimum.reduceat(top, begins), np.maximum.reduceat(foot, begins)
    rows = max(TILE, _BAND // max(width, 1) // TILE * TILE)
    for north in range(0, height, rows):
        south = min(north + rows, height)
        # Where things stand below each other, few areas reach into a band, and they follow each other.
        reaching = np.flatnonzero((highest < south) & (lowest > north))
        if not len(reaching):
            continue
        some = slice(begins[reaching[0]], ends[reaching[-1]])
        inside = np.flatnonzero((top[some] < south) & (foot[some] > north))
        band = _band(edges[some][inside], owner[some][inside], dense, width, north, south)
        if band is not None:
            yield band


def _band(edges: Floats, owner: Whole, dense: Floats, width: int, north: int, south: int) -> Covered | None:
    x0, y0, x1, y1, owner = _clipped(edges, owner, width, north, south)
    if not len(owner):
        return None
    cells = _cells(*_rows(x0, y0 - north, x1, y1 - north, owner, south - north), width)
    return _tiled(cells, dense, width, north, south)


def _clipped(
    edges: Floats, owner: Whole, width: int, north: int, south: int
) -> tuple[Floats, Floats, Floats, Floats, Whole]:
    """Return edges cut to a band; what lies west of the picture is moved to its rim, what lies east is left out."""
    x0, y0, x1, y1 = edges.T
    slope = (x1 - x0) / (y1 - y0)
    top, foot = np.clip(y0, north, south), np.clip(y1, north, south)
    x0, x1 = x0 + slope * (top - y0), x1 + slope * (foot - y1)
    y0, y1 = top, foot
    for rim in (0.0, float(width)):
        across = np.flatnonzero((np.minimum(x0, x1) < rim) & (np.maximum(x0, x1) > rim))
        if len(across):
            at = y0[across] + (rim - x0[across]) * (y1[across] - y0[across]) / (x1[across] - x0[across])
            rims = np.full(len(at), rim)
            beyond = rims, at, x1[across], y1[across], owner[across]
            x1[across], y1[across] = rims, at
            x0, y0, x1, y1, owner = (np.concatenate(both) for both in zip((x0, y0, x1, y1, owner), beyond, strict=True))
    left = np.flatnonzero((np.minimum(x0, x1) < width) & (y0 != y1))
    if len(left) < len(owner):
        x0, y0, x1, y1, owner = (v[left] for v in (x0, y0, x1, y1, owner))
    return np.maximum(x0, 0.0), y0, np.maximum(x1, 0.0), y1, owner


def _rows(
    x0: Floats, y0: Floats, x1: Floats, y1: Floats, owner: Whole, height: int
) -> tuple[Floats, Floats, Floats, Whole]:
    """Cut edges at every row; return the pieces' x at both ends, height (negative downwards) and line.

    Lines are the rows of the first area, of the second and so on; each area has a whole number of tiles.
    """
    top, foot = np.minimum(y0, y1), np.maximum(y0, y1)
    # Whole numbers stay floats as long as they are reckoned with: to convert them takes longer than the sum.
    first = np.minimum(np.floor(top), height - 1)
    count = np.maximum(np.ceil(foot) - first, 1).astype(np.int64)
    which = np.repeat(np.arange(len(count)), count)
    row = np.arange(len(which), dtype=np.float64) + (first - np.cumsum(count) + count)[which]
    upper, lower = np.maximum(top[which], row), np.minimum(foot[which], row + 1)
    slope = ((x1 - x0) / (y1 - y0))[which]
    # x where a piece's line would meet the level of its row's start, from which both ends are reckoned.
    start, level = x0[which], y0[which]
    tall = (upper - lower) * np.where(y1 > y0, 1.0, -1.0)[which]
    line = row.astype(np.int64) + (owner * (-(-height // TILE) * TILE))[which]
    return start + slope * (upper - level), start + slope * (lower - level), tall, line


@dataclass(frozen=True, slots=True)
class _Cells:
    """The shares that edges add: `here` to the pixel of each cell, `here` and `beyond` to every pixel east of it."""

    line: Whole
    column: Whole
    here: Floats
    beyond: Floats


def _cells(xa: Floats, xb: Floats, tall: Floats, line: Whole, width: int) -> _Cells:
    """Cut the pieces of rows at every column."""
    west, east = np.clip(np.minimum(xa, xb), 0.0, width), np.clip(np.maximum(xa, xb), 0.0, width)
    first = np.minimum(np.floor(west), width - 1)
    count = (np.ceil(east) - first).astype(np.int64)
    long = np.flatnonzero(count > 1)
    # Of what is longer the first cell takes its part here, and the others follow.
    slant = tall[long] / (east[long] - west[long])
    border = first + 1
    tall[long] = slant * (border - west)[long]
    here = tall * (border - (west + np.minimum(east, border)) / 2)
    cells = _Cells(line, first.astype(np.int64), here, tall - here)
    if not len(long):
        return cells
    count = count[long] - 1
    which = np.repeat(long, count)
    column = np.arange(len(which), dtype=np.float64) + np.repeat(first[long] + 1 - np.cumsum(count) + count, count)
    a, b = column, np.minimum(east[which], column + 1)
    share = np.repeat(slant, count) * (b - a)
    part = share * (column + 1 - (a + b) / 2)
    return _Cells(
        np.concatenate([cells.line, line[which]]),
        np.concatenate([cells.column, column.astype(np.int64)]),
        np.concatenate([cells.here, part]),
        np.concatenate([cells.beyond, share - part]),
    )


@dataclass(frozen=True, slots=True)
class _Tiles:
    """The tiles that edges pass through, in the order of areas, rows and columns of tiles.

    Attributes:
        strip: An area's row of tiles, counted through all areas (n).
        column: The column of tiles (n).
        after: What each row of a tile leaves to the tiles east of it (n x `TILE`).
        masks: The coverage of their pixels in steps of opacity (`TILE` rows by n x `TILE`).
    """

    strip: Whole
    column: Whole
    after: Floats
    masks: NDArray[np.uint8]


def _tiled(cells: _Cells, dense: Floats, width: int, north: int, south: int) -> Covered:
    across, down = -(-width // TILE), -(-(south - north) // TILE)
    tiles = _tiles(cells, dense, across, down)
    area, level = np.divmod(tiles.strip, down)
    # Between a tile and the next one of its row, or the picture's rim, every pixel of a row is as the tile leaves it.
    last = np.concatenate([tiles.strip[1:] != tiles.strip[:-1], [True]])
    following = np.where(last, across, np.roll(tiles.column, -1))
    rows = _steps(tiles.after, dense[area][:, None])
    below = np.arange(TILE)[None, :] >= (south - north - level * TILE)[:, None]
    wide = following - tiles.column - 1
    wholly = (wide > 0) & ((rows == dense[area][:, None]) | below).all(axis=1)
    partly = (wide > 0) & ~wholly & (rows > 0).any(axis=1)
    runs, lengths = _runs(tiles, last)
    gaps, solid = np.flatnonzero(partly), np.flatnonzero(wholly)
    first = np.concatenate([runs, gaps, solid])
    begin = np.concatenate([tiles.column[runs], tiles.column[gaps] + 1, tiles.column[solid] + 1])
    size = np.concatenate([lengths, wide[gaps], wide[solid]])
    masks = np.concatenate([tiles.masks, np.repeat(rows[gaps], wide[gaps] * TILE, axis=0).T], axis=1)
    at = len(tiles.strip) + np.cumsum(wide[gaps]) - wide[gaps]
    mask = np.concatenate([runs * TILE, at * TILE, np.full(len(solid), -1)])
    order = np.argsort(area[first], kind="stable")
    first, begin, size, mask = first[order], begin[order], size[order], mask[order]
    x, y = begin * TILE, north + level[first] * TILE
    boxes = x, y, np.minimum(x + size * TILE, width), np.minimum(y + TILE, south)
    corners = zip(*(v.tolist() for v in boxes), strict=True)
    return Covered(list(zip(area[first].tolist(), corners, mask.tolist(), strict=True)), masks)


def _runs(tiles: _Tiles, last: NDArray[np.bool_]) -> tuple[Whole, Whole]:
    """Return the first tiles of the runs of neighbours, and how many tiles each run has."""
    ends = last | (np.roll(tiles.column, -1) != tiles.column + 1)
    starts = np.flatnonzero(np.concatenate([[True], ends[:-1]]))
    return starts, np.flatnonzero(ends) - starts + 1


def _tiles(cells: _Cells, dense: Floats, across: int, down: int) -> _Tiles:
    """Return the tiles that cells lie in: their steps, summed from west to east."""
    # Shifts and masks, not // and %: numpy divides one number at a time.
    tile = (cells.line >> _BITS) * across + (cells.column >> _BITS)
    touched = np.zeros(len(dense) * down * across, dtype=bool)
    touched[tile] = True
    found = np.flatnonzero(touched)
    number = len(found)
    places = np.empty(len(touched), dtype=np.int64)
    places[found] = np.arange(number)
    # Column by column, so that all rows of all tiles are summed at once; a last column takes what the tile leaves.
    pixel = ((cells.column & (TILE - 1)) * number + places[tile]) * TILE + (cells.line & (TILE - 1))
    shares = np.zeros((TILE + 1) * number * TILE)
    # A quarter faster than `bincount`, which wants both joined.
    np.add.at(shares, pixel, cells.here)
    np.add.at(shares[number * TILE :], pixel, cells.beyond)
    sums = shares.reshape(TILE + 1, number * TILE)
    # Row upon row: seven times as fast as `cumsum` along the first axis.
    for index in range(1, TILE + 1):
        sums[index] += sums[index - 1]
    strip, column = np.divmod(found, across)
    own = sums[TILE].reshape(number, TILE)
    after = np.cumsum(own, axis=0)
    begins = np.flatnonzero(np.concatenate([[True], strip[1:] != strip[:-1]]))
    # The sums of the strips above do not count for this one.
    after -= np.repeat((after - own)[begins], np.diff(np.concatenate([begins, [number]])), axis=0)
    pixels = np.asarray(sums[:TILE], dtype=np.float64)
    pixels += (after - own).reshape(-1)
    steps = _steps(pixels, np.repeat(dense[strip // down], TILE))
    # Each tile is turned from columns into rows.
    masks = steps.reshape(TILE, number, TILE).transpose(2, 1, 0).reshape(TILE, -1)
    return _Tiles(strip, column, after, masks)


def _steps(shares: Floats, top: Floats) -> NDArray[np.uint8]:
    """Return shares of pixels in whole steps, each up to its area's opacity; the shares are used up."""
    steps = np.clip(shares, 0.0, 1.0, out=shares)
    steps *= top
    steps += 0.5 + _HAIR
    return steps.astype(np.uint8)
