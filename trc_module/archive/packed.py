"""Reading of what an archive stores packed: data files and verdicts. Another program may have written them."""

from __future__ import annotations

import json
import zlib
from typing import Any

MOST = 256 << 20
"""Bytes of what was judged of a game; that of 50,000 steps has 20 MB."""

MOST_OF_DATA = 32 << 20
"""Bytes of a file of data."""


def unpack(packed: bytes, most: int = MOST) -> bytes:
    """Return what was packed by zlib; ValueError if it is something else, cut short, or has more than `most` bytes."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, most)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError(f"it is cut short, or has more than {most} bytes")
    return content


def unpacked_tree(packed: bytes) -> dict[str, Any]:
    """Return the audit that is kept of a game as plain data; ValueError if it is none."""
    try:
        tree = json.loads(unpack(packed))
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(tree, dict):
        raise ValueError("it is not an audit")
    return tree
