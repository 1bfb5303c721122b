"""The number of entries that a zip archive lists, counted first: `zipfile` makes an object of each before it can be
stopped."""

from __future__ import annotations

import struct
from typing import IO

_END = struct.Struct("<4s4H2LH")
"""End of central directory [PKWARE APPNOTE 4.3.16]: signature, disks, entries, table (bytes, start), comment."""
_LOCATOR = struct.Struct("<4sLQL")
"""Zip64 end of central directory locator [4.3.15], right before it."""
_END_64 = struct.Struct("<4sQ2H2L4Q")
"""Zip64 end of central directory record [4.3.14], right before the locator."""
_ROW = b"PK\x01\x02"
"""The first bytes of each row of the table [4.3.12]."""
_LONGEST_COMMENT = 1 << 16


def count_entries(stream: IO[bytes], most_bytes: int) -> int | None:
    """Return how many entries the table of contents may list; None if it is longer than `most_bytes`.

    The table is looked for as `zipfile` looks for it. Its rows are counted, since the number that it states may be
    wrong; a name that holds the signature of a row is counted too.
    """
    end = stream.seek(0, 2)
    length, behind = _table(stream, end)
    if length > most_bytes:
        return None
    stream.seek(max(end - behind - length, 0))
    return stream.read(length).count(_ROW)


def _table(stream: IO[bytes], size: int) -> tuple[int, int]:
    """Return the bytes of the table, and of all that follows it; zeros if there is no end of an archive."""
    zip64 = _LOCATOR.size + _END_64.size
    longest = min(_LONGEST_COMMENT + _END.size + zip64, size)
    stream.seek(size - longest)
    tail = stream.read(longest)
    at = len(tail) - _END.size
    if at < 0 or not (tail.startswith(b"PK\x05\x06", at) and tail.endswith(b"\0\0")):
        at = tail.rfind(b"PK\x05\x06", max(len(tail) - _LONGEST_COMMENT - _END.size, 0))
        if at < 0 or at + _END.size > len(tail):
            return 0, 0
    behind = len(tail) - at
    length: int = _END.unpack_from(tail, at)[5]
    record = at - zip64
    if record >= 0 and tail.startswith(b"PK\x06\x07", at - _LOCATOR.size) and tail.startswith(b"PK\x06\x06", record):
        length, behind = _END_64.unpack_from(tail, record)[8], behind + zip64
    return length, behind
