"""Files that are to be added: those in some paths that an archive has not yet, or has in an older state."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.archive.store import Store, kept_text
from trc_module.errors import UserError
from trc_module.files import files_below, real_path

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
        absolute = real_path(path)
        if absolute.is_file():
            info = absolute.stat()
            found[str(absolute)] = Sighting(str(absolute), info.st_size, info.st_mtime_ns)
            continue
        if not absolute.is_dir():
            raise UserError(f"{path}: expected a log or a folder, found a device or a pipe.")
        before = len(found)
        found.update((each.path, each) for each in _logs_in(absolute))
        if len(found) == before:
            raise UserError(f"{path}: there is no {ENDING} in this folder.")
    return [found[name] for name in sorted(found)]


def _logs_in(folder: Path) -> Iterator[Sighting]:
    for entry in files_below(folder):
        # Unlike `entry.is_file()` this is no error where a link leads in a circle.
        if entry.name.lower().endswith(ENDING) and Path(entry.path).is_file():
            info = entry.stat()
            yield Sighting(entry.path, info.st_size, info.st_mtime_ns)


def unseen(store: Store, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the files that the archive does not know in this size with this time of change."""
    known = {row[0]: (row[1], row[2]) for row in store.rows("SELECT path, size, changed FROM source")}
    return [each for each in sightings if known.get(kept_text(each.path)) != (each.size, each.changed)]


def digest_of(content: bytes) -> str:
    """Return the digest by which a log is known."""
    return hashlib.sha256(content).hexdigest()
