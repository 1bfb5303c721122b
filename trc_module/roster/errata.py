"""Errata of counters and charts: corrections of the tables' rows and of the charts' trees, applied in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from trc_module.facts import DataError, Source
from trc_module.facts.errata import Correction, Erratum, ErratumChange, Kind, read_errata, read_erratum, shown
from trc_module.facts.errors import Collected
from trc_module.facts.table import Row
from trc_module.facts.toml_file import line_of

__all__ = [
    "Correction",
    "Erratum",
    "ErratumChange",
    "blame_erratum",
    "cite",
    "correct_chart",
    "correct_rows",
    "read_errata",
    "read_erratum",
]


def correct_rows(
    rows: dict[str, Row],
    errata: Iterable[Erratum],
    kind: Kind,
    columns: Sequence[str],
    wrong: set[str],
) -> Iterator[ErratumChange]:
    """Apply to `rows` (by subject, changed in place) what errata say of one kind of subject, and tell each change.

    DataError tells all corrections that cannot be applied; where an old value is another, both. `wrong` takes the ids
    of their counters, of which nothing more is told: what follows on a wrong correction may be right.
    """
    collected = Collected()
    for erratum in errata:
        for index, correction in enumerate(erratum.corrections):
            if correction.kind != kind or correction.subject in wrong:
                continue
            change = None
            with collected:
                change = _correct(rows, erratum, index, correction, columns)
            if change is None:
                wrong |= {correction.subject, correction.rename or correction.subject}
            else:
                yield change
    collected.close()


def _correct(
    rows: dict[str, Row], erratum: Erratum, index: int, correction: Correction, columns: Sequence[str]
) -> ErratumChange:
    subject, kind = correction.subject, correction.kind
    if correction.add is not None:
        return _add(rows, erratum, index, correction, columns)
    if subject not in rows:
        raise erratum.error(index, f"a {kind} of the table", subject, kind)
    if correction.retire:
        del rows[subject]
        return ErratumChange(kind, subject, "retire")
    if correction.rename:
        return _rename(rows, erratum, index, correction)
    return _change(rows[subject], erratum, index, correction)


def correct_chart(tree: dict[str, Any], name: str, erratum: Erratum) -> Iterator[ErratumChange]:
    """Apply to one chart's tree (changed in place) what an erratum says of it; `field` is a dotted path of keys."""
    collected = Collected()
    for index, correction in enumerate(erratum.corrections):
        if correction.chart == name:
            change = None
            with collected:
                change = _correct_chart(tree, name, erratum, index)
            if change is not None:
                yield change
    collected.close()


def _correct_chart(tree: dict[str, Any], name: str, erratum: Erratum, index: int) -> ErratumChange:
    correction = erratum.corrections[index]
    field = correction.field or ""
    *parents, last = field.split(".")
    table: Any = tree
    for key in parents:
        table = table.get(key) if isinstance(table, dict) else None
    if not isinstance(table, dict) or last not in table:
        raise erratum.error(index, f"a key of the chart '{name}'", field, "field")
    if table[last] != correction.old:
        raise _mismatch(erratum, index, shown(correction.old), shown(table[last]), name)
    table[last] = correction.new
    if "source" in table:
        table["source"] = str(erratum.source)
    return ErratumChange("chart", name, "change", field, shown(correction.old), shown(correction.new))


def blame_erratum(error: DataError, chart: str, errata: Iterable[Erratum]) -> DataError:
    """Return the error of a chart as one of the last correction that touched it, or as it is if none did."""
    for erratum in reversed(tuple(errata)):
        for index in reversed(range(len(erratum.corrections))):
            if erratum.corrections[index].chart == chart:
                return erratum.error(index, f"a value that the chart '{chart}' can hold: {error.expected}", error.found)
    return error


def _change(row: Row, erratum: Erratum, index: int, correction: Correction) -> ErratumChange:
    field = correction.field or ""
    if field not in row.cells or field == "id" or (field in KEYS.get(correction.kind, ())):
        raise erratum.error(index, "a column of the table; an id is changed by rename", field, "field")
    old, new = shown(correction.old), shown(correction.new)
    if row.cells[field] != old:
        raise _mismatch(erratum, index, old, row.cells[field], f"{correction.subject}, {field}")
    row.cells[field] = new
    row.places[field] = (erratum.path, line_of(erratum.path, ["correction", index]) or 0)
    if field not in ("source", "doubt", "note"):
        cite(row, field, erratum.source)
    return ErratumChange(correction.kind, correction.subject, "change", field, old, new)


def _rename(rows: dict[str, Row], erratum: Erratum, index: int, correction: Correction) -> ErratumChange:
    new = correction.rename or ""
    if new in rows:
        raise erratum.error(index, "an id that no other counter has", new, "rename")
    rows[correction.subject].cells["id"] = new
    rows[correction.subject].places["id"] = (erratum.path, line_of(erratum.path, ["correction", index]) or 0)
    # The counter keeps its place in the table, and with it in palettes and boxes.
    renamed = {new if name == correction.subject else name: row for name, row in rows.items()}
    rows.clear()
    rows.update(renamed)
    return ErratumChange(correction.kind, correction.subject, "rename", "id", correction.subject, new)


def _add(
    rows: dict[str, Row], erratum: Erratum, index: int, correction: Correction, columns: Sequence[str]
) -> ErratumChange:
    subject = correction.subject
    if subject in rows:
        raise erratum.error(index, "an id that no other counter has", subject, correction.kind)
    cells = dict.fromkeys(columns, "") | {"id": subject.split()[0], "source": str(erratum.source)}
    cells |= {key: getattr(correction, key) for key in KEYS.get(correction.kind, ())}
    for field, value in (correction.add or {}).items():
        if field not in columns:
            raise erratum.error(index, "columns among " + ", ".join(columns), field, "add")
        cells[field] = shown(value)
    rows[subject] = Row(erratum.path, line_of(erratum.path, ["correction", index]) or 0, cells)
    return ErratumChange(correction.kind, subject, "add")


KEYS: Mapping[str, tuple[str, ...]] = {"face": ("face",), "card": ("side",)}
"""By kind, the columns that tell together with the id which row is meant."""


def cite(row: Row, field: str, source: Source) -> None:
    """Note in a row that one field now rests on `source`, and that an older doubt about it is settled."""
    row.cells["source"] += f"; {field} = {source}"
    if "doubt" in row.cells:
        row.cells["doubt"] = "; ".join(_without(row.cells["doubt"], field))


def _without(doubts: str, field: str) -> Iterator[str]:
    for part in filter(None, map(str.strip, doubts.split(";"))):
        names, equals, text = part.partition("=")
        kept = [name for name in names.split() if name != field]
        if not equals:
            yield part
        elif kept:
            yield f"{' '.join(kept)} = {text.strip()}"


def _mismatch(erratum: Erratum, index: int, old: str, found: str, what: str) -> DataError:
    return erratum.error(index, f"the old value {old!r} in the data ({what})", found, "old")
