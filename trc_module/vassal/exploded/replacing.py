"""Replacing the files of an earlier explosion: whenever it is broken off, the old files count or the new ones.

A folder that is not there yet is written under another name and renamed. In a folder that holds other things too, as a
repository does, all files are written below `.explode-RANDOM` first. When they are complete that is renamed to
`.explode-ready`; from then on the new files count, and the next run that finds that folder moves them to their places.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

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
    beside = Path(mkdtemp(prefix=PREFIX, dir=folder))
    try:
        for name in (_NEW, _OLD):
            (beside / name).mkdir()
        _write(beside / _NEW, files)
        names = [name for name in own if (beside / _NEW / name).exists()]
        (beside / _NAMES).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
        beside.rename(folder / _READY)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    try:
        finish(folder, own)
    except OSError:
        _undo(folder, own)
        raise
    # The remains of explosions that were killed before they were complete.
    for path in folder.glob(f"{PREFIX}*"):
        shutil.rmtree(path, ignore_errors=True)


def finish(folder: Path, own: Sequence[str]) -> None:
    """Move the files of an explosion to their places that was complete when it was broken off; else do nothing.

    Raises:
        ArchiveError: What lies there was not made by an explosion.
        OSError: Something cannot be moved; another try may go on from there.
    """
    ready = folder / _READY
    if not ready.exists():
        return
    new, old = ready / _NEW, ready / _OLD
    if any(path.is_symlink() or not path.is_dir() for path in (ready, new, old)):
        raise ArchiveError(f"'{ready}' was not made by trc-module explode: take it away.")
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
