"""What is kept in a cache for the next time: in a folder of our own, each file with its digest.

A folder is ours if it holds our marker, `CACHEDIR.TAG` (https://bford.info/cachedir), which programs that make backups
know too. In any other folder nothing is read, written or removed, and in ours only files with names that we give. A
file is believed only if it holds what was kept under its name: one that was cut short, changed or given another's name
is as good as none. What has not been used for longest is forgotten when a folder has grown too large.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
import uuid
from contextlib import suppress
from pathlib import Path

from trc_module.errors import UserError

ROOT_FOLDER = "trc-module-cache"
"""The name of our folder in the user's folder for caches, or in the one that TRC_MODULE_CACHE names."""

_MARKER = "CACHEDIR.TAG"
_MARK = b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of trc-module: it may be deleted at any time.\n"

_OURS = re.compile(r"[0-9a-f]{16,64}\.(?:laid|layer|picture|stage|stamp|strip|whole|error)")
_PART = re.compile(r"[0-9a-f]{32}\.part")

_LIMIT = 96 << 20
"""Bytes that a folder may hold: the whole map in both looks, at both resolutions, before and after a change."""

_AGE = 60 * 24 * 3600
"""Seconds after which a file that nobody has used is forgotten."""

_UNFINISHED = 3600
"""Seconds after which a file that was never finished is nobody's any more."""

_HEAD = b"trc-module kept this\n"


FOLDERS = ("errors", "map", "pages", "pictures", "stamps")
"""The folders in that folder, one for each kind of what is kept."""


def cache_root(parent: Path | None = None) -> Path:
    """Return the folder that holds the `ROOMS`; it need not exist.

    It is `trc-module-cache` in `parent`; without one in the folder that TRC_MODULE_CACHE names, or in the one that the
    system has for such things.

    Raises:
        UserError: A room is there, and what it holds is not ours.
    """
    if parent is None:
        named = os.environ.get("TRC_MODULE_CACHE")
        if named:
            parent = Path(named)
        else:
            from platformdirs import user_cache_path

            parent = user_cache_path()
    root = parent / ROOT_FOLDER
    for room in FOLDERS:
        if _is_strange(root / room):
            raise UserError(
                f"'{root / room}' holds files that trc-module did not write: move them away, or name another folder "
                "for the cache with TRC_MODULE_CACHE."
            )
    return root


def load_cached(path: Path) -> bytes | None:
    """Return what was kept as `path`; None if there is nothing, or anything else."""
    try:
        content = path.read_bytes() if _is_ours(path.parent) else b""
    except OSError:
        return None
    head, body = content[: len(_HEAD) + 32], content[len(_HEAD) + 32 :]
    if head != _HEAD + _digest(path, body):
        return None
    with suppress(OSError):
        os.utime(path)
    return body


def store_cached(path: Path, content: bytes) -> None:
    """Keep something; whole or not at all, however many processes do so at once.

    Where nothing can be left, or the folder is not ours, nothing is.

    Raises:
        ValueError: The name is none that `forget_oldest` would know again.
    """
    if not _OURS.fullmatch(path.name):
        raise ValueError(f"a name of hexadecimal digits with a known ending, not {path.name!r}")
    with suppress(OSError):
        if _made_ours(path.parent):
            _put(path, _HEAD + _digest(path, content) + content)


def store_readable(path: Path, content: bytes) -> bool:
    """Leave a file for people to read, without a digest, and tell whether it is there."""
    with suppress(OSError):
        if _OURS.fullmatch(path.name) and _made_ours(path.parent):
            _put(path, content)
            evict_oldest(path.parent)
            return True
    return False


def evict_oldest(folder: Path, limit: int = _LIMIT, now: float | None = None) -> None:
    """Delete what has not been used for long, and what makes the folder larger than a limit, the least used first.

    Only files that we wrote count and are deleted.
    """
    now = time.time() if now is None else now
    found = []
    with suppress(OSError):
        if not _is_ours(folder):
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                if not (_OURS.fullmatch(entry.name) or _PART.fullmatch(entry.name)):
                    continue
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        info = entry.stat(follow_symlinks=False)
                        found.append((info.st_mtime, info.st_size, entry.path))
    total = 0
    for used, size, path in sorted(found, reverse=True):
        total += size
        old = now - used > (_UNFINISHED if path.endswith(".part") else _AGE)
        if total > limit or old:
            # Another process may be reading it, or have deleted it already.
            with suppress(OSError):
                Path(path).unlink()


def _digest(path: Path, content: bytes) -> bytes:
    # The name is in it too: what is kept under another's name is not what was asked for.
    digest = hashlib.sha256(path.name.encode() + b"\0")
    digest.update(content)
    return digest.digest()


def _is_ours(folder: Path) -> bool:
    try:
        with (folder / _MARKER).open("rb") as stream:
            return stream.read(len(_MARK) + 1) == _MARK
    except OSError:
        return False


def _is_strange(folder: Path) -> bool:
    try:
        return folder.exists() and not _is_ours(folder) and bool(_others(folder)) and not _is_ours(folder)
    except OSError:
        # What cannot be looked at cannot be used either: nothing is kept there, and all is made anew.
        return False


def _others(folder: Path) -> list[str]:
    """Return the names of what a folder holds beside what is written before the marker is there."""
    return [entry.name for entry in folder.iterdir() if not _PART.fullmatch(entry.name)]


def _made_ours(folder: Path) -> bool:
    """Make a folder ours if it is not there or empty, and tell whether it is ours."""
    if _is_ours(folder):
        return True
    folder.mkdir(parents=True, exist_ok=True)
    if _others(folder):
        # Another process may have made it ours meanwhile.
        return _is_ours(folder)
    _put(folder / _MARKER, _MARK)
    return True


def _put(path: Path, content: bytes) -> None:
    part = path.with_name(f"{uuid.uuid4().hex}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
