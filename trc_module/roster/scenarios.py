"""Scenarios: which turns are played, who sets up first and on which line, and what wins (3, 25, 27)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape
from trc_module.gamespec import read_spec


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The conditions by which a scenario is won."""

    points: int | None = None
    """The Axis wins with this many victory points or more at the end; None if points do not count."""
    line: str = ""
    """The line that tells whose side a city lies on for the points."""
    capture: Mapping[str, int] = {}
    """By city the year in which the attacker wins at once by controlling it."""
    campaign: bool = False
    """Whether the campaign's victories (25.1) count."""
    sudden_death: bool = False
    """Whether Sudden Death (25.2) counts."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    name: str
    source: str
    first_turn: int
    last_turn: int
    sets_up_first: str
    set_up: Literal["campaign", "card"]
    line: str
    modifier: int
    victory: Victory
    without: list[str] = []
    invasions: dict[str, int] = {}
    control: dict[str, list[str]] = {}
    forces: dict[str, dict[str, list[str]]] = {}
    missing: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario; the campaign is one too."""

    id: str
    """As a game record writes it: `fall-blau`."""
    name: str
    first_turn: int
    last_turn: int
    modifier: int
    """The running modifier of a die (that of the weather) with which it begins."""
    sets_up_first: str
    """The other side moves second at set-up; the Axis always moves first in play."""
    set_up: Literal["campaign", "card"]
    """`campaign`: at-start units by their set-up codes. `card`: forces that only the scenario's card tells."""
    line: str
    """The line between the sides at the start: `1941`, `fall-blau`, `zitadelle`, `bagration`."""
    victory: Victory
    without: tuple[str, ...]
    """Units of the campaign that are not used."""
    invasions: Mapping[str, int]
    """By side, where the scenario changes the number of sea invasions; else empty."""
    control: Mapping[str, str]
    """Places whose holder at the start does not follow from the line, and the side that holds them."""
    forces: Mapping[str, Mapping[str, str]]
    """By side, the box in which each unit of the card begins (`at-start`, `turn-9`, `replacement-pool`, `surrendered`);
    empty where the forces are those of the campaign or the card is unknown."""
    missing: Mapping[str, str]
    """The unknown data of the scenario, each with its place on the card: a check that needs one is skipped."""
    source: Source

    @property
    def turns(self) -> range:
        """Return the turns that are played."""
        return range(self.first_turn, self.last_turn + 1)

    def facts(self) -> Iterator[Fact]:
        """Yield what is known of the scenario, and what is missing."""
        told = f"{self.name}: turns {self.first_turn} to {self.last_turn}, {self.sets_up_first} sets up first"
        yield Fact(f"{told}, die modifier {self.modifier:+d}, line {self.line}", self.source)
        for what, where in self.missing.items():
            yield Fact(f"{self.name}: {what} unknown", Source("missing", where))


def whole_game(name: str, title: str, last_turn: int, sets_up_first: str) -> Scenario:
    """Return the one scenario of a game that has no files of scenarios: all of it."""
    return Scenario(
        name, title, 1, last_turn, 0, sets_up_first, "campaign", "", Victory(), (), {}, {}, {}, {}, Source("derived")
    )


def load_scenarios(folder: Path, overlay: Path | None = None) -> dict[str, Scenario]:
    """Read the scenarios of a game by id, its data folder's `scenarios/*.toml`, in the order of their turns.

    An owner's overlay may hold whole scenarios, which win over ours. DataError names the file, the line and the key
    that are wrong.
    """
    paths = {path.stem: path for place in (folder, overlay) if place for path in (place / "scenarios").glob("*.toml")}
    sides = read_spec(folder).side_ids
    scenarios = []
    collected = Collected()
    for path in paths.values():
        with collected:
            scenarios.append(_read(path, sides))
    collected.close()
    return {scenario.id: scenario for scenario in sorted(scenarios, key=lambda s: (s.first_turn, -s.last_turn, s.id))}


def _read(path: Path, sides: Sequence[str]) -> Scenario:
    file = shape(read_toml(path), _File, path)
    _check_sides(path, file, sides)
    if not 1 <= file.first_turn <= file.last_turn:
        raise DataError(
            path, "a last turn that is not before the first", str(file.last_turn), line=line_of(path, ["last-turn"])
        )
    return Scenario(
        id=path.stem,
        name=file.name,
        first_turn=file.first_turn,
        last_turn=file.last_turn,
        modifier=file.modifier,
        sets_up_first=file.sets_up_first,
        set_up=file.set_up,
        line=file.line,
        victory=file.victory,
        without=tuple(file.without),
        invasions={side: file.invasions[side] for side in sides} if file.invasions else {},
        control={place: side for side in sides for place in file.control.get(side, ())},
        forces=_forces(path, file, sides),
        missing=file.missing,
        source=parse_source(file.source, path, ["source"]),
    )


def _check_sides(path: Path, file: _File, sides: Sequence[str]) -> None:
    """Raise DataError for a side that the game has not, or one whose invasions are not told."""
    if file.sets_up_first not in sides:
        line = line_of(path, ["sets-up-first"])
        raise DataError(path, one_of(sides, file.sets_up_first), file.sets_up_first, line=line, field="sets-up-first")
    for table in ("invasions", "control", "forces"):
        given = getattr(file, table)
        for side in given:
            if side not in sides:
                raise DataError(path, one_of(sides, side), side, line=line_of(path, [table, side]), field=table)
    missing = [side for side in sides if file.invasions and side not in file.invasions]
    if missing:
        expected = f"the number of invasions of {missing[0]} too"
        raise DataError(path, expected, line=line_of(path, ["invasions"]), field="invasions")


def _forces(path: Path, file: _File, sides: Sequence[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for side, boxes in file.forces.items():
        where = found.setdefault(side, {})
        for box, units in boxes.items():
            for unit in units:
                if unit in where:
                    line = line_of(path, ["forces", side, box])
                    raise DataError(path, "each unit in one box only", unit, line=line, field=f"forces.{side}.{box}")
                where[unit] = box
    missing = [side for side in sides if found and side not in found]
    if missing:
        raise DataError(path, f"the forces of {missing[0]} too", ", ".join(found), field="forces")
    return found
