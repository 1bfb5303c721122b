"""The file `game.toml` at the top of a game's folder of data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, read_toml, shape
from trc_module.gamespec.rule_numbers import RuleNumbers

FILE = "game.toml"
BASICS = "rules/basics.toml"
"""The file of a game whose rules are data (see `systems.kit`)."""

_Text = Annotated[str, Meta(min_length=1)]
_Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a game."""

    id: _Id
    """By which data, records and rules name it: small letters, digits and hyphens."""
    title: _Text
    """What players call it."""
    livery: _Text
    """The colours of its markers: a livery of source_art/palettes."""
    enemies: tuple[str, ...] = ()
    """The sides that it fights; all others unless it says so."""


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice that the game rolls at a time."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    """How many are rolled at a time: 1 unless it says so."""
    faces: Annotated[int, Meta(ge=2, le=100)] = 6
    """The faces of each: 6 unless it says so."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    name: _Id
    title: _Text
    """The title of the game."""
    side: list[Side]
    """The sides in the order of play, a table each."""
    languages: list[_Text]
    rule_numbers: _Text
    module: str = ""
    package: str = ""
    dice: Dice = Dice()
    """The dice that are rolled."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game before its data and rules are read."""

    name: str
    """The name of its folder and after `--game`."""
    title: str
    module: str
    """The name of its VASSAL module, by which a log states its module."""
    package: str
    """The Python package of its rules, '' for a game without Python."""
    sides: tuple[Side, ...]
    """In the order of play."""
    dice: Dice
    languages: tuple[str, ...]
    """The languages of its module's texts; the first where none is chosen."""
    rule_numbers: RuleNumbers
    """The pattern that the whole number of a rule matches."""
    folder: Path

    @property
    def side_ids(self) -> tuple[str, ...]:
        """Return the ids of the sides, in the order of play."""
        return tuple(side.id for side in self.sides)

    @property
    def has_rules(self) -> bool:
        """Tell whether a game has rules: a package of Python, or a file of rules as data."""
        return bool(self.package) or (self.folder / BASICS).is_file()

    def enemies_of(self, side: str) -> tuple[str, ...]:
        """Return the sides that a side fights; KeyError if the game has no such side."""
        found = {each.id: each for each in self.sides}[side]
        return found.enemies or tuple(name for name in self.side_ids if name != side)


def read_spec(folder: Path) -> GameSpec:
    """Read `<folder>/game.toml`; DataError names the line and the field that are wrong."""
    path = folder / FILE
    file = shape(read_toml(path), _File, path)
    if not file.side:
        raise DataError(path, "a table [[side]] for each side", "none", field="side")
    _check_sides(path, file.side)
    if not file.languages:
        raise DataError(path, "at least one language", "none", line=line_of(path, ["languages"]), field="languages")
    try:
        numbers = RuleNumbers(file.rule_numbers)
    except ValueError as error:
        line = line_of(path, ["rule-numbers"])
        raise DataError(path, f"a regular expression ({error})", file.rule_numbers, line=line) from None
    return GameSpec(
        name=file.name,
        title=file.title,
        module=file.module or file.title,
        package=file.package,
        sides=tuple(file.side),
        dice=file.dice,
        languages=tuple(file.languages),
        rule_numbers=numbers,
        folder=folder,
    )


def _check_sides(path: Path, sides: list[Side]) -> None:
    names = [side.id for side in sides]
    for index, side in enumerate(sides):
        if side.id in names[:index]:
            line = line_of(path, ["side", index, "id"])
            raise DataError(path, "an id that no side above has", side.id, line=line, field="id")
        others = [name for name in names if name != side.id]
        for enemy in side.enemies:
            if enemy not in others:
                line = line_of(path, ["side", index, "enemies"])
                raise DataError(path, one_of(others, enemy), enemy, line=line, field="enemies")
