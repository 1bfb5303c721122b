"""An entry of a zip archive, unpacked as a reader from the front does: it ends where its packed bytes end."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import IO, TYPE_CHECKING

from trc_module.vassal.layout import UNREADABLE

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_HEAD = 30
_PACKED_AT_ONCE = 1 << 16


class EntryStream(io.RawIOBase):
    """The content of one entry; reading raises `BadZipFile` where it is not what the table of contents says.

    `zipfile` stops at the size that the table states, even within what is packed, and does not look at what is left.
    """

    def __init__(self, archive: IO[bytes], info: zipfile.ZipInfo) -> None:
        """Stand before the first byte of an entry whose header lies where the table says.

        Raises:
            BadZipFile: It is encrypted, a patch, or cut short.
        """
        archive.seek(info.header_offset)
        head = archive.read(_HEAD)
        if len(head) < _HEAD or info.flag_bits & UNREADABLE:
            raise zipfile.BadZipFile
        name, extra = struct.unpack_from("<2H", head, _HEAD - 4)
        self._archive = archive
        self._at: int = info.header_offset + _HEAD + name + extra
        self._info = info
        self._packed = info.compress_size
        self._left = info.file_size
        self._crc = 0
        self._unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if info.compress_type else None

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill the buffer as far as there is something; 0 at the end, where all is compared."""
        view = memoryview(buffer).cast("B")
        data = self._next(len(view)) if len(view) else b""
        view[: len(data)] = data
        return len(data)

    def _next(self, most: int) -> bytes:
        data = b""
        while not data:
            if self._unpacker is None:
                data = self._take(min(most, self._packed))
                ended = not data
            else:
                fed = self._unpacker.unconsumed_tail or self._take(min(_PACKED_AT_ONCE, self._packed))
                data = self._unpacker.decompress(fed, most)
                ended = self._unpacker.eof
                if not (fed or data or ended):
                    raise zipfile.BadZipFile
            self._left -= len(data)
            if self._left < 0:
                raise zipfile.BadZipFile
            self._crc = zlib.crc32(data, self._crc)
            if ended:
                self._check_end()
                break
        return data

    def _take(self, count: int) -> bytes:
        self._archive.seek(self._at)
        data = self._archive.read(count)
        if len(data) < count:
            raise zipfile.BadZipFile
        self._at += count
        self._packed -= count
        return data

    def _check_end(self) -> None:
        unused = self._packed or (self._unpacker is not None and self._unpacker.unused_data)
        if unused or self._left or self._crc != self._info.CRC:
            raise zipfile.BadZipFile
