"""The zip archives of VASSAL (.vmod, .vmdx, .vsav, .vlog), read with limits."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from trc_module.vassal.directory import count_entries
from trc_module.vassal.layout import DESCRIBED, in_order, stray
from trc_module.vassal.problems import ArchiveError
from trc_module.vassal.unpacking import EntryStream
from trc_module.vassal.writing import check_name

_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The methods by which VASSAL packs entries [VASSAL.tools.io.ZipWriter]; Java reads no others either."""
_ROW_BYTES = 256
"""Bytes of a row of the table of contents, with a long name; all rows together are held against this."""
SAVED_GAME = "savedGame"
"""The entry that makes an archive a save or a log [VASSAL.build.module.GameState.SAVEFILE_ZIP_ENTRY]."""
_BUFFER = 1 << 16
_BLOCK = 1 << 20
"""Bytes that are unpacked at once, so that an entry that lies about its size unpacks to little more than it states."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits on reading an archive of unknown origin.

    Attributes:
        entries: Number of entries.
        total: Bytes of all entries together when unpacked.
        entry: Bytes of one entry that is read whole; reading in streaming may go up to `total`.
        ratio: Unpacked by packed size, for entries larger than `ratio_from` bytes.
        total_ratio: Unpacked size of all entries by the archive's, where they are larger than `total_ratio_from` bytes.
        game: Bytes of a game's text; nearly all have under 20 MB, some 465 MB.
        whole: Bytes of a game's text that is held as it stands, which takes sixteen times the memory.
        held: Bytes of the texts within a larger game that are held because they differ from each other.
        commands: Commands of a game.
        before: Unpacked bytes of the entries that stand before a game, which have to be unpacked to come to it.
    """

    entries: int = 100_000
    total: int = 4 << 30
    entry: int = 1 << 30
    ratio: int = 400
    ratio_from: int = 16 << 20
    total_ratio: int = 100
    total_ratio_from: int = 512 << 20
    game: int = 512 << 20
    whole: int = 32 << 20
    held: int = 96 << 20
    commands: int = 300_000
    before: int = 64 << 20


DEFAULT_LIMITS = ArchiveLimits()
_OF_VASSAL = (".vsav", ".vlog", ".vmod", ".vmdx")


def files_within(archive: Archive) -> str:
    """Return what to say of an archive that is no file of VASSAL's but holds some; '' if it holds none."""
    found = [name for name in archive.names if name.lower().endswith(_OF_VASSAL)]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f", but an archive with '{found[0]}'{more} in it: unpack it first" if found else ""


