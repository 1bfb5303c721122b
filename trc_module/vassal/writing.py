"""Writing VASSAL's zip archives: the same entries give the same bytes, and a file is there whole or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import IO, TypeAlias

from msgspec import Struct

from trc_module.files import OutputError, replacing
from trc_module.vassal.packing import Packed
from trc_module.vassal.problems import ArchiveError
from trc_module.vassal.zipping import MOST_BYTES, ZipWriter

# The first moment that a zip can hold, for builds that set no SOURCE_DATE_EPOCH.
_DEFAULT_EPOCH = 315532800
_PACKED_ALREADY = (".png", ".jpg", ".jpeg", ".gif", ".mp3", ".ogg", ".zip", ".vsav", ".vlog")


def source_date() -> int:
    """Return the moment that a build bears, in seconds since 1970.

    It is the environment's SOURCE_DATE_EPOCH, or the start of 1980.

    Raises:
        ArchiveError: SOURCE_DATE_EPOCH is no whole number, or before 1980.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return _DEFAULT_EPOCH
    if not text.isascii() or not text.isdigit() or not _DEFAULT_EPOCH <= int(text) < 4354819200:
        raise ArchiveError(
            f"SOURCE_DATE_EPOCH should be a number of seconds since 1970, between 1980 and 2107, not '{text}'."
        )
    return int(text)


def check_name(name: str, path: Path) -> None:
    """Refuse the name of an entry that leads out of the archive.

    A backslash is a sign like others to VASSAL, but divides folders where a program of Windows unpacks it.

    Raises:
        ArchiveError: The name is absolute, empty, has a drive or a `..`.
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0].startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name:
        raise ArchiveError(f"'{path}' has an entry '{name}' that leads out of the archive: it is not read.")


class Entry(Struct, frozen=True):
    """One entry of an archive to be written."""

    name: str
    data: bytes


class PackedEntry(Struct, frozen=True):
    """One entry of an archive to be written, packed already."""

    name: str
    packed: Packed


class FlowingEntry(Struct, frozen=True):
    """One entry of an archive to be written, too large to be held: its blocks are asked for once, in their order."""

    name: str
    blocks: Iterable[bytes]


AnyEntry: TypeAlias = Entry | PackedEntry | FlowingEntry


def write_archive(path: Path, entries: Iterable[AnyEntry], *, compress: bool = True) -> None:
    """Write an archive in the order of `entries`, beside `path` first and then in its place.

    The same entries give the same bytes on every day, in every folder and under every system, given
    the same SOURCE_DATE_EPOCH. Packed entries (all but pictures and sounds) also need a zlib that
    packs alike; with `compress` off nothing is packed and not even that matters.

    Raises:
        ArchiveError: Two entries have one name, a name leads out of the archive, or the file cannot be written.
    """
    try:
        with replacing(path) as stream:
            _write(stream, path, entries, compress)
    except OutputError as error:
        raise ArchiveError(str(error)) from None


def pack_archive(name: Path, entries: Iterable[AnyEntry]) -> bytes:
    """Return the bytes of the archive that `write_archive` would write; `name` is how errors call it.

    Raises:
        ArchiveError: Two entries have one name, or a name leads out of the archive.
    """
    stream = io.BytesIO()
    _write(stream, name, entries, compress=True)
    return stream.getvalue()


def _write(stream: IO[bytes], path: Path, entries: Iterable[AnyEntry], compress: bool) -> None:
    target = ZipWriter(stream, source_date())
    seen: set[str] = set()
    try:
        for entry in entries:
            check_name(entry.name, path)
            if entry.name in seen:
                raise ArchiveError(f"'{path}' would get two entries '{entry.name}': give one of them another name.")
            seen.add(entry.name)
            if isinstance(entry, PackedEntry):
                target.take(entry.name, entry.packed)
            elif isinstance(entry, FlowingEntry):
                target.pour(entry.name, entry.blocks)
            elif compress and not entry.name.lower().endswith(_PACKED_ALREADY):
                target.deflate(entry.name, entry.data)
            else:
                target.store(entry.name, entry.data)
        target.close()
    except OverflowError:
        raise ArchiveError(f"'{path}' would get more than a zip archive can hold: {MOST_BYTES >> 30} GB.") from None
