"""Catalogue of the optional rules: which of them go together, and what they change in the counters."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.facts import DataError, Source
from trc_module.facts.choices import meant
from trc_module.facts.toml_file import parse_source, read_toml, shape
from trc_module.resources import data_dir
from trc_module.rules.options import OptionsError


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    combat: int | None = None
    move: int | None = None
    type: str | None = None
    setup: str | None = None
    arrival: int | None = None
    option: str | None = None


class _Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    title: str
    rule: str
    side: str
    turn: int
    impulse: int
    source: str
    after: list[str] = []
    never_after: list[str] = []


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    title: str
    source: str
    requires: list[str] = []
    excludes: dict[str, str] = {}
    leaves_out: list[str] = []
    changes: dict[str, _Change] = {}
    choices: dict[str, _Choice] = {}


class Choice(Struct, frozen=True):
    """A choice that a side has during the game, where the option is in play."""

    name: str
    title: str
    rule: str
    """The rule that says when it is made, and on what conditions."""
    side: str
    turn: int
    """The turn and impulse before whose first act it has to be made."""
    impulse: int
    after: tuple[str, ...]
    """Choices that must have been made before."""
    never_after: tuple[str, ...]
    """Choices that forbid it where they have been made before."""


class Option(Struct, frozen=True):
    """One optional rule or variant that players can agree on."""

    number: str
    title: str
    source: Source
    requires: tuple[str, ...]
    excludes: Mapping[str, str]
    """The numbers that it cannot be played with, each with the reason."""
    leaves_out: frozenset[str]
    changes: Mapping[str, tuple[Source, Mapping[str, Any]]]
    """By unit: the source, and the fields of its counter that read otherwise."""
    terrain: bool
    """Whether the map has other terrain with it (`map/switches.toml`)."""
    choices: Mapping[str, Choice]
    """Choices that its players have during the game, by name."""


@lru_cache(maxsize=8)
def units_of_options(options: Iterable[Option]) -> Iterator[str]:
    """Yield the units that options leave out or change."""
    for option in options:
        yield from (*option.leaves_out, *option.changes)


def known_options(folder: Path) -> dict[str, Option]:
    """Read the options of a game's folder, by number; DataError names the line that is wrong."""
    path = folder / "options.toml"
    terrain = {switch["id"] for switch in read_toml(folder / "map" / "switches.toml").get("switch", [])}
    found = {number: _option(path, number, entry, terrain) for number, entry in read_toml(path).items()}
    for option in found.values():
        for other in (*option.requires, *option.excludes):
            if other not in found:
                raise DataError(path, "the number of an option", other, field=option.number)
    return found


def _option(path: Path, number: str, tree: object, terrain: Collection[str]) -> Option:
    entry = shape(tree, _Entry, path, at=[number])
    changes = {
        unit: (parse_source(change.source, path, [number, "changes", unit, "source"]), _fields(change))
        for unit, change in entry.changes.items()
    }
    return Option(
        number,
        entry.title,
        parse_source(entry.source, path, [number, "source"]),
        tuple(entry.requires),
        entry.excludes,
        frozenset(entry.leaves_out),
        changes,
        number in terrain,
        {name: _choice(path, number, name, entry.choices) for name in entry.choices},
    )


def _choice(path: Path, number: str, name: str, known: Mapping[str, _Choice]) -> Choice:
    entry = known[name]
    parse_source(entry.source, path, [number, "choices", name, "source"])
    for other in (*entry.after, *entry.never_after):
        if other not in known:
            raise DataError(path, "the name of a choice", other, field=f"{number}.choices.{name}")
    return Choice(
        name,
        entry.title,
        entry.rule,
        entry.side,
        entry.turn,
        entry.impulse,
        tuple(entry.after),
        tuple(entry.never_after),
    )


def _fields(change: _Change) -> dict[str, Any]:
    found = {name: getattr(change, name) for name in change.__struct_fields__ if name != "source"}
    return {name: value for name, value in found.items() if value is not None}


def agree(known: Mapping[str, Option], numbers: Collection[str]) -> tuple[Option, ...]:
    """Return the options of some numbers; OptionsError if one is not known, or they cannot be played together."""
    for number in sorted(numbers):
        if number not in known:
            raise OptionsError(f"there is no option {number}{meant(number, known)}; the options are {', '.join(known)}")
    chosen = tuple(option for number, option in known.items() if number in numbers)
    for option in chosen:
        for other in option.requires:
            if other not in numbers:
                title = known[other].title
                raise OptionsError(f"{option.number} ({option.title}) needs {other} ({title}), which is not chosen")
        for other, reason in option.excludes.items():
            if other in numbers:
                raise OptionsError(f"{option.number} ({option.title}) cannot be played with {other}: {reason}")
    return chosen


def drawn(known: Mapping[str, Option], rng: random.Random) -> frozenset[str]:
    """Return a set of options that can be played together, drawn by lot: few of them, many, or nearly all."""
    share, chosen = rng.random(), frozenset[str]()
    for number in rng.sample(list(known), len(known)):
        if rng.random() >= share:
            continue
        more = chosen | with_what_it_needs(known, number)
        try:
            agree(known, more)
        except OptionsError:
            continue
        chosen = more
    return chosen


def with_what_it_needs(known: Mapping[str, Option], number: str) -> frozenset[str]:
    """Return an option together with all that it requires."""
    needed = frozenset({number})
    return needed.union(*(with_what_it_needs(known, other) for other in known[number].requires))


def options_by_lot(seed: int) -> frozenset[str]:
    """Return the options that a seed draws; they are another lot than that of the game itself."""
    return drawn(known_options(data_dir() / "trc"), random.Random(f"options {seed}"))
