"""A zip archive as it lies: what stands before each entry, held against the table of contents.

A zip archive says everything twice: before each entry, and in the table at its end. VASSAL reads modules by the table
[java.util.zip.ZipFile], saves and logs from the front [VASSAL.build.module.GameState, java.util.zip.ZipInputStream].
Where the two differ, two programs read two different archives out of one file.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator, Sequence
from typing import IO

UNREADABLE, DESCRIBED, UTF_8 = 0x1 | 0x20 | 0x40, 0x8, 0x800
"""Bits of an entry's flags: encrypted, or a patch; its sizes follow it; its name is UTF-8 [PKWARE APPNOTE 4.4.4]."""
_HINTS = 0x6
"""How hard the packer tried: some packers write it in one of the two places only, and nobody reads it."""
_LOCAL = struct.Struct("<4s5H3L2H")
"""Local file header [4.3.7]: signature, version, flags, method, time, date, CRC, packed, size, name, extra."""
_ROW_BYTES = 46
_END = struct.Struct("<4s4H2LH")
_END_64, _LOCATOR = struct.Struct("<4sQ2H2L4Q"), struct.Struct("<4sLQL")
_END_SIGN, _DESCRIPTOR_SIGN = b"PK\x05\x06", b"PK\x07\x08"
_LONG, _SHORT = 0xFFFFFFFF, 0xFFFF
"""What stands where a number is too large and stands in a field of zip64 instead."""
_DESCRIPTORS = {12: "<3L", 16: "<4s3L", 20: "<L2Q", 24: "<4sL2Q"}
"""The forms of a data descriptor [4.3.9] by their bytes; its signature may be missing."""


def in_order(infos: Sequence[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Return the entries of a table of contents in the order in which they lie."""
    return sorted(infos, key=lambda info: info.header_offset)


def stray(stream: IO[bytes], infos: Sequence[zipfile.ZipInfo], table: int) -> Iterator[str]:
    """Yield each place where an archive does not lie as its table of contents says, as the rest of a sentence.

    `infos` are the rows of the table, which begins at byte `table`.
    """
    lie = in_order(infos)
    begins = [info.header_offset for info in lie] + [table]
    if begins[0]:
        yield f"before its first entry lie {_bytes(begins[0])}"
    for info, following in zip(lie, begins[1:], strict=True):
        yield from _entry(stream, info, following)
    yield from _behind(stream, infos, table)


def _bytes(count: int) -> str:
    return f"{count} {'byte' if count == 1 else 'bytes'} that the table of contents does not list"


def raw_name(info: zipfile.ZipInfo) -> bytes:
    """Return the name of an entry as it stands in the table of contents."""
    return info.orig_filename.encode("utf-8" if info.flag_bits & UTF_8 else "cp437")


def _entry(stream: IO[bytes], info: zipfile.ZipInfo, following: int) -> Iterator[str]:
    """Compare what stands before an entry, and behind it up to the `following` one, with its row of the table."""
    name = info.filename
    if name != info.orig_filename:
        yield f"the entry '{name}' has another name for other programs"
    stream.seek(info.header_offset)
    head = stream.read(_LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
        yield f"there is no entry '{name}' where the table of contents says"
        return
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _LOCAL.unpack(head)
    if stream.read(name_length) != raw_name(info):
        yield f"the entry '{name}' has another name than in the table of contents"
    if (flags ^ info.flag_bits) & ~_HINTS or method != info.compress_type:
        yield f"the entry '{name}' is packed otherwise than the table of contents says"
    size, packed = _from_zip64(stream.read(extra_length), size, packed)
    described = bool(flags & DESCRIBED)
    told = ((crc, info.CRC), (packed, info.compress_size), (size, info.file_size))
    if any(said != real and not (described and said in (0, _LONG)) for said, real in told):
        yield f"the entry '{name}' has another size or checksum than in the table of contents"
    end = info.header_offset + _LOCAL.size + name_length + extra_length + info.compress_size
    if end > following:
        yield f"the entry '{name}' has not ended where the next one begins"
    elif not described and end < following:
        yield f"behind the entry '{name}' lie {_bytes(following - end)}"
    elif described and not _is_descriptor(stream, info, end, following - end):
        yield f"what stands behind the entry '{name}' is not what the table of contents says"


def _from_zip64(extra: bytes, size: int, packed: int) -> tuple[int, int]:
    """Take the sizes that do not fit their fields from the extra field [4.5.3]."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            numbers = iter(struct.unpack(f"<{length // 8}Q", extra[at + 4 :][: length // 8 * 8].ljust(length // 8 * 8)))
            if size == _LONG:
                size = next(numbers, _LONG)
            if packed == _LONG:
                packed = next(numbers, _LONG)
            break
        at += 4 + length
    return size, packed


def _is_descriptor(stream: IO[bytes], info: zipfile.ZipInfo, at: int, length: int) -> bool:
    form = _DESCRIPTORS.get(length)
    if form is None:
        return False
    stream.seek(at)
    read = stream.read(length)
    if len(read) < length:
        return False
    *sign, crc, packed, size = struct.unpack(form, read)
    # Without a signature a checksum that looks like one would be taken for it [ZipInputStream.readEnd].
    signed = sign[0] == _DESCRIPTOR_SIGN if sign else not read.startswith(_DESCRIPTOR_SIGN)
    return signed and (crc, packed, size) == (info.CRC, info.compress_size, info.file_size)


def _behind(stream: IO[bytes], infos: Sequence[zipfile.ZipInfo], table: int) -> Iterator[str]:
    """Compare the end of the archive with the table: it should follow it, count its rows, and be the last."""
    length = sum(_ROW_BYTES + len(raw_name(info)) + len(info.extra) + len(info.comment) for info in infos)
    stream.seek(table + length)
    rest = stream.read(_END_64.size + _LOCATOR.size + _END.size + _SHORT + 1)
    at = _after_zip64(rest, len(infos), length, table)
    if not rest.startswith(_END_SIGN, at) or len(rest) < at + _END.size:
        yield "its end does not follow the table of contents"
        return
    _, disk, first_disk, here, rows, stated, start, comment = _END.unpack_from(rest, at)
    whole = (disk, first_disk) in ((0, 0), (_SHORT, _SHORT))
    counted = {here, rows} <= {len(infos), _SHORT} and stated in (length, _LONG) and start in (table, _LONG)
    if not whole or not counted:
        yield "its end says something else of the table of contents than that is"
    if len(rest) != at + _END.size + comment:
        yield "something stands behind its end"
    if _END_SIGN in rest[at + _END.size :]:
        yield "its comment holds another end"


def _after_zip64(rest: bytes, rows: int, length: int, table: int) -> int:
    """Return where the end stands behind the two records of zip64, if these are there and true."""
    at = _END_64.size + _LOCATOR.size
    if not rest.startswith(b"PK\x06\x06") or len(rest) < at:
        return 0
    record, locator = _END_64.unpack_from(rest), _LOCATOR.unpack_from(rest, _END_64.size)
    told = record[1] == _END_64.size - 12 and record[4:] == (0, 0, rows, rows, length, table)
    return at if told and locator == (b"PK\x06\x07", 0, table + length, 1) else 0
