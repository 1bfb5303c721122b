"""Pieces of pictures kept in a folder for the next time, under a digest of all that decides how they look.

A piece that cannot be read, or not wholly, is as good as none. What has not been used for longest is forgotten when
the folder has grown too large.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from contextlib import suppress
from pathlib import Path

_LIMIT = 96 << 20
"""Bytes that a folder may hold: the whole map in both looks, at both resolutions, before and after a change."""

_AGE = 60 * 24 * 3600
"""Seconds after which a piece that nobody has used is forgotten."""

_UNFINISHED = 3600
"""Seconds after which a file that was never finished is nobody's any more."""


def kept(path: Path) -> bytes | None:
    """Return a piece, or None if it is not there or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    # A piece that a full disk cut short must not become a broken picture.
    if struct.pack(">I", zlib.crc32(content[:-4])) != content[-4:]:
        return None
    with suppress(OSError):
        os.utime(path)
    return content[:-4]


def keep(path: Path, content: bytes) -> None:
    """Keep a piece; whole or not at all, however many processes do so at once, and not where nothing can be left."""
    part = path.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content + struct.pack(">I", zlib.crc32(content)))
        part.replace(path)


def forget_oldest(folder: Path, limit: int = _LIMIT, now: float | None = None) -> None:
    """Delete what has not been used for long, and what makes the folder larger than a limit, the least used first."""
    now = time.time() if now is None else now
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                info = entry.stat()
                found.append((info.st_mtime, info.st_size, entry.path))
    total = 0
    for used, size, path in sorted(found, reverse=True):
        total += size
        old = now - used > (_UNFINISHED if path.endswith(".part") else _AGE)
        if total > limit or old:
            # Another process may be reading it, or have deleted it already.
            with suppress(OSError):
                Path(path).unlink()
