"""The zip archives of VASSAL (.vmod, .vmdx, .vsav, .vlog), read with limits."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from trc_module.vassal.problems import ArchiveError
from trc_module.vassal.writing import check_name

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an archive of unknown origin is read.

    Attributes:
        entries: Number of entries.
        total: Bytes of all entries together when unpacked.
        entry: Bytes of one entry that is read whole; reading in streaming may go up to `total`.
        ratio: Unpacked by packed size, for entries larger than `ratio_from` bytes.
    """

    entries: int = 100_000
    total: int = 4 << 30
    entry: int = 1 << 30
    ratio: int = 400
    ratio_from: int = 16 << 20


DEFAULT_LIMITS = Limits()


class Archive:
    """An archive opened for reading; use it in a `with` statement.

    Opening checks the table of contents against the limits, so that nothing has to be unpacked to
    find out that it should not be.
    """

    def __init__(self, path: Path, limits: Limits = DEFAULT_LIMITS, data: bytes | None = None) -> None:
        self.path = path
        self.limits = limits
        self._data = data
        if data is None and path.exists() and not (path.is_file() or path.is_dir()):
            # A device may never end.
            raise ArchiveError(f"'{path}' is no file: name a module, a save or a log.")
        try:
            self._zip = zipfile.ZipFile(path if data is None else io.BytesIO(data))
        except FileNotFoundError:
            raise ArchiveError(f"There is no file '{path}'.") from None
        except IsADirectoryError:
            raise ArchiveError(f"'{path}' is a folder, not a file.") from None
        except PermissionError:
            raise ArchiveError(f"'{path}' may not be read.") from None
        except _DAMAGED:
            raise ArchiveError(
                f"'{path}' is not a complete zip archive, which every VASSAL file is: copy or download it again."
            ) from None
        try:
            self._entries = self._checked()
        except ArchiveError:
            self._zip.close()
            raise

    @classmethod
    def inside(cls, outer: Archive, name: str) -> Archive:
        """Open an archive that is an entry of another, as a module's set-ups are.

        Raises:
            ArchiveError: There is no entry of that name, it is no archive, or one that should not be read.
        """
        return cls(outer.path / name, outer.limits, outer.read(name))

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def names(self) -> tuple[str, ...]:
        """The entries' names in the archive's order, folders left out."""
        return tuple(self._entries)

    def size(self, name: str) -> int:
        """Return the unpacked size of an entry, in bytes."""
        return self._entry(name).file_size

    def read(self, name: str) -> bytes:
        """Return the content of one entry.

        Raises:
            ArchiveError: There is none of that name, it is too large to be read whole, or damaged.
        """
        entry = self._entry(name)
        if entry.file_size > self.limits.entry:
            raise ArchiveError(f"'{name}' in '{self.path}' is too large to be read whole: {entry.file_size} bytes.")
        with self.stream(name) as stream:
            return stream.read()

    @contextmanager
    def stream(self, name: str) -> Iterator[IO[bytes]]:
        """Open one entry for reading bit by bit.

        Raises:
            ArchiveError: There is none of that name, or it turns out damaged while being read.
        """
        entry = self._entry(name)
        try:
            stream = self._zip.open(entry)
        except _DAMAGED:
            raise self._damaged(name) from None
        with stream:
            try:
                yield stream
            except (zipfile.BadZipFile, zlib.error, EOFError):
                raise self._damaged(name) from None

    def _damaged(self, name: str) -> ArchiveError:
        return ArchiveError(f"'{name}' in '{self.path}' is damaged or encrypted: copy or download the file again.")

    def _entry(self, name: str) -> zipfile.ZipInfo:
        try:
            return self._entries[name]
        except KeyError:
            raise ArchiveError(f"'{self.path}' has no entry '{name}'.") from None

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        limits = self.limits
        if infos and all(info.header_offset for info in infos):
            # A module that was cut short ends in one of the saves within it, whose own table of contents is then found.
            raise ArchiveError(
                f"'{self.path}' is not a complete zip archive: it starts with something else, as a file does that was "
                "cut short: copy or download it again."
            )
        if len(infos) > limits.entries:
            raise ArchiveError(f"'{self.path}' has {len(infos)} entries, more than the {limits.entries} that are read.")
        if sum(info.file_size for info in infos) > limits.total:
            raise ArchiveError(f"'{self.path}' unpacks to more than {limits.total >> 20} MB: it is not read.")
        size = self.path.stat().st_size if self._data is None else len(self._data)
        if sum(info.compress_size for info in infos) > size:
            raise ArchiveError(f"The entries of '{self.path}' overlap, as in a zip bomb: it is not read.")
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = info.filename
            check_name(name, self.path)
            if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(info.compress_size, 1):
                raise ArchiveError(
                    f"'{name}' in '{self.path}' unpacks to more than {limits.ratio} times its size, "
                    "as in a zip bomb: it is not read."
                )
            if name in entries:
                raise ArchiveError(f"'{self.path}' has two entries '{name}': no program could tell which one counts.")
            if not info.is_dir():
                entries[name] = info
        return entries
