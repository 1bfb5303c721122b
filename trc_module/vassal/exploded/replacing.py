"""Replacing the files of an earlier explosion: whenever it is broken off, the old files count or the new ones.

A folder that is not there yet is written under another name and renamed. In a folder that holds other things too, as a
repository does, all files are written below `.explode-RANDOM` first. When they are complete that is renamed to
`.explode-ready`; from then on the new files count, and the next run that finds that folder moves them to their places.
Which folder that is our cache remembers: one that came with the others, in an archive or a repository, would put other
files in the place of those that people have seen.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from trc_module.disk_cache import cache_root, load_cached, store_cached
from trc_module.errors import UserError
from trc_module.files import real_path
from trc_module.vassal.problems import ArchiveError

File = tuple[PurePosixPath, Iterable[bytes]]
"""A file's place in the folder, and its content block by block."""

PREFIX = ".explode-"
_READY = f"{PREFIX}ready"
_NEW, _OLD, _NAMES = "new", "old", "names.txt"


def write_folder(folder: Path, files: Iterable[File]) -> None:
    """Write files into a folder that is not there yet."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = folder.with_name(f"{PREFIX}{uuid.uuid4().hex}")
    beside.mkdir()
    try:
        _write(beside, files)
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def replace_in_folder(folder: Path, files: Iterable[File], own: Sequence[str]) -> None:
    """Write files into a folder, in place of its entries of the names `own`; all else stays.

    Raises:
        OSError: Something cannot be written; the folder is as it was.
    """
    finish(folder, own)
    _forget(folder)
    beside = Path(mkdtemp(prefix=PREFIX, dir=folder))
    try:
        for name in (_NEW, _OLD):
            (beside / name).mkdir()
        _write(beside / _NEW, files)
        names = [name for name in own if (beside / _NEW / name).exists()]
        (beside / _NAMES).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
        _remember(folder, beside)
        beside.rename(folder / _READY)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    try:
        _move(folder, own)
    except OSError:
        _undo(folder, own)
        raise
    # The remains of explosions that were killed before they were complete.
    for path in folder.glob(f"{PREFIX}*"):
        shutil.rmtree(path, ignore_errors=True)


def finish(folder: Path, own: Sequence[str]) -> None:
    """Move the files of an explosion to their places that was complete when it was broken off; else do nothing.

    Raises:
        ArchiveError: What lies there was not made by an explosion on this machine.
        OSError: Something cannot be moved; another try may go on from there.
    """
    ready = folder / _READY
    if not ready.exists() and not ready.is_symlink():
        return
    folders = (ready, ready / _NEW, ready / _OLD)
    names = ready / _NAMES
    plain = not any(path.is_symlink() or not path.is_dir() for path in folders)
    if not plain or names.is_symlink() or not names.is_file() or not _is_remembered(folder):
        raise ArchiveError(
            f"'{ready}' was not left by an explosion on this machine, and holds files that would take the place of "
            "those that you see: take it away."
        )
    _move(folder, own)


def _move(folder: Path, own: Sequence[str]) -> None:
    ready = folder / _READY
    new, old = ready / _NEW, ready / _OLD
    names = (ready / _NAMES).read_text(encoding="utf-8").split()
    for name in own:
        if name in names and not (new / name).exists():
            # It was moved before the explosion was broken off.
            continue
        if (folder / name).exists():
            (folder / name).rename(old / name)
        if name in names:
            (new / name).rename(folder / name)
    _remove_ready(folder)


def _remember(folder: Path, beside: Path) -> None:
    with suppress(UserError):
        store_cached(_stamp(folder), _number(beside))


def _is_remembered(folder: Path) -> bool:
    with suppress(UserError):
        return load_cached(_stamp(folder)) == _number(folder / _READY)
    return False


def _forget(folder: Path) -> None:
    with suppress(UserError, OSError):
        _stamp(folder).unlink(missing_ok=True)


def _stamp(folder: Path) -> Path:
    return cache_root() / "stamps" / f"{hashlib.sha256(os.fsencode(real_path(folder))).hexdigest()[:40]}.stamp"


def _number(folder: Path) -> bytes:
    """Return the number of a folder in its file system, which it keeps when it is renamed."""
    info = folder.stat()
    return f"{info.st_dev} {info.st_ino}".encode()


def _undo(folder: Path, own: Sequence[str]) -> None:
    """Put everything back to where it was before `finish` failed."""
    new, old = (folder / _READY / name for name in (_NEW, _OLD))
    names = (folder / _READY / _NAMES).read_text(encoding="utf-8").split()
    for name in own:
        if name in names and not (new / name).exists():
            (folder / name).rename(new / name)
        if (old / name).exists():
            (old / name).rename(folder / name)
    _remove_ready(folder)


def _remove_ready(folder: Path) -> None:
    """Remove what is no longer needed; half removed it must not bear the name any more by which it would be heeded."""
    done = folder / f"{PREFIX}{uuid.uuid4().hex}"
    (folder / _READY).rename(done)
    shutil.rmtree(done, ignore_errors=True)


def _write(folder: Path, files: Iterable[File]) -> None:
    for name, blocks in files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as stream:
            stream.writelines(blocks)
