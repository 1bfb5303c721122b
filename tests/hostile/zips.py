"""Zip archives made byte by byte, so that each field may say what it likes."""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14


@dataclass(frozen=True)
class Row:
    """One entry; what is None is told as it is."""

    name: bytes
    content: bytes = b""
    method: int = STORED
    size: int | None = None
    packed_size: int | None = None
    crc: int | None = None
    flags: int = 0
    offset: int | None = None
    extra: bytes = b""
    local_name: bytes | None = None

    @property
    def packed(self) -> bytes:
        """The bytes as they lie in the archive."""
        return packed(self.content, self.method)


def packed(content: bytes, method: int) -> bytes:
    """Return bytes packed by one of the methods that a zip archive may name; unknown ones leave them as they are."""
    if method == DEFLATED:
        made = zlib.compressobj(9, zlib.DEFLATED, -15)
        return made.compress(content) + made.flush()
    if method == BZIP2:
        return bz2.compress(content)
    if method == LZMA:
        filters = [{"id": lzma.FILTER_LZMA1}]
        head: bytes = b"\x09\x04\x05\x00" + lzma._encode_filter_properties(filters[0])  # type: ignore[attr-defined]
        return head + lzma.compress(content, lzma.FORMAT_RAW, filters=filters)
    return content


def zipped(
    rows: Sequence[Row],
    *,
    count: int | None = None,
    table: int | None = None,
    start: int | None = None,
    comment: bytes = b"",
    before: bytes = b"",
) -> bytes:
    """Return an archive of these entries; `count`, `table` and `start` are what its end states."""
    body = bytearray(before)
    central = bytearray()
    for row in rows:
        offset = len(body) if row.offset is None else row.offset
        data = row.packed
        crc = zlib.crc32(row.content) if row.crc is None else row.crc
        size = len(row.content) if row.size is None else row.size
        packed_size = len(data) if row.packed_size is None else row.packed_size
        local = row.name if row.local_name is None else row.local_name
        fields = (row.flags, row.method, 0, 33, crc, packed_size, size)
        if row.offset is None:
            body += struct.pack("<4s5H3L2H", b"PK\3\4", 20, *fields, len(local), 0) + local + data
        central += struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", 20, 20, *fields, len(row.name), len(row.extra), 0, 0, 0, 0, offset
        )
        central += row.name + row.extra
    end = struct.pack(
        "<4s4H2LH",
        b"PK\5\6",
        0,
        0,
        *[(len(rows) if count is None else count) & 0xFFFF] * 2,
        len(central) if table is None else table,
        len(body) if start is None else start,
        len(comment),
    )
    return bytes(body + central + end + comment)
