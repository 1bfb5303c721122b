"""What a verdict rests on beside the log: the program, the data and the readings, each known by a digest."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from trc_module import __version__
from trc_module.printable import json_text
from trc_module.resources import data_dir

_ROOMS = (
    "board",
    "charts",
    "declarations",
    "facts",
    "games",
    "hexgrid",
    "module",
    "replay",
    "roster",
    "rules",
    "systems",
    "vassal",
)
"""The rooms of the program on which a verdict may depend."""
_READINGS = "readings.toml"
_DATA = (".csv", ".geojson", ".toml")


@dataclass(frozen=True, slots=True)
class Edition:
    """The digests, and those of each file and each reading, to tell what has changed since."""

    program: str
    data: str
    readings: str
    parts: tuple[tuple[str, str], ...]
    """By name: 'program rules/odds.py', 'data units.csv', 'correction units.csv', 'reading C28'."""

    def changed(self, other: Edition) -> tuple[str, ...]:
        """Return the names of the parts in which another edition differs, in order."""
        mine, theirs = dict(self.parts), dict(other.parts)
        return tuple(sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)))


def edition_of(game: str, overlay: str = "", data: Path | None = None) -> Edition:
    """Return what judges a game's logs now.

    `overlay` is a folder of corrected data, '' for none; `data` the folder of the games' data, ours by default.
    """
    program = list(_program())
    folder = (data or data_dir()) / game
    ours = [(f"data {name}", text) for name, text in _files(folder) if name != _READINGS]
    theirs = [(f"correction {name}", text) for name, text in _files(Path(overlay))] if overlay else []
    readings = [(f"reading {name}", text) for name, text in _readings(folder / _READINGS)]
    version = f"{__version__}+{_digest(program)}"
    return Edition(version, _digest(ours + theirs), _digest(readings), (*program, *ours, *theirs, *readings))


class Editions:
    """Editions, each worked out once: for as long as a command runs nothing changes."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Edition] = {}

    def of(self, game: str, overlay: str = "") -> Edition:
        """Return what judges a game's logs now, with a folder of corrected data ('' for none)."""
        if (game, overlay) not in self._known:
            self._known[game, overlay] = edition_of(game, overlay)
        return self._known[game, overlay]


@cache
def _program() -> tuple[tuple[str, str], ...]:
    package = Path(__file__).parents[1]
    found = []
    for room in _ROOMS:
        for path in sorted((package / room).rglob("*.py")):
            found.append((f"program {path.relative_to(package).as_posix()}", _short(path.read_bytes())))
    return tuple(found)


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in _DATA and path.is_file():
            yield path.relative_to(folder).as_posix(), _short(path.read_bytes())


def _readings(path: Path) -> Iterator[tuple[str, str]]:
    from trc_module.rules.readings import read_readings

    if path.is_file():
        for name, reading in read_readings(path).items():
            yield name, _short(repr(reading).encode())


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _digest(parts: list[tuple[str, str]]) -> str:
    return hashlib.sha256(json_text(parts, indent=None).encode()).hexdigest()[:12]


def snapshot(game: str, overlay: str = "") -> bytes:
    """Return a game's data as a zip file, from which `edition_of` gives the same digests.

    In it `data` is what the program had, `correction` the folder of corrected data.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in (("data", data_dir() / game), ("correction", Path(overlay) if overlay else None)):
            for path in sorted(folder.rglob("*")) if folder is not None else ():
                if path.suffix in _DATA and path.is_file():
                    inside = f"{name}/{game}/{path.relative_to(folder).as_posix()}" if folder is not None else ""
                    # Without the date of the file: the same data make the same bytes.
                    archive.writestr(zipfile.ZipInfo(inside), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()
