"""A folder of an exploded module that is packed again whenever something in it has changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from trc_module.errors import UserError
from trc_module.vassal.exploded import implode

_HIDDEN = "."


def packings(folder: Path, output: Path, wait: Callable[[], bool]) -> Iterator[str]:
    """Pack a folder now and after each change that has settled; yield a sentence about each attempt.

    `wait` waits a moment and tells whether to go on. A folder that cannot be packed, because somebody is still writing
    or has made a mistake, is told and tried again with the next change; the module stays as it was.
    """
    packed: object = None
    seen = _signature(folder, output)
    while True:
        if seen != packed:
            packed = seen
            yield _pack(folder, output)
        if not wait():
            return
        before, seen = seen, _signature(folder, output)
        # What changes from one look to the next is still being written.
        while seen != before:
            if not wait():
                return
            before, seen = seen, _signature(folder, output)


def _pack(folder: Path, output: Path) -> str:
    try:
        done = implode(folder, output)
    except UserError as error:
        return f"Not packed: {error}"
    return f"Wrote {output}: {done.entries} entries, {done.texts} of them from text."


def _signature(folder: Path, output: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what tells one state of a folder from another: names, sizes and times of its files but hidden ones."""
    found = []
    for root, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if not name.startswith(_HIDDEN))
        for name in sorted(files):
            path = Path(root) / name
            if name.startswith(_HIDDEN) or path == output:
                continue
            try:
                stat = path.stat()
            except OSError:
                continue
            found.append((str(path), stat.st_size, stat.st_mtime_ns))
    return tuple(found)
