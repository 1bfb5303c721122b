"""A cache of files on disk, each stored with its digest, in a folder that only this program uses.

A folder is ours if it holds the marker `CACHEDIR.TAG` (https://bford.info/cachedir), which backup programs respect. In
any other folder nothing is read, written or removed; in ours only files whose names match our pattern. A file that is
truncated, changed or renamed, or that is another user's, is treated as missing. When a folder exceeds its size limit,
the least recently used files are deleted.
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
"""The folder of this program in the user's cache folder, or in the folder that TRC_MODULE_CACHE names."""

_MARKER = "CACHEDIR.TAG"
_MARK = b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of trc-module: it may be deleted at any time.\n"

_OURS = re.compile(r"[0-9a-f]{16,64}\.(?:laid|layer|picture|stage|stamp|strip|whole|error)")
_PART = re.compile(r"[0-9a-f]{32}\.part")

_LIMIT = 96 << 20
"""Bytes that a folder may hold: the whole map in both styles, at both resolutions, before and after a change."""

_AGE = 60 * 24 * 3600
"""Seconds after which an unused file is deleted."""

_UNFINISHED = 3600
"""Seconds after which an unfinished file is taken for abandoned."""

_HEAD = b"trc-module kept this\n"

FOLDERS = ("archives", "errors", "map", "pages", "pictures", "stamps", "trusted")
"""The folders in the root folder, one for each kind of content."""


def cache_root(parent: Path | None = None) -> Path:
    """Return the root folder, which holds the `FOLDERS`; it need not exist.

    It is `trc-module-cache` in `parent`, else in the folder that TRC_MODULE_CACHE names, else in the system's cache
    folder.

    Raises:
        UserError: One of the folders exists and holds files that are not ours.
    """
    if parent is None:
        named = os.environ.get("TRC_MODULE_CACHE")
        if named:
            parent = Path(named)
        else:
            from platformdirs import user_cache_path

            parent = user_cache_path()
    root = parent / ROOT_FOLDER
    for folder in FOLDERS:
        if _is_foreign(root / folder):
            raise UserError(
                f"'{root / folder}' holds files that trc-module did not write: move them away, or name another folder "
                "for the cache with TRC_MODULE_CACHE."
            )
    return root


def load_cached(path: Path) -> bytes | None:
    """Return the content stored as `path`; None if there is none, if it is damaged or if another user has stored it."""
    try:
        content = _read(path) if _has_marker(path.parent) else b""
    except OSError:
        return None
    head, body = content[: len(_HEAD) + 32], content[len(_HEAD) + 32 :]
    if head != _HEAD + _digest(path, body):
        return None
    with suppress(OSError):
        os.utime(path)
    return body


def store_cached(path: Path, content: bytes) -> None:
    """Store a file, atomically: several processes may store the same one.

    Nothing is stored where that is impossible or the folder is not ours.

    Raises:
        ValueError: The name does not match our pattern.
    """
    if not _OURS.fullmatch(path.name):
        raise ValueError(f"a name of hexadecimal digits with a known ending, not {path.name!r}")
    with suppress(OSError):
        if _make_ours(path.parent):
            _put(path, _HEAD + _digest(path, content) + content)


def store_readable(path: Path, content: bytes) -> bool:
    """Store a file for people to read, without a digest; return whether that was possible."""
    with suppress(OSError):
        if _OURS.fullmatch(path.name) and _make_ours(path.parent):
            _put(path, content)
            evict_oldest(path.parent)
            return True
    return False


def evict_oldest(folder: Path, limit: int = _LIMIT, now: float | None = None) -> None:
    """Delete files unused for too long, then the least recently used until the folder is within `limit` bytes.

    Only our own files count and are deleted.
    """
    now = time.time() if now is None else now
    found = []
    with suppress(OSError):
        if not _has_marker(folder):
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
            # Another process may be reading it, or may have deleted it already.
            with suppress(OSError):
                Path(path).unlink()


def _digest(path: Path, content: bytes) -> bytes:
    # The name is part of it, so that a renamed file does not match.
    digest = hashlib.sha256(path.name.encode() + b"\0")
    digest.update(content)
    return digest.digest()


def _read(path: Path) -> bytes:
    """Return the content of a file of this user; nothing of another's, who may have put anything under its name."""
    user = getattr(os, "getuid", None)
    with path.open("rb") as stream:
        return stream.read() if user is None or os.fstat(stream.fileno()).st_uid == user() else b""


def _has_marker(folder: Path) -> bool:
    try:
        with (folder / _MARKER).open("rb") as stream:
            return stream.read(len(_MARK) + 1) == _MARK
    except OSError:
        return False


def _is_foreign(folder: Path) -> bool:
    try:
        return folder.exists() and not _has_marker(folder) and bool(_others(folder)) and not _has_marker(folder)
    except OSError:
        # An unreadable folder is simply not used.
        return False


def _others(folder: Path) -> list[str]:
    """Return the names in a folder, without the temporary files that may exist before the marker."""
    return [entry.name for entry in folder.iterdir() if not _PART.fullmatch(entry.name)]


def _make_ours(folder: Path) -> bool:
    """Make a missing or empty folder ours; return whether the folder is ours."""
    if _has_marker(folder):
        return True
    folder.mkdir(parents=True, exist_ok=True)
    if _others(folder):
        # Another process may have made it ours in the meantime.
        return _has_marker(folder)
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
