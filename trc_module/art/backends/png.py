"""A `Drawing` as a PNG file, painted in strips: side by side on all processors, and only those that have changed.

And a small picture with opacity as one, whole.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PIL import Image

from trc_module.art.backends.coverage import Floats
from trc_module.art.backends.fills import Fill, fills
from trc_module.art.backends.raster import paint
from trc_module.art.colour import Colour
from trc_module.art.digest import art_digest
from trc_module.art.display import Box, Drawing
from trc_module.disk_cache import load_cached, store_cached
from trc_module.workers import process_pool

if TYPE_CHECKING:
    from concurrent.futures import Executor

_STRIP = 256
"""The height of a strip in pixels."""

_ALONE = 2_500_000
"""Pixels up to which a further process costs more than it gains."""


_LEVEL = 3
"""How hard zlib tries: at 6 it takes twice as long and saves a tenth."""

_RGB, _RGBA = 2, 6
"""Kinds of colour in a PNG's head."""


def to_png(drawing: Drawing, scale: int = 1, cache: Path | None = None, workers: int | None = None) -> bytes:
    """Return a drawing with a background as the bytes of an RGB PNG.

    `cache` is a folder in which painted strips are kept, by a digest of all that is in them; `workers` is the number
    of processes, this one among them (None: one a processor, or this one alone for a small picture).
    """
    if drawing.background is None:
        raise ValueError("a drawing with a background")
    painted = [fill for layer in drawing.layers for fill in fills(layer.items, scale, drawing.box)]
    with painters(drawing.box, scale, workers) as pool:
        return painted_png(painted, drawing.box, scale, drawing.background, cache, pool)


def rgba_png(image: Image.Image) -> bytes:
    """Return an RGBA picture as the bytes of a PNG: in half of Pillow's time, and a quarter smaller."""
    body = zlib.compress(_rows(image), _LEVEL)
    return _file(image.width, image.height, _RGBA, body)


def painters(box: Box, scale: int, workers: int | None = None) -> Executor | nullcontext[None]:
    """Return what paints a picture beside this process: one process fewer than `workers`, or nothing."""
    if workers is None:
        pixels = (box[2] - box[0]) * (box[3] - box[1]) * scale * scale
        workers = 1 if pixels <= _ALONE else os.cpu_count() or 1
    if workers <= 1:
        return nullcontext()
    return process_pool(workers - 1)


def painted_png(
    painted: Iterable[Fill], box: Box, scale: int, ground: Colour, cache: Path | None, pool: Executor | None
) -> bytes:
    """Return fills, in the order of painting, as the bytes of an RGB PNG."""
    width, height = round((box[2] - box[0]) * scale), round((box[3] - box[1]) * scale)
    jobs = _strips(painted, box, scale, ground, height)
    strips = [_strip(job, cache) for job in jobs] if pool is None else _side_by_side(jobs, cache, pool)
    return _assembled(width, height, strips)


def _side_by_side(jobs: Iterator[_Job], cache: Path | None, pool: Executor) -> list[bytes]:
    """Return strips painted by a pool from the first on, while they are cut, and by this process from the last."""
    waiting = [(job, pool.submit(_strip, job, cache)) for job in jobs]
    own: list[bytes] = []
    while waiting and waiting[-1][1].cancel():
        own.append(_strip(waiting.pop()[0], cache))
    return [*(future.result() for _, future in waiting), *reversed(own)]


@dataclass(frozen=True, slots=True)
class _Job:
    """A strip's box, the scale, the ground's colour, and what leaves a trace in it."""

    box: Box
    scale: int
    ground: Colour
    fills: tuple[Fill, ...]


def _strips(painted: Iterable[Fill], box: Box, scale: int, ground: Colour, height: int) -> Iterator[_Job]:
    west, north, east, _ = box
    shown = list(painted)
    spans = [_span(fill) for fill in shown]
    for top in range(0, height, _STRIP):
        first, last = north + top / scale, north + min(top + _STRIP, height) / scale
        yield _Job((west, first, east, last), scale, ground, tuple(_in_rows(shown, spans, first, last)))


def _in_rows(shown: list[Fill], spans: list[_Span], first: float, last: float) -> Iterator[Fill]:
    """Yield of fills only the edges in a strip's rows, so that a change elsewhere is no change here."""
    for fill, (upper, lower, top, foot) in zip(shown, spans, strict=True):
        if top < last and foot > first:
            part = fill.edges[np.flatnonzero((upper < last) & (lower > first))]
            if len(part):
                yield Fill(fill.colour, part)


_Span: TypeAlias = tuple[Floats, Floats, float, float]
"""The upper and the lower end of each edge, and of all."""


def _span(fill: Fill) -> _Span:
    upper, lower = np.minimum(fill.edges[:, 1], fill.edges[:, 3]), np.maximum(fill.edges[:, 1], fill.edges[:, 3])
    return upper, lower, upper.min(initial=np.inf), lower.max(initial=-np.inf)


def _strip(job: _Job, cache: Path | None) -> bytes:
    """Return a strip from the cache, or painted and then kept there."""
    path = None if cache is None else cache / f"{_digest(job)}.strip"
    packed = None if path is None else load_cached(path)
    if packed is None:
        packed = _packed(paint(job.fills, job.box, job.scale, job.ground))
        if path is not None:
            store_cached(path, packed)
    return packed


def _packed(image: Image.Image) -> bytes:
    """Return rows of pixels deflated, such that other rows may follow, after their checksum and length."""
    plain = _rows(image)
    press = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15)
    packed = press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH)
    return struct.pack(">II", zlib.adler32(plain), len(plain)) + packed


def _rows(image: Image.Image) -> memoryview:
    """Return rows of pixels as a PNG has them, each after its filter: 0, as flat colours compress best unfiltered."""
    # Pillow can leave a nought behind each row, which is the next one's filter.
    length = image.width * len(image.getbands()) + 1
    return memoryview(b"\0" + image.tobytes("raw", image.mode, length))[:-1]


def _digest(job: _Job) -> str:
    digest = hashlib.sha256(repr((art_digest(), job.box, job.scale, job.ground)).encode())
    for fill in job.fills:
        digest.update(f"{fill.colour} {len(fill.edges)}\n".encode())
        digest.update(fill.edges.tobytes())
    return digest.hexdigest()


def _assembled(width: int, height: int, strips: list[bytes]) -> bytes:
    check = 1
    for strip in strips:
        own, length = struct.unpack(">II", strip[:8])
        check = _adler32_joined(check, own, length)
    # The header of a zlib stream, the strips, an empty last block, and the checksum of it all.
    stream = b"\x78\x9c" + b"".join(strip[8:] for strip in strips) + b"\x03\x00" + struct.pack(">I", check)
    return _file(width, height, _RGB, stream)


def _file(width: int, height: int, kind: int, stream: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", stream) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _adler32_joined(first: int, second: int, length: int) -> int:
    """Return the checksum of two stretches from theirs; `length` is the second's (zlib's adler32_combine)."""
    base = 65521
    low = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % base
    high = ((first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)) % base
    return high << 16 | low
