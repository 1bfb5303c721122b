"""Writing zip archives whose bytes follow from their entries alone.

Python's `zipfile` writes the same but cannot take what is deflated already, and asks the machine for more than should
show. Archives have neither more entries nor more bytes than fit the plain format, which VASSAL's never do.
"""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterable
from typing import IO

from trc_module.vassal.packing import LEVEL, Packed

_LOCAL, _CENTRAL, _END = "<4s5H3L2H", "<4s6H3L5H2L", "<4s4H2LH"
_VERSION = 20
"""The version of the zip format that knows deflate (2.0)."""
_UNIX = 3 << 8
_ORDINARY_FILE = 0o100644 << 16
_UTF_8 = 0x800
_STORED, _DEFLATED = 0, 8
MOST_ENTRIES, MOST_BYTES = 0xFFFF, 0xFFFFFFFF


class ZipWriter:
    """Write an archive to a stream, entry by entry; all of them bear the same moment, in seconds since 1970.

    Raises (all methods):
        OverflowError: The archive is larger than its format allows.
    """

    def __init__(self, stream: IO[bytes], moment: int) -> None:
        self._stream = stream
        year, month, day, hour, minute, second = time.gmtime(moment)[:6]
        self._moment = (hour << 11 | minute << 5 | second >> 1, (year - 1980) << 9 | month << 5 | day)
        self._at = 0
        self._contents: list[bytes] = []

    def store(self, name: str, data: bytes) -> None:
        """Write an entry as it is."""
        self._add(name, _STORED, zlib.crc32(data), len(data), (data,))

    def deflate(self, name: str, data: bytes) -> None:
        """Write an entry packed."""
        packer = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
        packed = packer.compress(data) + packer.flush()
        self._add(name, _DEFLATED, zlib.crc32(data), len(data), (packed,))

    def take(self, name: str, packed: Packed) -> None:
        """Write an entry that is packed already."""
        self._add(name, _DEFLATED, packed.crc, packed.size, packed.blocks)

    def pour(self, name: str, blocks: Iterable[bytes]) -> None:
        """Write a packed entry and hold one block of it at a time; the stream must be seekable."""
        start = self._at
        head = self._head(name, _DEFLATED, 0, 0, 0, keep=False)
        self._stream.write(head)
        packer = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
        size = packed = crc = 0
        for block in blocks:
            size, crc = size + len(block), zlib.crc32(block, crc)
            packed += self._stream.write(packer.compress(block))
            if max(size, packed) > MOST_BYTES:
                raise OverflowError
        packed += self._stream.write(packer.flush())
        end = self._stream.tell()
        self._stream.seek(end - packed - len(head))
        self._stream.write(self._head(name, _DEFLATED, crc, size, packed))
        self._stream.seek(end)
        self._at = start + len(head) + packed

    def close(self) -> None:
        """Write the table of contents; the stream stays open."""
        contents = b"".join(self._contents)
        number = len(self._contents)
        if number > MOST_ENTRIES or self._at > MOST_BYTES:
            raise OverflowError
        self._stream.write(contents)
        self._stream.write(struct.pack(_END, b"PK\5\6", 0, 0, number, number, len(contents), self._at, 0))

    def _add(self, name: str, method: int, crc: int, size: int, parts: tuple[bytes, ...]) -> None:
        packed = sum(map(len, parts))
        head = self._head(name, method, crc, size, packed)
        self._stream.writelines((head, *parts))
        self._at += len(head) + packed

    def _head(self, name: str, method: int, crc: int, size: int, packed: int, *, keep: bool = True) -> bytes:
        """Return what stands before an entry, and `keep` its row for the table of contents."""
        encoded = name.encode()
        if max(size, packed, self._at) > MOST_BYTES or len(encoded) > MOST_ENTRIES:
            raise OverflowError
        flags = 0 if name.isascii() else _UTF_8
        told = (_VERSION, flags, method, *self._moment, crc, packed, size, len(encoded), 0)
        if keep:
            row = struct.pack(_CENTRAL, b"PK\1\2", _UNIX | _VERSION, *told, 0, 0, 0, _ORDINARY_FILE, self._at)
            self._contents.append(row + encoded)
        return struct.pack(_LOCAL, b"PK\3\4", *told) + encoded