class Archive:
    """An archive opened for reading; use it in a `with` statement.

    Opening checks the table of contents against the limits, so that nothing has to be unpacked to
    find out that it should not be. No entry gives more bytes than that table states.

    Modules are read by their table of contents, as VASSAL does. A save or a log is read only if a reader that starts at
    its front, as VASSAL does, finds the same in it.
    """

    def __init__(self, path: Path, limits: ArchiveLimits = DEFAULT_LIMITS, data: bytes | None = None) -> None:
        self.path = path
        self.limits = limits
        self._inside = 0
        """Unpacked bytes of the archives that were opened inside this one."""
        if data is None and path.exists() and not (path.is_file() or path.is_dir()):
            # A device may never end.
            raise ArchiveError(f"'{path}' is not a file: name a module, a save or a log.")
        try:
            self._file: IO[bytes] = path.open("rb") if data is None else io.BytesIO(data)
        except FileNotFoundError:
            raise ArchiveError(f"There is no file '{path}'.") from None
        except IsADirectoryError:
            raise ArchiveError(f"'{path}' is a folder, not a file.") from None
        except PermissionError:
            raise ArchiveError(f"'{path}' may not be read.") from None
        except (OSError, ValueError) as error:
            raise ArchiveError(f"'{path}' cannot be read: {error}.") from None
        try:
            self._check_table()
            self._zip = zipfile.ZipFile(self._file)
            self._entries = self._checked()
            if SAVED_GAME in self._entries:
                self._check_game()
        except ArchiveError:
            self._file.close()
            raise
        except _DAMAGED:
            self._file.close()
            raise ArchiveError(
                f"'{path}' is not a complete zip archive, which every VASSAL file is: copy or download it again."
            ) from None

    @classmethod
    def inside(cls, outer: Archive, name: str) -> Archive:
        """Open an archive that is an entry of another, as a module's set-ups are.

        Raises:
            ArchiveError: There is no entry of that name, it is no archive, or one that should not be read.
        """
        inner = cls(outer.path / name, outer.limits, outer.read(name))
        outer._inside += inner.unpacked
        if outer.unpacked + outer._inside > outer.limits.total:
            inner._file.close()
            raise outer._too_large()
        return inner

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def names(self) -> tuple[str, ...]:
        """The entries' names in the archive's order, folders left out."""
        return tuple(self._entries)

    @property
    def unpacked(self) -> int:
        """The unpacked size of all entries together, in bytes."""
        return sum(entry.file_size for entry in self._entries.values())

    def size(self, name: str) -> int:
        """Return the unpacked size of an entry, in bytes."""
        return self._entry(name).file_size

    def crc(self, name: str) -> str:
        """Return the checksum of an entry (CRC-32) that the table of contents states, as eight digits."""
        return f"{self._entry(name).CRC:08x}"

    def read(self, name: str) -> bytes:
        """Return the content of one entry.

        Raises:
            ArchiveError: There is none of that name, it is too large to be read whole, or damaged.
        """
        entry = self._entry(name)
        if entry.file_size > self.limits.entry:
            raise ArchiveError(f"'{name}' in '{self.path}' is too large to be read whole: {entry.file_size} bytes.")
        return b"".join(self.blocks(name))

    def blocks(self, name: str) -> Iterator[bytes]:
        """Yield the content of one entry bit by bit.

        Raises:
            ArchiveError: There is none of that name, or it turns out damaged while being read.
        """
        with self.stream(name) as stream:
            while block := stream.read(_BLOCK):
                yield block

    @contextmanager
    def stream(self, name: str) -> Iterator[IO[bytes]]:
        """Open one entry for reading bit by bit: `read` needs a number of bytes, or it may unpack all there is.

        Raises:
            ArchiveError: There is none of that name, or it turns out damaged while being read.
        """
        entry = self._entry(name)
        try:
            stream: IO[bytes] = self._unpacked(entry) if SAVED_GAME in self._entries else self._zip.open(entry)
        except _DAMAGED:
            raise self._damaged(name) from None
        with stream:
            try:
                yield stream
            except (zipfile.BadZipFile, zlib.error, EOFError):
                raise self._damaged(name) from None

    def stray(self) -> Iterator[str]:
        """Yield each place where the archive does not lie as its table of contents says, as the rest of a sentence.

        Raises:
            ArchiveError: The archive cannot be read any more.
        """
        try:
            yield from stray(self._file, self._zip.infolist(), self._zip.start_dir)
        except _DAMAGED:
            raise ArchiveError(f"'{self.path}' cannot be read any more: was it changed or taken away?") from None

    def _unpacked(self, entry: zipfile.ZipInfo) -> IO[bytes]:
        return io.BufferedReader(EntryStream(self._file, entry), _BUFFER)

    def _check_game(self) -> None:
        """Refuse a save or a log in which VASSAL, which reads it from its front, would not find the same game."""
        for found in self.stray():
            raise ArchiveError(
                f"'{self.path}' is not read, as VASSAL might find another game in it: {found}. "
                "No program writes such a save or log by itself: ask for another copy."
            )
        before = 0
        for entry in in_order(self._zip.infolist()):
            if entry.flag_bits & DESCRIBED and entry.compress_type == zipfile.ZIP_STORED:
                raise ArchiveError(f"'{entry.filename}' in '{self.path}' is packed in a way that VASSAL does not read.")
            if entry.filename == SAVED_GAME:
                return
            before += entry.file_size
            if before > self.limits.before:
                raise ArchiveError(
                    f"'{self.path}' holds more than {self.limits.before >> 20} MB before its game: it is not read."
                )
            try:
                with self._unpacked(entry) as stream:
                    while stream.read(_BLOCK):
                        pass
            except _DAMAGED:
                raise self._damaged(entry.filename) from None

    def _damaged(self, name: str) -> ArchiveError:
        return ArchiveError(f"'{name}' in '{self.path}' is damaged or encrypted: copy or download the file again.")

    def _entry(self, name: str) -> zipfile.ZipInfo:
        try:
            return self._entries[name]
        except KeyError:
            raise ArchiveError(f"'{self.path}' has no entry '{name}'.") from None

    def _too_large(self) -> ArchiveError:
        return ArchiveError(f"'{self.path}' unpacks to more than {self.limits.total >> 20} MB: it is not read.")

    def _check_table(self) -> None:
        """Refuse a table of contents that is too long before `zipfile` makes an object of each of its rows."""
        most = self.limits.entries
        count = count_entries(self._file, most * _ROW_BYTES)
        if count is None:
            raise ArchiveError(
                f"'{self.path}' has a table of contents of more than {most * _ROW_BYTES} bytes, "
                f"enough for more than the {most} entries that are read."
            )
        if count > most:
            raise ArchiveError(f"'{self.path}' has {count} entries, more than the {most} that are read.")

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        limits = self.limits
        if infos and all(info.header_offset for info in infos):
            # A module that was cut short ends in one of the saves within it, whose own table of contents is then found.
            raise ArchiveError(
                f"'{self.path}' is not a complete zip archive: it starts with something else, as a file does that was "
                "cut short: copy or download it again."
            )
        total = sum(info.file_size for info in infos)
        if total > limits.total:
            raise self._too_large()
        size = self._file.seek(0, 2)
        if sum(info.compress_size for info in infos) > size:
            raise ArchiveError(f"The entries of '{self.path}' overlap, as in a zip bomb: it is not read.")
        if total > limits.total_ratio_from and total > limits.total_ratio * size:
            raise ArchiveError(
                f"'{self.path}' unpacks to more than {limits.total_ratio} times its size, as a zip bomb does: "
                "it is not read."
            )
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            self._check_entry(info)
            name = info.filename
            if name in entries:
                raise ArchiveError(f"'{self.path}' has two entries '{name}': it is undefined which one counts.")
            if not info.is_dir():
                entries[name] = info
        return entries

    def _check_entry(self, info: zipfile.ZipInfo) -> None:
        name, limits = info.filename, self.limits
        check_name(name, self.path)
        if info.compress_type not in _METHODS:
            raise ArchiveError(
                f"'{name}' in '{self.path}' is packed in a way that VASSAL does not read: pack it again with deflate."
            )
        if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(info.compress_size, 1):
            raise ArchiveError(
                f"'{name}' in '{self.path}' unpacks to more than {limits.ratio} times its size, "
                "as in a zip bomb: it is not read."
            )
