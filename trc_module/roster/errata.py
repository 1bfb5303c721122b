"""Errata: dated corrections of units, markers and charts, each with its source, applied in order.

An erratum is a file `NNNN-name.toml` with `title`, `date`, `source`, `why` and a list of corrections; each names a
`unit`, a `marker` or a `chart` and says one thing: that a `field` is `new` where it was `old`, that the counter is
added (`add`), renamed (`rename`) or retired (`retire`).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from trc_module.facts import DataError, Source
from trc_module.facts.errors import Collected
from trc_module.facts.overlay import same_file
from trc_module.facts.table import Row
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape

_FILE_NAME = re.compile(r"(\d{4})-[a-z0-9-]+\.toml")

Scalar = str | int | float | bool
Kind: TypeAlias = Literal["unit", "face", "marker", "card", "chart"]


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an errata sheet, as its file writes it."""

    unit: str | None = None
    marker: str | None = None
    chart: str | None = None
    card: str | None = None
    face: str | None = None
    """The further face of a unit that is corrected, if it is not the front."""
    side: str | None = None
    """The side whose event on a card is corrected."""
    field: str | None = None
    old: Scalar | list[Scalar] | None = None
    new: Scalar | list[Scalar] | None = None
    rename: str | None = None
    retire: bool = False
    add: dict[str, Scalar] | None = None

    @property
    def subject(self) -> str:
        """Return the id of the counter, with the name of its face or the event's side, or the name of the chart."""
        found = self.unit or self.marker or self.chart or self.card or ""
        return " ".join(filter(None, (found, self.face, self.side)))

    def as_dict(self) -> dict[str, Any]:
        """Return the correction as its file writes it, what it does not say as None or False."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def __str__(self) -> str:
        what = f"{self.kind} {self.subject}"
        if self.field is not None:
            return f"{what}: {self.field} {_shown(self.old) or 'nothing'} -> {_shown(self.new) or 'nothing'}"
        return what + (f": renamed to {self.rename}" if self.rename else ": retired" if self.retire else ": added")

    @property
    def kind(self) -> Kind:
        """Tell what is corrected."""
        if self.unit:
            return "face" if self.face else "unit"
        return "marker" if self.marker else "card" if self.card else "chart"


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    date: datetime.date
    source: str
    correction: list[Correction]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Erratum:
    """One errata sheet: its number and title, when and by whom it was told, and its corrections."""

    path: Path
    number: int
    title: str
    date: datetime.date
    source: Source
    why: str
    corrections: tuple[Correction, ...]

    def error(self, index: int, expected: str, found: str | None, field: str = "") -> DataError:
        """Return the error that says what is wrong with the correction at `index`, from 0."""
        steps: list[str | int] = ["correction", index, *([field] if field else [])]
        return DataError(self.path, expected, found, line=line_of(self.path, steps), field=field)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a correction: the counter or chart, the field, and its values before and after."""

    kind: Kind
    subject: str
    action: Literal["change", "add", "rename", "retire"]
    field: str = ""
    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        what = f"{self.kind} {self.subject}"
        if self.action == "change":
            return f"{what}: {self.field} {self.old or 'nothing'} -> {self.new or 'nothing'}"
        return what + {"add": ": added", "retire": ": retired", "rename": f": renamed to {self.new}"}[self.action]


def read_erratum(path: Path) -> Erratum:
    """Read one errata sheet; DataError names the line that is wrong.

    The file may have any name outside a data folder: its number is 0 then.
    """
    sheet = shape(read_toml(path), _Sheet, path)
    named = _FILE_NAME.fullmatch(path.name)
    erratum = Erratum(
        path,
        int(named.group(1)) if named else 0,
        sheet.title,
        sheet.date,
        parse_source(sheet.source, path, ["source"]),
        sheet.why,
        tuple(sheet.correction),
    )
    collected = Collected()
    for index, correction in enumerate(erratum.corrections):
        with collected:
            _check_form(erratum, index, correction)
    collected.close()
    return erratum


def read_errata(folder: Path, besides: Path | None = None) -> tuple[Erratum, ...]:
    """Read the errata of a data folder (its `errata/*.toml`) in order of their numbers; none is as good as some.

    Copies of the sheets of another folder, `besides`, are left out: what they say is said there.
    """
    errata: list[Erratum] = []
    collected = Collected()
    for path in sorted((folder / "errata").glob("*.toml")):
        theirs = besides / "errata" / path.name if besides else None
        if theirs is not None and theirs.is_file() and same_file(path, theirs):
            continue
        if not _FILE_NAME.fullmatch(path.name):
            raise DataError(path, "a file name like 0002-name.toml, numbered in the order in which errata are applied")
        if errata and errata[-1].number == int(path.name[:4]):
            raise DataError(path, f"another number: {errata[-1].path.name} has it already", path.name[:4])
        with collected:
            errata.append(read_erratum(path))
    collected.close()
    return tuple(errata)


