"""Editions: the program, the data and the readings on which a verdict rests besides the log, each known by a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePosixPath

from trc_module.errors import UserError
from trc_module.facts.overlay import READ
from trc_module.files import files_below
from trc_module.gamespec import installed_games
from trc_module.printable import json_text
from trc_module.resources import data_dir
from trc_module.version import __version__

_ROOMS = (
    "board",
    "charts",
    "declarations",
    "facts",
    "games",
    "gamespec",
    "hexgrid",
    "module",
    "profiles",
    "replay",
    "roster",
    "rules",
    "systems",
    "vassal",
)
"""The rooms of the program on which a verdict may depend."""
_PROGRAM = "program "
_CORRECTION = "correction"
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
    folders: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """The places of the files of 'data' and of 'correction'; empty where they are only in an archive."""

    def changed(self, other: Edition) -> tuple[str, ...]:
        """Return the names of the parts in which another edition differs, in order."""
        mine, theirs = dict(self.parts), dict(other.parts)
        return tuple(sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)))

    def judged_by(self, now: Edition) -> Edition:
        """Return these data and readings with the program of another edition."""
        program = [part for part in now.parts if part[0].startswith(_PROGRAM)]
        others = [part for part in self.parts if not part[0].startswith(_PROGRAM)]
        return replace(self, program=now.program, parts=(*program, *others))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files of data, named as the parts are; the readings are 'data readings.toml'.

        Raises:
            UserError: One was changed since the digests were taken.
        """
        known = dict(self.parts)
        for what, folder in self.folders:
            for name, content in _contents(Path(folder), corrections=what == _CORRECTION):
                part = f"{what} {name}"
                if known.get(part, _short(content)) != _short(content):
                    raise UserError(f"{Path(folder) / name} was changed meanwhile: give the same command again.")
                yield part, content


def edition_of(game: str, overlay: str = "") -> Edition:
    """Return what judges a game's logs now; `overlay` is a folder of corrected data, '' for none."""
    program = list(_code(_ROOMS))
    # All games, where it is not known which is judged.
    folder = _folder(game)
    ours = [(f"data {name}", text) for name, text in _files(folder) if name != _READINGS]
    found = _files(Path(overlay), corrections=True) if overlay else ()
    theirs = [(f"{_CORRECTION} {name}", text) for name, text in found]
    readings = [(f"reading {name}", text) for name, text in _readings(folder / _READINGS)]
    version = f"{__version__}+{_digest(program)}"
    folders = (("data", str(folder)), *(((_CORRECTION, overlay),) if overlay else ()))
    return Edition(version, _digest(ours + theirs), _digest(readings), (*program, *ours, *theirs, *readings), folders)


def _folder(game: str) -> Path:
    found = installed_games().get(game)
    if found is None and game and Path(game).name != game.strip("."):
        raise UserError(f"Expected the name of a game in the archive, found '{game}'.")
    return found or data_dir() / game


def is_data_file(name: str) -> bool:
    """Tell whether that is the name of a file in an edition, as 'data map/hexes.geojson': none that leads elsewhere."""
    what, _, inside = name.partition(" ")
    path = PurePosixPath(inside)
    plain = not path.is_absolute() and ".." not in path.parts and not set(inside) & set("\\:\0")
    return what in ("data", _CORRECTION) and plain and path.suffix in _DATA


def code_digest(*rooms: str) -> str:
    """Return a digest of the program's code in some rooms."""
    return _digest(list(_code(rooms)))


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
def _code(rooms: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    package = Path(__file__).parents[1]
    found = []
    for room in rooms:
        for path in sorted((package / room).rglob("*.py")):
            found.append((f"{_PROGRAM}{path.relative_to(package).as_posix()}", _short(path.read_bytes())))
    return tuple(found)


def _files(folder: Path, *, corrections: bool = False) -> Iterator[tuple[str, str]]:
    return ((name, _short(content)) for name, content in _contents(folder, corrections=corrections))


def _contents(folder: Path, *, corrections: bool) -> Iterator[tuple[str, bytes]]:
    """Yield a folder's files of data; of a folder of corrections only those that are read (see `facts.overlay`).

    Somebody else may have named it, in a `trc-module.toml` beside the logs, and these files become a part of the
    archive.
    """
    tops = [folder / name for name in READ] if corrections else [folder]
    found = [top for top in tops if top.is_file()]
    found += [Path(entry.path) for top in tops if top.is_dir() for entry in files_below(top)]
    for path in sorted(found):
        if path.suffix in _DATA and path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _readings(path: Path) -> Iterator[tuple[str, str]]:
    from trc_module.rules.readings import read_readings

    if path.is_file():
        for name, reading in read_readings(path).items():
            yield name, _short(repr(reading).encode())


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _digest(parts: list[tuple[str, str]]) -> str:
    return hashlib.sha256(json_text(parts, indent=None).encode()).hexdigest()[:12]
