"""The folder of one run of the app: dropped logs, its list of games, temporary files. It goes with the run.

A run that is killed leaves its folder; the next one that begins removes it. That a run goes on is told by a lock on a
file in its folder, which the system takes away from a process that has ended, however it ended.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PREFIX = "trc-module-app-"
_LOCK = "runs"


@contextmanager
def run_folder() -> Iterator[Path]:
    """Yield a new folder that only this user may read, in which all temporary files of this process lie meanwhile."""
    remove_abandoned()
    before = tempfile.tempdir
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        with (folder / _LOCK).open("wb") as stream:
            _lock(stream)
            (folder / "tmp").mkdir()
            tempfile.tempdir = str(folder / "tmp")
            yield folder
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned() -> None:
    """Remove the folders of runs of this user's that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            info = folder.lstat()
            mine = not hasattr(os, "getuid") or info.st_uid == os.getuid()
            if mine and stat.S_ISDIR(info.st_mode) and _is_abandoned(folder / _LOCK):
                shutil.rmtree(folder, ignore_errors=True)


def _is_abandoned(lock: Path) -> bool:
    """Tell whether nobody holds a lock; a folder without one is being made, or is none of ours."""
    info = lock.lstat()
    if not stat.S_ISREG(info.st_mode):
        return False
    if os.name == "nt":
        # A file that is open cannot be removed there.
        lock.unlink()
        return True
    with lock.open("rb") as stream:
        return _lock(stream)


def _lock(stream: IO[bytes]) -> bool:
    """Lock a file for as long as it is open; return whether nobody else had."""
    # Not "except ImportError": a checker of types knows by the name of a system what a module of it has.
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