def correct_rows(
    rows: dict[str, Row],
    errata: Iterable[Erratum],
    kind: Kind,
    columns: Sequence[str],
    wrong: set[str],
) -> Iterator[Change]:
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
) -> Change:
    subject, kind = correction.subject, correction.kind
    if correction.add is not None:
        return _add(rows, erratum, index, correction, columns)
    if subject not in rows:
        raise erratum.error(index, f"a {kind} of the table", subject, kind)
    if correction.retire:
        del rows[subject]
        return Change(kind, subject, "retire")
    if correction.rename:
        return _rename(rows, erratum, index, correction)
    return _change(rows[subject], erratum, index, correction)


def correct_chart(tree: dict[str, Any], name: str, erratum: Erratum) -> Iterator[Change]:
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


def _correct_chart(tree: dict[str, Any], name: str, erratum: Erratum, index: int) -> Change:
    correction = erratum.corrections[index]
    field = correction.field or ""
    *parents, last = field.split(".")
    table: Any = tree
    for key in parents:
        table = table.get(key) if isinstance(table, dict) else None
    if not isinstance(table, dict) or last not in table:
        raise erratum.error(index, f"a key of the chart '{name}'", field, "field")
    if table[last] != correction.old:
        raise _mismatch(erratum, index, _shown(correction.old), _shown(table[last]), name)
    table[last] = correction.new
    if "source" in table:
        table["source"] = str(erratum.source)
    return Change("chart", name, "change", field, _shown(correction.old), _shown(correction.new))


def blame_erratum(error: DataError, chart: str, errata: Iterable[Erratum]) -> DataError:
    """Return the error of a chart as one of the last correction that touched it, or as it is if none did."""
    for erratum in reversed(tuple(errata)):
        for index in reversed(range(len(erratum.corrections))):
            if erratum.corrections[index].chart == chart:
                return erratum.error(index, f"a value that the chart '{chart}' can hold: {error.expected}", error.found)
    return error


def _check_form(erratum: Erratum, index: int, correction: Correction) -> None:
    named = (correction.unit, correction.marker, correction.card, correction.chart)
    subjects = [name for name in named if name]
    if len(subjects) != 1:
        expected = "one of unit, marker, card and chart in each correction"
        raise erratum.error(index, expected, ", ".join(subjects) or "none")
    if correction.face and not correction.unit:
        raise erratum.error(index, "a face of a unit", correction.subject, "face")
    if bool(correction.card) != bool(correction.side):
        raise erratum.error(index, "the side whose event is corrected, with a card alone", correction.subject, "side")
    if correction.rename and correction.kind in ("face", "card"):
        raise erratum.error(index, f"no new id for a {correction.kind}", correction.rename, "rename")
    acts = [correction.field is not None, correction.rename is not None, correction.retire, correction.add is not None]
    if sum(acts) != 1:
        raise erratum.error(index, "one of field, rename, retire and add in each correction", f"{sum(acts)} of them")
    if correction.field is not None and (correction.old is None or correction.new is None):
        raise erratum.error(index, "an old and a new value", correction.subject, "field")
    if correction.chart and correction.field is None:
        raise erratum.error(index, "a field, an old and a new value for a chart", correction.chart, "chart")


def _change(row: Row, erratum: Erratum, index: int, correction: Correction) -> Change:
    field = correction.field or ""
    if field not in row.cells or field == "id" or (field in KEYS.get(correction.kind, ())):
        raise erratum.error(index, "a column of the table; an id is changed by rename", field, "field")
    old, new = _shown(correction.old), _shown(correction.new)
    if row.cells[field] != old:
        raise _mismatch(erratum, index, old, row.cells[field], f"{correction.subject}, {field}")
    row.cells[field] = new
    row.places[field] = (erratum.path, line_of(erratum.path, ["correction", index]) or 0)
    if field not in ("source", "doubt", "note"):
        cite(row, field, erratum.source)
    return Change(correction.kind, correction.subject, "change", field, old, new)


def _rename(rows: dict[str, Row], erratum: Erratum, index: int, correction: Correction) -> Change:
    new = correction.rename or ""
    if new in rows:
        raise erratum.error(index, "an id that no other counter has", new, "rename")
    rows[correction.subject].cells["id"] = new
    rows[correction.subject].places["id"] = (erratum.path, line_of(erratum.path, ["correction", index]) or 0)
    # The counter keeps its place in the table, and with it in palettes and boxes.
    renamed = {new if name == correction.subject else name: row for name, row in rows.items()}
    rows.clear()
    rows.update(renamed)
    return Change(correction.kind, correction.subject, "rename", "id", correction.subject, new)


def _add(rows: dict[str, Row], erratum: Erratum, index: int, correction: Correction, columns: Sequence[str]) -> Change:
    subject = correction.subject
    if subject in rows:
        raise erratum.error(index, "an id that no other counter has", subject, correction.kind)
    cells = dict.fromkeys(columns, "") | {"id": subject.split()[0], "source": str(erratum.source)}
    cells |= {key: getattr(correction, key) for key in KEYS.get(correction.kind, ())}
    for field, value in (correction.add or {}).items():
        if field not in columns:
            raise erratum.error(index, "columns among " + ", ".join(columns), field, "add")
        cells[field] = _shown(value)
    rows[subject] = Row(erratum.path, line_of(erratum.path, ["correction", index]) or 0, cells)
    return Change(correction.kind, subject, "add")


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


def _shown(value: Scalar | list[Scalar] | None) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
