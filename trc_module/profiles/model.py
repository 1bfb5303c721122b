"""A profile: how a module's world maps onto that of a game, as a person can read and correct it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from trc_module.errors import UserError
from trc_module.facts.errors import DataError
from trc_module.facts.toml_file import line_of, read_toml, shape
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.lattice import Lattice
from trc_module.vassal.metadata import Metadata

OWN = "own"
"""The box of a profile that stands for the box in which our order of battle keeps the unit."""


class ModuleSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The modules that a profile fits: by name, and by version (any, if none is given)."""

    names: list[str]
    versions: list[str] = []
    edition: str = ""
    """The edition of the game whose map the module shows, where that is not ours."""


class MapSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The map with the hexes: its grid in pixels of the map, and what is known of where our hexes lie on it."""

    name: str
    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool = False
    hexes: dict[str, list[float]] = {}
    """Hexes by name with a point in each; two settle where all others lie. None: found from the pieces of a game."""
    source: str = ""
    other_edition: list[str] = []
    """Hexes that the edition of the module prints otherwise: what is found there is a doubt."""

    @property
    def lattice(self) -> Lattice:
        """The grid."""
        return Lattice(self.dx, self.dy, self.x0, self.y0, self.sideways)


class ZoneSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A zone of a map that is one of our boxes, by the corners of its outline in pixels of the map."""

    map: str
    name: str
    box: str
    corners: list[list[int]]


class DieSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A button that rolls: the text that it reports, in which `$result$` stands for the pips."""

    report: str = ""


class LevelSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A level of a turn tracker: a list of values, or a counter if there are none."""

    values: list[str] = []


class TrackerSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A turn tracker: its levels from the outermost in; the first of them make the number of the turn."""

    id: str
    levels: list[LevelSpec]
    turn_levels: int
    first_turn: list[str]
    """The values of those levels in turn 1."""
    moments: dict[str, str] = {}
    """The phase for each state of the other levels, whose values are joined with ` / `: `axis 1`, `axis 1 combat`."""


class ProfileSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A profile file."""

    module: ModuleSpec
    units: dict[str, str | list[str]]
    map: MapSpec | None = None
    boxes: dict[str, str] = {}
    zones: list[ZoneSpec] = []
    markers: dict[str, str] = {}
    ignored: list[str] = []
    """Pieces that mean nothing to the rules."""
    unknown: list[str] = []
    """Pieces not yet described: while one is on the map, no rule is broken for certain."""
    dice: dict[str, DieSpec] = {}
    tracker: TrackerSpec | None = None


@dataclass(frozen=True)
class Profile:
    """A profile that has been held against a game: every unit, box and hex in it is one of ours."""

    path: Path
    spec: ProfileSpec
    units: Mapping[str, tuple[str, ...]]
    """The units of each piece, by its name, or by name and number (`1st Infantry #57`) where a name is not enough."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        return self.path.name


def read_profile(path: Path, parts: ModuleInputs) -> Profile:
    """Read a profile; DataError names the line of what the game does not have, or of a unit that two pieces claim."""
    spec = shape(read_toml(path), ProfileSpec, path)
    if not spec.module.names:
        raise DataError(path, "the name of at least one module", line=line_of(path, ["module", "names"]), field="names")
    units = {piece: (u,) if isinstance(u, str) else tuple(u) for piece, u in spec.units.items()}
    claimed: dict[str, str] = {}
    for piece, ids in units.items():
        for unit in ids:
            if unit not in parts.roster.units:
                line = line_of(path, ["units", piece])
                raise DataError(path, "the id of a unit in our data", unit, line=line, field=f"units.{piece}")
            other = claimed.setdefault(unit, piece)
            if other != piece:
                line = line_of(path, ["units", piece])
                said = f"'{unit}', which is '{other}' already"
                raise DataError(path, "a unit of its own for each piece", said, line=line, field=f"units.{piece}")
    boxes = {*_boxes(parts), OWN}
    for place, box in (*spec.boxes.items(), *((zone.name, zone.box) for zone in spec.zones)):
        if box not in boxes:
            line = line_of(path, ["boxes", place])
            raise DataError(path, f"'{OWN}' or a box in our data", box, line=line, field=f"boxes.{place}")
    for piece, kind in spec.markers.items():
        if not any(marker.kind == kind for marker in parts.roster.markers.values()):
            line = line_of(path, ["markers", piece])
            raise DataError(path, "a kind of marker in our data", kind, line=line, field=f"markers.{piece}")
    if spec.map is not None:
        for name in (*spec.map.hexes, *spec.map.other_edition):
            if parts.board.grid.find(name) is None:
                line = line_of(path, ["map", "hexes", name]) or line_of(path, ["map", "other_edition"])
                raise DataError(path, "a hex of our map", name, line=line, field="map.hexes")
    return Profile(path, spec, units)


def _boxes(parts: ModuleInputs) -> Iterator[str]:
    for key in parts.board.boxes:
        yield key
        side, _, rest = key.partition(" ")
        if side in parts.game.sides:
            yield rest


def shipped(folder: Path) -> list[Path]:
    """Return the profiles that come with a game, whose data are in `folder`."""
    return sorted(path for path in (folder / "profiles").glob("*.toml") if path.name != "words.toml")


def fitting(data: Metadata | None, folder: Path) -> Path | None:
    """Return the profile among those that come with a game that names a module; None if none does.

    One that names its version too is preferred.
    """
    name, version = (data.name, data.version) if data is not None else ("", "")
    found = None
    for path in shipped(folder):
        spec = shape(read_toml(path), ProfileSpec, path)
        if name in spec.module.names:
            if version in spec.module.versions:
                return path
            found = found or path
    return found


def choose(data: Metadata | None, given: Path | None, parts: ModuleInputs) -> Profile | None:
    """Return the profile for a save or log: the one given, else one that comes with us and names its module.

    UserError if the one given is of another module. None if nothing fits.
    """
    if given is None:
        path = fitting(data, parts.folder)
        return None if path is None else read_profile(path, parts)
    profile = read_profile(given, parts)
    name = data.name if data is not None else ""
    if name and name not in profile.spec.module.names:
        names = ", ".join(profile.spec.module.names)
        raise UserError(f"{given}: the profile is for {names}, but the file is one of '{name}'.")
    return profile
