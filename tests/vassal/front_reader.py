"""A reader of zip archives from their front, written for the tests from the format's description alone.

It does what `java.util.zip.ZipInputStream` does, with which VASSAL reads saves and logs: it knows no table of contents,
and an entry that does not state its size ends where its packed bytes end.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator


class FrontError(Exception):
    """The archive cannot be read any further from its front."""


def entries(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents that a reader meets who begins at the first byte.

    Raises:
        FrontError: An entry is not what is said before or behind it.
    """
    at = 0
    while data[at : at + 4] == b"PK\x03\x04":
        head = data[at : at + 30]
        if len(head) < 30:
            raise FrontError("cut short")
        flags, method = struct.unpack_from("<HH", head, 6)
        crc, packed, size, name_length, extra_length = struct.unpack_from("<LLLHH", head, 14)
        name = data[at + 30 : at + 30 + name_length]
        extra = data[at + 30 + name_length : at + 30 + name_length + extra_length]
        begins = at + 30 + name_length + extra_length
        if flags & 1 or method not in (0, 8) or (flags & 8 and method == 0):
            raise FrontError("not to be unpacked")
        if 0xFFFFFFFF in (packed, size):
            size, packed = _long(extra, size, packed)
        if method == 0:
            content, ends = data[begins : begins + packed], begins + packed
        else:
            content, ends = _inflated(data, begins)
        if flags & 8:
            signed = data[ends : ends + 4] == b"PK\x07\x08"
            tail = data[ends + 4 * signed :][:12]
            if len(tail) < 12:
                raise FrontError("cut short")
            described = struct.unpack("<LLL", tail)
            if described != (zlib.crc32(content), ends - begins, len(content)):
                raise FrontError("another size or checksum behind the entry")
            at = ends + 4 * signed + 12
        else:
            if (crc, packed, size) != (zlib.crc32(content), ends - begins, len(content)):
                raise FrontError("another size or checksum before the entry")
            at = ends
        try:
            yield name.decode("utf-8"), content
        except UnicodeDecodeError:
            raise FrontError("a name that is no UTF-8") from None


def _inflated(data: bytes, begins: int) -> tuple[bytes, int]:
    unpacker = zlib.decompressobj(-15)
    try:
        content = unpacker.decompress(data[begins:], 1 << 24)
    except zlib.error as error:
        raise FrontError(str(error)) from None
    if not unpacker.eof:
        raise FrontError("cut short")
    return content, len(data) - len(unpacker.unused_data)


def _long(extra: bytes, size: int, packed: int) -> tuple[int, int]:
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1:
            numbers = list(struct.unpack_from(f"<{length // 8}Q", extra, at + 4))
            size = numbers.pop(0) if size == 0xFFFFFFFF and numbers else size
            packed = numbers.pop(0) if packed == 0xFFFFFFFF and numbers else packed
            return size, packed
        at += 4 + length
    return size, packed


def saved_game(data: bytes) -> bytes | None:
    """Return the game that VASSAL would read out of a save or log: the first `savedGame` from the front; None if none.

    Raises:
        FrontError: The archive cannot be read so far.
    """
    return next((content for name, content in entries(data) if name == "savedGame"), None)
