"""Files that are to be added: those in some paths that an archive has not yet, or has in an older state."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.archive.store import Store, kept_text
from trc_module.errors import UserError

ENDING = ".vlog"


@dataclass(frozen=True, slots=True)
class Sighting:
    """A file as the system describes it; `changed` is the time of its last change, in nanoseconds."""

    path: str
    size: int
    changed: int


def look(paths: Sequence[Path]) -> list[Sighting]:
    """Return the files that some paths name, and the logs in folders and the folders in these, by path.

    UserError if a path is not there, or a folder holds no log.
    """
    found: dict[str, Sighting] = {}
    for path in paths:
        if not path.exists():
            raise UserError(f"{path}: there is no such file or folder.")
        absolute = path.resolve()
        if absolute.is_file():
            info = absolute.stat()
            found[str(absolute)] = Sighting(str(absolute), info.st_size, info.st_mtime_ns)
            continue
        before = len(found)
        found.update((each.path, each) for each in _logs_in(str(absolute)))
        if len(found) == before:
            raise UserError(f"{path}: there is no {ENDING} in this folder.")
    return [found[name] for name in sorted(found)]


def _logs_in(folder: str) -> Iterator[Sighting]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _logs_in(entry.path)
            elif entry.name.lower().endswith(ENDING) and entry.is_file():
                info = entry.stat()
                yield Sighting(entry.path, info.st_size, info.st_mtime_ns)


def unseen(store: Store, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the files that the archive does not know in this size with this time of change."""
    known = {row[0]: (row[1], row[2]) for row in store.rows("SELECT path, size, changed FROM source")}
    return [each for each in sightings if known.get(kept_text(each.path)) != (each.size, each.changed)]


def digest_of(content: bytes) -> str:
    """Return the digest by which a log is known."""
    return hashlib.sha256(content).hexdigest()
