"""Movement allowances: how far a unit may move, by impulse, weather and class (5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from trc_module.facts import ChecklistItem, ChecklistSheet, DataError, Fact, Source
from trc_module.facts.toml_file import line_of, parse_source, shape

WEATHERS = ("clear", "light-mud", "mud", "snow")
IMPULSES = ("first", "second")

Formula = Literal["printed", "half", "less"] | int
"""The factor on the counter, half of it rounded up, one less than it (1 of 1), or a number of hexes."""


class UnitLike(Protocol):
    """The fields of a unit that the chart needs."""

    @property
    def side(self) -> str:
        """`axis` or `russian`."""
        ...

    @property
    def nation(self) -> str:
        """The nation, in small letters."""
        ...

    @property
    def formation(self) -> str:
        """`guards`, `ss`, `luftwaffe` or empty."""
        ...

    @property
    def type(self) -> str:
        """The unit type."""
        ...

    @property
    def move(self) -> int | None:
        """The printed movement factor, None if it has none or it is unknown."""
        ...


class Allowance(Struct, frozen=True):
    """The movement allowance of a unit: up to `value` is legal, beyond `certain_max` is illegal, between them is a
    doubt."""

    value: int | None
    """Hexes; None if the printed factor that it depends on is not known."""
    certain_max: int | None
    """The bound that no reading of the rules passes; None if the printed factor that it depends on is not known."""
    fact: Fact
    """The fact that `value` comes from."""
    bound: Fact
    """The fact that `certain_max` comes from."""


class _Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: Formula
    source: str
    most: Formula | None = None
    bound: str = ""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    any: _Cell | None = None
    clear: _Cell | None = None
    light_mud: _Cell | None = None
    mud: _Cell | None = None
    snow: _Cell | None = None


class _Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: _Row
    second: _Row
    sides: list[str] = []
    nations: list[str] = []
    formations: list[str] | None = None
    types: list[str] = []
    printed: list[int] = []

    def fits(self, unit: UnitLike) -> bool:
        """Tell whether a unit belongs to this class."""
        return (
            (not self.sides or unit.side in self.sides)
            and (not self.nations or unit.nation in self.nations)
            and (self.formations is None or unit.formation in self.formations)
            and (not self.types or unit.type in self.types)
            and (not self.printed or unit.move in self.printed)
        )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    classes: dict[str, dict[str, Any]]


class Cell(Struct, frozen=True):
    """One cell of the chart: what we go by and what is certain, as formulas over the printed factor."""

    value: Formula
    most: Formula
    source: Source
    bound: Source


class MovementChart(Struct, frozen=True):
    """The movement allowances, class by class; a unit belongs to the first class that fits it."""

    classes: Mapping[str, _Class]
    cells: Mapping[tuple[str, int, str], Cell]
    """By class, impulse (1 or 2) and weather."""

    def class_of(self, unit: UnitLike) -> str | None:
        """Return the name of the first class that fits the unit, None if none does."""
        return next((name for name, kind in self.classes.items() if kind.fits(unit)), None)

    def allowance(self, unit: UnitLike, impulse: int, weather: str) -> Allowance:
        """Return how far a unit may move in that impulse (1 or 2) and weather.

        Rail, sea, drops and the rules that stop a unit or pin it are not in the chart. KeyError if there is no such
        impulse or weather, or if no class fits the unit.
        """
        name = self.class_of(unit)
        if name is None:
            raise KeyError(f"no class of the movement chart fits a {unit.nation} {unit.type}")
        cell = self.cells[name, impulse, weather]
        where = f"movement of {name}, impulse {impulse}, {weather}"
        return Allowance(
            _evaluate(cell.value, unit.move),
            _evaluate(cell.most, unit.move),
            Fact(f"{where}: {cell.value}", cell.source),
            Fact(f"{where}: at most {_words(cell.most)}", cell.bound),
        )

    def facts(self) -> Iterator[Fact]:
        """Yield each cell twice: what we go by and what is certain."""
        for (name, impulse, weather), cell in self.cells.items():
            where = f"movement of {name}, impulse {impulse}, {weather}"
            yield Fact(f"{where}: {cell.value}", cell.source)
            yield Fact(f"{where}: at most {_words(cell.most)}", cell.bound)


def movement_sheet(chart: MovementChart) -> ChecklistSheet:
    """Return the allowances class by class: most are assumed, and every assumed cell asks for its value."""
    sections = tuple(
        (name, tuple(_item(chart.cells[key], key) for key in keys))
        for name, keys in groupby(chart.cells, key=lambda key: key[0])
    )
    return ChecklistSheet("Movement allowances", sections)


def _item(cell: Cell, key: tuple[str, int, str]) -> ChecklistItem:
    _, impulse, weather = key
    doubt = "" if cell.source.trust.carries_violation else f"assumed; no more than {_words(cell.most)} for certain"
    return ChecklistItem(f"impulse {impulse}, {weather}: {cell.value}", doubt)


def read_movement(tree: Mapping[str, Any], path: Path) -> MovementChart:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    names = shape(tree, _File, path).classes
    classes = {name: shape(kind, _Class, path, at=["classes", name]) for name, kind in names.items()}
    cells = {
        (name, impulse, weather): _cell(path, kind, name, IMPULSES[impulse - 1], weather)
        for name, kind in classes.items()
        for impulse in (1, 2)
        for weather in WEATHERS
    }
    return MovementChart(classes, cells)


def _cell(path: Path, kind: _Class, name: str, label: str, weather: str) -> Cell:
    row: _Row = getattr(kind, label)
    own: _Cell | None = getattr(row, weather.replace("-", "_"))
    raw = own or row.any
    if raw is None:
        line = line_of(path, ["classes", name])
        raise DataError(path, f"a cell '{label}.{weather}' for the class '{name}'", line=line, field=label)
    steps = ["classes", name, label, weather if own else "any"]
    most = raw.value if raw.most is None else raw.most
    for formula in (raw.value, most):
        if isinstance(formula, int) and formula < 0:
            raise DataError(path, "0 or more hexes", str(formula), line=line_of(path, steps), field="value")
    source = parse_source(raw.source, path, steps)
    return Cell(raw.value, most, source, parse_source(raw.bound, path, steps) if raw.bound else source)


def _words(formula: Formula) -> str:
    return "one less than printed" if formula == "less" else str(formula)


def _evaluate(formula: Formula, printed: int | None) -> int | None:
    if isinstance(formula, int):
        return formula
    if printed is None:
        return None
    half = (printed + 1) // 2
    return {"printed": printed, "half": half, "less": max(printed - 1, half)}[formula]
