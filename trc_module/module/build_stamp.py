"""Freshness of a build: a digest of its inputs, kept in a stamp at its end, tells whether another would change
anything.

It imports little more than the standard library, since it is all that runs when nothing has changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from trc_module.disk_cache import evict_oldest, load_cached, store_cached
from trc_module.files import files_below

_STAMP_VERSION = 1
_COMPILED = f"{os.sep}__pycache__{os.sep}"
_LIBRARIES = ("PIL", "lxml", "msgspec", "numpy", "shapely")


def input_digest(folders: Iterable[Path], settings: Iterable[str], output: Path | None = None) -> str:
    """Return a digest of every file under the folders (name, size, time of change) and of the settings.

    What is written is no input, even if it lies in one of the folders, as a game's module may in the game's folder.
    SOURCE_DATE_EPOCH counts as a setting, since the module's dates come from it.
    """
    digest = hashlib.sha256()
    for setting in (*settings, os.environ.get("SOURCE_DATE_EPOCH", "")):
        digest.update(setting.encode(errors="surrogateescape") + b"\0")
    written = _output(output) if output else None
    for folder in folders:
        for name, size, changed in sorted(_files(folder)):
            # To follow each name to its file would take a quarter of a build with nothing changed.
            if written and written[1:] == [size, changed] and os.path.realpath(name) == written[0]:
                continue
            digest.update(f"{name}\0{size}\0{changed}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def toolchain() -> str:
    """Return the versions of Python and of the libraries that a build uses."""
    found = [importlib.util.find_spec(name) for name in _LIBRARIES]
    places = [spec.origin for spec in found if spec and spec.origin]
    times = [f"{place} {Path(place).stat().st_mtime_ns}" for place in places]
    return "\n".join((sys.version, zlib.ZLIB_RUNTIME_VERSION, *times))


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    # A folder to which a link leads is read as any other.
    for entry in files_below(folder, links=True):
        if _COMPILED not in entry.path:
            try:
                info = entry.stat()
            except OSError:
                # A link to nowhere, as some editors leave while a file is open.
                info = entry.stat(follow_symlinks=False)
            yield entry.path, info.st_size, info.st_mtime_ns


def is_fresh(stamp: Path, inputs: str, output: Path) -> bool:
    """Tell whether the stamp has this digest of the inputs and the output has not changed since."""
    held = _read(stamp)
    return held.get("inputs") == inputs and held.get("output") == _output(output)


def write_stamp(stamp: Path, inputs: str, output: Path) -> None:
    """Keep the digest of the inputs that an output was built from."""
    text = json.dumps({"version": _STAMP_VERSION, "inputs": inputs, "output": _output(output)})
    store_cached(stamp, text.encode())
    evict_oldest(stamp.parent)


def stamp_path(cache: Path, output: Path) -> Path:
    """Return where a cache keeps the stamp of an output."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(output))).hexdigest()[:32]
    return cache / "stamps" / f"{name}.stamp"


def _read(stamp: Path) -> dict[str, Any]:
    try:
        held = json.loads(load_cached(stamp) or b"")
    except ValueError:
        return {}
    return held if isinstance(held, dict) and held.get("version") == _STAMP_VERSION else {}


def _output(path: Path) -> list[object] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return [os.path.realpath(path), info.st_size, info.st_mtime_ns]
