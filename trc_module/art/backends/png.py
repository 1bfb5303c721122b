"""A `Drawing` as a PNG file, painted in strips: side by side on all processors, and only those that have changed."""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from PIL import Image

from trc_module.art.backends.raster import render
from trc_module.art.colour import Colour
from trc_module.art.digest import art_digest
from trc_module.art.display import Area, Box, Drawing, Item, Layer, Line, bounds
from trc_module.art.frozen import freeze, thaw
from trc_module.art.strokes import dashes

_STRIP = 256
"""The height of a strip in pixels."""

_ALONE = 2_500_000
"""Pixels up to which starting further processes costs more than it gains."""

_MARGIN = 24.0
"""How far around a strip shapes are kept: more than any stroke is wide."""


def to_png(drawing: Drawing, scale: int = 1, cache: Path | None = None, workers: int | None = None) -> bytes:
    """Return a drawing with a background as the bytes of an RGB PNG.

    `cache` is a folder in which painted strips are kept, by a digest of all that is in them; `workers` is the number
    of processes (None: one a processor, or this one alone for a small picture).
    """
    if drawing.background is None:
        raise ValueError("a drawing with a background")
    width, height = round(drawing.width * scale), round(drawing.height * scale)
    if cache is None and width * height <= _ALONE:
        strip = _packed(render(drawing, scale))
        return _assembled(width, height, [strip])
    if workers is None:
        workers = os.cpu_count() or 1
    jobs = _strips(drawing, scale, height)
    if workers < 2:
        strips = [_strip(job, cache) for job in jobs]
    else:
        # Strips are painted while the next ones are still being cut.
        with ProcessPoolExecutor(workers) as pool:
            waiting = [pool.submit(_strip, job, cache) for job in jobs]
            strips = [future.result() for future in waiting]
    return _assembled(width, height, strips)


_Job = tuple[Box, int, Colour, bytes]
"""A strip's box, the scale, the ground's colour, and the frozen items that leave a trace in it."""


def _strips(drawing: Drawing, scale: int, height: int) -> Iterator[_Job]:
    west, north, east, _ = drawing.box
    items = [_undashed(item) for item in drawing.items]
    boxes = np.array([bounds(item) for item in items]).reshape(-1, 4)
    for top in range(0, height, _STRIP):
        foot = min(top + _STRIP, height)
        box = (west, north + top / scale, east, north + foot / scale)
        near = (boxes[:, 1] < box[3]) & (boxes[:, 3] > box[1]) & (boxes[:, 0] < east) & (boxes[:, 2] > west)
        inside = [c for i in np.flatnonzero(near).tolist() for c in _cut(items[i], boxes[i], box)]
        yield box, scale, drawing.background or "", freeze(inside)


def _undashed(item: Item) -> Item:
    # Cut to a strip, a line would begin its dashes anew.
    if isinstance(item, Line) and item.dash:
        return replace(item, shape=dashes(item.shape, item.dash), dash=())
    return item


def _cut(item: Item, extent: Any, box: Box) -> Iterator[Item]:
    """Yield the part of an item about a strip, so that a change elsewhere is no change here."""
    west, north, east, south = box[0] - _MARGIN, box[1] - _MARGIN, box[2] + _MARGIN, box[3] + _MARGIN
    if not isinstance(item, Area | Line) or (extent[1] >= north and extent[3] <= south):
        yield item
        return
    parts = shapely.get_parts(item.shape)
    tops = shapely.bounds(parts)
    cut = shapely.clip_by_rect(parts[(tops[:, 1] < south) & (tops[:, 3] > north)], west, north, east, south)
    pieces = shapely.get_parts(cut)
    if isinstance(item, Area):
        polygons = pieces[shapely.get_type_id(pieces) == 3]
        if len(polygons):
            yield Area(shapely.MultiPolygon(polygons.tolist()), item.fill)
    else:
        lines = pieces[np.isin(shapely.get_type_id(pieces), (1, 2))]
        if len(lines):
            points, line_of = shapely.get_coordinates(lines, return_index=True)
            strokes = np.asarray(shapely.linestrings(points, indices=line_of))
            yield replace(item, shape=shapely.MultiLineString(strokes.tolist()))


def _strip(job: _Job, cache: Path | None) -> bytes:
    """Return a strip from the cache, or painted and then kept there."""
    kept = _kept(cache, job)
    if kept is None:
        kept = _paint(job)
        if cache is not None:
            _keep(cache, job, kept)
    return kept


def _paint(job: _Job) -> bytes:
    """Return a strip painted and packed."""
    box, scale, ground, items = job
    return _packed(render(Drawing(box, (Layer("strip", thaw(items)),), ground), scale))


def _packed(image: Image.Image) -> bytes:
    """Return rows of pixels deflated, such that other rows may follow, after their checksum and length."""
    rows = np.asarray(image).reshape(image.height, -1)
    # Filter 0 throughout: flat colours compress best as they are.
    plain = np.concatenate([np.zeros((image.height, 1), np.uint8), rows], axis=1).tobytes()
    press = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH)
    return struct.pack(">II", zlib.adler32(plain), len(plain)) + packed


def _digest(job: _Job) -> str:
    return hashlib.sha256(repr((art_digest(), *job[:3])).encode() + job[3]).hexdigest()


def _kept(cache: Path | None, job: _Job) -> bytes | None:
    if cache is None:
        return None
    try:
        content = (cache / f"{_digest(job)}.strip").read_bytes()
    except OSError:
        return None
    # A strip that a full disk cut short must not become a broken picture.
    return content[:-4] if struct.pack(">I", zlib.crc32(content[:-4])) == content[-4:] else None


def _keep(cache: Path, job: _Job, content: bytes) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"{_digest(job)}.strip"
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(content + struct.pack(">I", zlib.crc32(content)))
    part.replace(path)


def _assembled(width: int, height: int, strips: list[bytes]) -> bytes:
    check = 1
    for strip in strips:
        own, length = struct.unpack(">II", strip[:8])
        check = _adler32_joined(check, own, length)
    # The header of a zlib stream, the strips, an empty last block, and the checksum of it all.
    stream = b"\x78\x9c" + b"".join(strip[8:] for strip in strips) + b"\x03\x00" + struct.pack(">I", check)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", stream) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _adler32_joined(first: int, second: int, length: int) -> int:
    """Return the checksum of two stretches from theirs; `length` is the second's (zlib's adler32_combine)."""
    base = 65521
    low = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % base
    high = ((first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)) % base
    return high << 16 | low
