"""Tell in milliseconds whether a build would change anything.

Next to nothing but the standard library is imported here: this is what runs when nothing has changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from trc_module.keeping import forget_oldest, keep, kept

Seen: TypeAlias = list[tuple[str, int, int]]
"""Files by path, each with its size and the time of its last change."""

_STAMP_VERSION = 1
_LIBRARIES = ("PIL", "lxml", "msgspec", "numpy", "shapely")


def fingerprint(folders: Iterable[Path], settings: Iterable[str]) -> str:
    """Return a digest of every file under the folders (name, size, time of change) and of the settings."""
    return digest_of(look(folders), settings)


def look(folders: Iterable[Path]) -> Seen:
    """Return what is seen of every file under the folders."""
    return [each for folder in folders for each in sorted(_files(os.fspath(folder)))]


def digest_of(seen: Seen, settings: Iterable[str], without: Collection[str] = ()) -> str:
    """Return a digest of the files seen, but for some of them, and of the settings.

    SOURCE_DATE_EPOCH counts as a setting, since the module's dates come from it.
    """
    digest = hashlib.sha256()
    for setting in (*settings, os.environ.get("SOURCE_DATE_EPOCH", "")):
        digest.update(setting.encode() + b"\0")
    for name, size, changed in seen:
        if name not in without:
            digest.update(f"{name}\0{size}\0{changed}\0".encode())
    return digest.hexdigest()


def tools() -> str:
    """Return what tells the Python and the libraries apart by which a module is made."""
    found = [importlib.util.find_spec(name) for name in _LIBRARIES]
    places = [spec.origin for spec in found if spec and spec.origin]
    times = [f"{place} {Path(place).stat().st_mtime_ns}" for place in places]
    return "\n".join((sys.version, zlib.ZLIB_RUNTIME_VERSION, *times))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                info = entry.stat()
                yield entry.path, info.st_size, info.st_mtime_ns


def is_fresh(stamp: Path, inputs: str, output: Path) -> bool:
    """Tell whether the stamp was made for these inputs and the output is still as it was left."""
    held = _read(stamp)
    return held.get("inputs") == inputs and held.get("output") == _output(output)


def leave_stamp(stamp: Path, inputs: str, output: Path) -> None:
    """Remember what the output was made from."""
    text = json.dumps({"version": _STAMP_VERSION, "inputs": inputs, "output": _output(output)})
    keep(stamp, text.encode())
    forget_oldest(stamp.parent)


def stamp_path(cache: Path, output: Path) -> Path:
    """Return where in a cache the stamp of an output is kept."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(output))).hexdigest()[:32]
    return cache / "stamps" / f"{name}.stamp"


def _read(stamp: Path) -> dict[str, Any]:
    try:
        held = json.loads(kept(stamp) or b"")
    except ValueError:
        return {}
    return held if isinstance(held, dict) and held.get("version") == _STAMP_VERSION else {}


def _output(path: Path) -> list[object] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return [os.path.realpath(path), info.st_size, info.st_mtime_ns]
