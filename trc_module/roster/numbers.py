"""Piece numbers: the VASSAL gpid of each counter, for ever.

A saved game knows a piece by this number (VASSAL.build.GpIdSupport), so a number is never given to a second counter
and the file `piece_numbers.csv` only grows. A counter that leaves the roster keeps its row. A counter that changes its
id gets a new row with its old number, and names in `formerly` the id that had it last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from trc_module.digits import is_number
from trc_module.facts import DataError
from trc_module.facts.table import Row, read_table
from trc_module.files import write_file

COLUMNS = ("number", "id", "formerly")
OVERLAY_FLOOR = 100_001
"""The first number of an owner's own counters, far from those that we may still give."""

_HEADING = """\
# The number of each counter in VASSAL (its gpid), for ever: saved games know the pieces by it. Append only; a retired
# counter keeps its row, a renamed one gets a second row with the same number. 'trc-module build' appends to it.
"""


@dataclass(frozen=True, slots=True)
class PieceNumbers:
    """The numbers given so far: by id (every id that ever had one) and the latest id of each number."""

    by_id: Mapping[str, int]
    latest: Mapping[int, str]

    def retired(self, ids: Iterable[str]) -> dict[int, str]:
        """Return the numbers, with their last ids, of the counters that are not among `ids` any more."""
        present = set(ids)
        return {number: name for number, name in self.latest.items() if name not in present}


def read_numbers(paths: Iterable[Path]) -> PieceNumbers:
    """Read number files one after the other, a missing one being empty.

    DataError if a number is used again for another counter, if an id has two numbers, or if new numbers do not grow.
    """
    by_id: dict[str, int] = {}
    latest: dict[int, str] = {}
    ours: set[tuple[str, ...]] = set()
    for path in paths:
        highest = 0
        own: set[tuple[str, ...]] = set()
        for row in read_table(path, COLUMNS) if path.is_file() else ():
            number = _number(row)
            line = tuple(row.cells[column] for column in COLUMNS)
            own.add(line)
            if line in ours:
                # An owner's file may begin as a copy of ours.
                highest = max(highest, number)
                continue
            _check(row, number, highest, by_id, latest)
            highest = max(highest, number)
            by_id[row.cells["id"]] = number
            latest[number] = row.cells["id"]
        ours |= own
    return PieceNumbers(by_id, latest)


def append_numbers(
    path: Path, numbers: PieceNumbers, ids: Iterable[str], formerly: Mapping[str, str], first: int = 1
) -> PieceNumbers:
    """Give a number to each of `ids` that has none, write the new rows at the end of `path`, and return all numbers.

    `formerly` tells an old id of a renamed counter, which keeps its number; `first` is the first number of an empty
    file. The file is replaced in one step.
    """
    by_id, latest = dict(numbers.by_id), dict(numbers.latest)
    own = (number for number in latest if (number < OVERLAY_FLOOR) == (first < OVERLAY_FLOOR))
    following = max(own, default=first - 1) + 1
    rows = []
    for name in ids:
        if name in by_id:
            continue
        old = formerly.get(name, "")
        if old in by_id:
            # It may have had other names in between, if it was renamed before.
            number = by_id[old]
            old = latest[number]
        else:
            number, following, old = following, following + 1, ""
        by_id[name] = number
        latest[number] = name
        rows.append(f"{number:>6}, {name:<20}, {old}".rstrip(" ,") + "\n")
    if rows:
        text = (
            path.read_text(encoding="utf-8")
            if path.is_file()
            else _HEADING + "number, id                  , formerly\n"
        )
        write_file(path, (text + "".join(rows)).encode())
    return PieceNumbers(by_id, latest)


def _number(row: Row) -> int:
    cell = row.cells["number"]
    if not is_number(cell) or int(cell) == 0:
        raise row.error("number", "a number from 1 on")
    return int(cell)


def _check(row: Row, number: int, highest: int, by_id: Mapping[str, int], latest: Mapping[int, str]) -> None:
    name, formerly = row.filled("id"), row.cells["formerly"]
    if name in by_id:
        raise row.error("id", f"an id without a number (this one has {by_id[name]})")
    if formerly:
        if latest.get(number) != formerly:
            raise row.error("formerly", f"the id that had the number {number} last, '{latest.get(number, 'none')}'")
    elif number in latest:
        raise row.error("number", f"a number that no counter has had ({number} is that of '{latest[number]}')")
    elif number <= highest:
        raise row.error("number", f"a number above {highest}: the file is append only")


def missing_number(path: Path, name: str) -> DataError:
    """Return the error for a counter without a number."""
    return DataError(path, f"a number for '{name}'; 'trc-module build' appends it")
