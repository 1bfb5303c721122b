"""Writing of users' files: a file is written whole or not at all, and no other file is lost."""

from __future__ import annotations

import os
import shutil
import stat
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from trc_module.errors import UserError


class OutputError(UserError):
    """Say in one sentence why a file is not written."""


def write_file(path: Path, content: bytes) -> None:
    """Write a file as `replacing` does.

    Raises:
        OutputError: It cannot be written, or is not to be.
    """
    with replacing(path) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Write to a file beside `path` that takes its place only when all went well.

    A link stays one, and the file that it leads to is written. A file that was there gives its mode to the new one; a
    new one has the mode that the user's umask leaves.

    Raises:
        OutputError: The folder or the file cannot be written, or there is something else than a file.
    """
    check_output(path)
    target = real_path(path)
    beside = target.with_name(f".trc-module-{uuid.uuid4().hex}.part")
    try:
        stream = beside.open("xb")
    except OSError as error:
        raise _unwritten(path, error) from None
    try:
        with stream:
            with suppress(FileNotFoundError):
                beside.chmod(stat.S_IMODE(target.stat().st_mode))
            yield stream
        beside.replace(target)
    except OSError as error:
        _remove(beside)
        raise _unwritten(path, error) from None
    except BaseException:
        _remove(beside)
        raise


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder beside `folder` to be filled; it takes its place, which must be empty, when all went well.

    Its name is a new one: nothing that lies there already is touched.

    Raises:
        OutputError: There is something in `folder` already, or it cannot be written.
    """
    try:
        if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
            raise OutputError(f"{folder}: expected a new or an empty folder; nothing was written.")
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = folder.with_name(f".trc-module-{uuid.uuid4().hex}.part")
        draft.mkdir()
    except (OSError, ValueError) as error:
        raise _unwritten(folder, error) from None
    try:
        yield draft
        if folder.is_dir():
            folder.rmdir()
        draft.replace(folder)
    except OSError as error:
        raise _unwritten(folder, error) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def expect_own_page(path: Path, mark: bytes) -> None:
    """Refuse to write a page in place of one that is there and does not bear the mark of those that we wrote.

    Raises:
        OutputError: There is a file of somebody else's.
    """
    try:
        theirs = path.exists() and mark not in path.read_bytes()
    except OSError as error:
        raise _unwritten(path, error) from None
    if theirs:
        raise OutputError(f"'{path}' is not one of our pages, and would be lost: name a new or an empty folder.")


_MOST = 32 << 20
"""Bytes of a text that a person may have written: a device, which never ends, holds more."""


def read_input(path: Path, most: int = _MOST) -> bytes:
    """Return what a file, or a pipe, holds.

    Raises:
        UserError: It holds more than `most` bytes.
        OSError: It cannot be read.
    """
    with path.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise UserError(f"{path}: expected a text of at most {most >> 20} MB.")
    return content


def real_path(path: Path) -> Path:
    """Return where a path leads to, absolute and without links; a link in a circle stays as it is.

    `Path.resolve` ends with a RuntimeError there.
    """
    return Path(os.path.realpath(path))


def check_output(path: Path) -> None:
    """Refuse to write where there is something else than an ordinary file, or one that is protected.

    Raises:
        OutputError: There is a folder, a device, a pipe, a link in a circle, or a file that may not be changed.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    if stat.S_ISDIR(mode):
        raise OutputError(f"'{path}' is a folder: name a file to write.")
    if not stat.S_ISREG(mode):
        raise OutputError(f"'{path}' is a device or a pipe, not a file: name a file to write.")
    if not os.access(path, os.W_OK):
        raise OutputError(f"'{path}' is protected from being changed: name another file, or take the protection away.")


def files_below(
    folder: Path, *, links: bool = False, hidden: bool = True, lenient: bool = False
) -> Iterator[os.DirEntry[str]]:
    """Yield what lies in a folder and in the folders in it, but for folders; however deep, and in no order.

    With `links` links to folders are followed, but none is looked into twice: they may lead in a circle. Without
    `hidden` names that begin with a dot are left out; with `lenient` folders that cannot be read.

    Raises:
        OSError: A folder cannot be read.
    """
    left = [os.fspath(folder)]
    known: set[tuple[int, int]] = set()
    while left:
        place = left.pop()
        try:
            entries = _entries(place, known)
        except OSError:
            if lenient:
                continue
            raise
        for entry in entries:
            if entry.name.startswith(".") and not hidden:
                continue
            if _is_folder(entry, links):
                left.append(entry.path)
            else:
                yield entry


def _entries(folder: str, known: set[tuple[int, int]]) -> list[os.DirEntry[str]]:
    info = Path(folder).stat()
    # Windows tells no number of some folders; there links to folders are rare.
    if info.st_ino and (info.st_dev, info.st_ino) in known:
        return []
    known.add((info.st_dev, info.st_ino))
    with os.scandir(folder) as entries:
        return list(entries)


def _is_folder(entry: os.DirEntry[str], links: bool) -> bool:
    try:
        return entry.is_dir(follow_symlinks=links)
    except OSError:
        # A link in a circle.
        return False


_READ_IN_FOLDERS = frozenset((".csv", ".game", ".geojson", ".json", ".svg", ".toml", ".ttf", ".vlog", ".vsav"))
"""The endings of files that commands read in a folder that they are given."""


def check_apart(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Refuse to write a file that is read, in whatever way it is named, or one file twice.

    An input may be a folder, of which those files are read that have an ending of data.

    Raises:
        OutputError: It names the output.
    """
    written: list[Path] = []
    sources = list(inputs)
    for output in outputs:
        for source in sources:
            if _same(output, source) or _is_data_in(output, source):
                raise OutputError(f"'{output}' is a file that is read here, and would be lost: name another one.")
        if any(_same(output, other) for other in written):
            raise OutputError(f"'{output}' would be written twice: name another file for one of the two.")
        written.append(output)


def _same(one: Path, other: Path) -> bool:
    try:
        # Tells links of both kinds, and names that differ in capitals where the system makes no difference.
        return one.samefile(other)
    except (OSError, ValueError):
        return os.path.normcase(real_path(one)) == os.path.normcase(real_path(other))


def _is_data_in(path: Path, folder: Path) -> bool:
    if path.suffix.lower() not in _READ_IN_FOLDERS or not path.exists() or not folder.is_dir():
        return False
    return any(_same(parent, folder) for parent in real_path(path).parents)


def _unwritten(path: Path, error: OSError | ValueError) -> OutputError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return OutputError(f"'{path}' cannot be written: {why}.")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
