"""The ledger of a rulebook's single rules, and how far the code goes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from trc_module.facts import DataError
from trc_module.rules.registry import RuleBook, in_order

CLASSES = ("verdict", "definition", "permission", "note", "uncheckable")
COLUMNS = ["rule", "class", "log"]
UNSEEN = "unseen"
"""A further column that a ledger may have."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One single rule of the rulebook."""

    rule: str
    kind: str
    """One of CLASSES."""
    log: str
    """The part of a log that decides it."""
    unseen: str = ""
    """The part of the rule that no log shows; '' if none."""


def read_ledger(path: Path) -> tuple[LedgerRow, ...]:
    """Read the ledger; DataError names the line that is wrong, a rule out of the rulebook's order among them."""
    rows: list[LedgerRow] = []
    with path.open(encoding="utf-8", newline="") as file:
        lines = [(number, line) for number, line in enumerate(file, start=1) if line.strip() and line[0] != "#"]
    cells = [(number, next(csv.reader([line]))) for number, line in lines]
    if not cells or cells[0][1] not in (COLUMNS, [*COLUMNS, UNSEEN]):
        wanted = f"the columns {', '.join(COLUMNS)}, and {UNSEEN} if wanted"
        raise DataError(path, wanted, line=cells[0][0] if cells else 1)
    for number, row in cells[1:]:
        if len(row) != len(cells[0][1]):
            raise DataError(path, f"{len(cells[0][1])} cells", str(len(row)), line=number)
        if row[1] not in CLASSES:
            raise DataError(path, " or ".join(CLASSES), row[1], line=number, field="class")
        if rows and in_order(rows[-1].rule) >= in_order(row[0]):
            raise DataError(path, f"a rule that comes after {rows[-1].rule}", row[0], line=number, field="rule")
        rows.append(LedgerRow(*row))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Coverage:
    """One row of the ledger held against the code."""

    row: LedgerRow
    title: str
    """Ours, '' if there is no code."""
    status: str
    """'implemented', 'incomplete' (an example is missing), 'open', or, for a rule that cannot be broken, its class."""


def coverage(book: RuleBook, ledger: tuple[LedgerRow, ...]) -> tuple[Coverage, ...]:
    """Return what the code makes of each row, in the ledger's order."""
    return tuple(_cover(book, row) for row in ledger)


def _cover(book: RuleBook, row: LedgerRow) -> Coverage:
    rule = book.rules.get(row.rule)
    title = rule.title if rule else ""
    if row.kind != "verdict":
        return Coverage(row, title, row.kind)
    if rule is None:
        return Coverage(row, title, "open")
    return Coverage(row, title, "implemented" if rule.legal and rule.illegal else "incomplete")
