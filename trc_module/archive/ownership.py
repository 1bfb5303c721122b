"""Archives that are this user's own: those that this program has written on this machine, as it has left them.

Only these are written into. What is remembered of each lies in our cache, never in the archive: whatever stands in a
file can be copied. It is the size of the file, the time of its last change, and a digest of its two ends when the last
command closed it. While a command writes there is a mark instead, which a command that is killed leaves behind: then
the file has to be the same one (by its number in the file system), since what it holds is not known.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import uuid
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from trc_module.disk_cache import cache_root, load_cached, store_cached
from trc_module.errors import UserError

FOLDER = "archives"
_ENDS = 1 << 16
"""Bytes of each end of an archive that go into its digest: the header and the schema, and the newest pages."""
_COARSE = 2_000_000_000
"""Nanoseconds by which some file systems round the time of a change."""
_ABANDONED = 24 * 3600
"""Seconds after which the mark of a command is taken for that of one that was killed."""


@dataclass(frozen=True, slots=True)
class _Left:
    """A file as a command left it."""

    size: int
    changed: int
    ends: str


def is_own(path: Path) -> bool:
    """Tell whether an archive is as a command of this user's has left it, or may be one that is being written."""
    # Another command may begin between the first two questions.
    return is_being_written(path) or _is_as_left(path) or is_being_written(path)


def is_being_written(path: Path) -> bool:
    """Tell whether a command of this user's writes an archive, or was killed while it did."""
    info = _info(path)
    return info is not None and any(_said(mark)[0] == _number(info) for mark in _marks(path))


def begin(path: Path) -> Path | None:
    """Remember that a command writes an archive, which is there; return its mark, None where nothing is remembered."""
    folder = _folder()
    if folder is None:
        return None
    mark = folder / f"{_key(path)}{uuid.uuid4().hex}.stamp"
    store_cached(mark, json.dumps([_number(path.stat()), time.time()]).encode())
    return mark


def end(path: Path, mark: Path | None) -> None:
    """Remember how a command leaves an archive, unless another one still writes it."""
    others = [other for other in _marks(path) if other != mark]
    gone = [other for other in others if time.time() - _said(other)[1] > _ABANDONED]
    if gone == others:
        # Before the mark goes: at no moment the archive is nobody's.
        leave(path)
    for each in (mark, *gone):
        with suppress(OSError):
            if each is not None:
                each.unlink(missing_ok=True)


def leave(path: Path) -> bool:
    """Remember an archive as it is now; return whether that was possible."""
    folder, left = _folder(), _left(path)
    if folder is None or left is None:
        return False
    store_cached(folder / f"{_key(path)}.stamp", json.dumps(asdict(left)).encode())
    return _is_as_left(path)


def refusal(path: Path) -> UserError:
    """Return the error that an archive is only read."""
    return UserError(
        f"'{path}' was not made by you on this machine, or has been moved or changed by another program since: it is "
        f"only read. 'trc-module archive {path} adopt' makes it yours if you trust who sent it."
    )


def _is_as_left(path: Path) -> bool:
    folder, now = _folder(), _left(path)
    content = None if folder is None else load_cached(folder / f"{_key(path)}.stamp")
    if content is None or now is None:
        return False
    then = _Left(**json.loads(content))
    return (then.size, then.ends) == (now.size, now.ends) and abs(then.changed - now.changed) <= _COARSE


def _left(path: Path) -> _Left | None:
    try:
        with path.open("rb") as stream:
            info = os.fstat(stream.fileno())
            digest = hashlib.sha256(stream.read(_ENDS))
            stream.seek(max(0, info.st_size - _ENDS))
            digest.update(stream.read(_ENDS))
    except OSError:
        return None
    return _Left(info.st_size, info.st_mtime_ns, digest.hexdigest())


def _info(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _number(info: os.stat_result) -> str:
    return f"{info.st_dev} {info.st_ino}"


def _key(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:32]


def _folder() -> Path | None:
    """Return where it is remembered; None if our cache is not ours."""
    try:
        return cache_root() / FOLDER
    except UserError:
        return None


def _marks(path: Path) -> list[Path]:
    """Return the marks of the commands that write an archive; a mark's name has twice the length of a stamp's."""
    folder = _folder()
    try:
        return [] if folder is None else list(folder.glob(f"{_key(path)}{'?' * 32}.stamp"))
    except OSError:
        return []


def _said(mark: Path) -> tuple[str, float]:
    """Return the number of the file that a mark is about, and when it was made; '' and 0 if it is damaged."""
    content = load_cached(mark)
    if content is None:
        return "", 0.0
    number, made = json.loads(content)
    return number, made
