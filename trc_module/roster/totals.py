"""Control totals: how many counters of each class there are, counted a second time elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trc_module.digits import is_number
from trc_module.facts import Problem
from trc_module.facts.table import Row, read_table
from trc_module.roster.provenance import sources_of
from trc_module.roster.units import Unit

FILE = "class_totals.csv"
_CLASS = ("nation", "formation", "type", "size")
_SUMS = ("count", "combat", "move")

Class = tuple[str, str, str, str]
"""Nation, formation, type and size of units."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The number of units of a class, and the sums of the factors that are known."""

    count: int = 0
    combat: int = 0
    move: int = 0

    def __str__(self) -> str:
        return f"{self.count} with {self.combat} combat and {self.move} movement factors"


def read_totals(folder: Path) -> dict[Class, Totals]:
    """Read the control totals of a data folder; DataError names the line that is wrong."""
    totals: dict[Class, Totals] = {}
    for row in read_table(folder / FILE, (*_CLASS, *_SUMS, "source")):
        nation, formation, type_, size = (row.cells[name] for name in _CLASS)
        sources_of(row)
        if (nation, formation, type_, size) in totals:
            raise row.error("nation", "a class that no row above has")
        totals[nation, formation, type_, size] = Totals(*(_number(row, name) for name in _SUMS))
    return totals


def count(units: Iterable[Unit]) -> dict[Class, Totals]:
    """Return the totals of the campaign's own units, optional and variant ones left out."""
    found: defaultdict[Class, Totals] = defaultdict(Totals)
    for unit in units:
        if not unit.option:
            key = (unit.nation, unit.formation, unit.type, unit.size)
            sums = found[key]
            found[key] = Totals(sums.count + 1, sums.combat + (unit.combat or 0), sums.move + (unit.move or 0))
    return dict(found)


def check_totals(units: Iterable[Unit], totals: dict[Class, Totals]) -> Iterator[Problem]:
    """Each class has as many units, and as many factors, as the control totals say."""
    found = count(units)
    for key in sorted(totals.keys() | found.keys()):
        here, there = found.get(key, Totals()), totals.get(key, Totals())
        if here != there:
            message = f"{' '.join(filter(None, key))}: {here}, but {FILE} has {there}"
            yield Problem("class-totals", message, "units.csv")


def _number(row: Row, name: str) -> int:
    cell = row.filled(name)
    if not is_number(cell):
        raise row.error(name, "a number")
    return int(cell)
