"""Errata: dated corrections of counters, charts and the map, each with its source, applied in order.

An erratum is a file `NNNN-name.toml` with `title`, `date`, `source`, `why` and a list of corrections; each names a
`unit`, a `marker`, a `card`, a `chart` or a thing of the map (`hex`, `hexside`, `place`, `rail`, `river`) and says one
thing: that a `field` is `new` where it was `old`, that it is added (`add`), renamed (`rename`) or retired (`retire`).
The rooms of counters, charts and the map each apply those that concern them.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from trc_module.facts.errors import Collected, DataError
from trc_module.facts.overlay import same_file
from trc_module.facts.source import Source
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape

_FILE_NAME = re.compile(r"(\d{4})-[a-z0-9-]+\.toml")

Scalar = str | int | float | bool
Kind: TypeAlias = Literal["unit", "face", "marker", "card", "chart", "hex", "hexside", "place", "rail", "river"]
OF_THE_MAP: tuple[Kind, ...] = ("hex", "hexside", "place", "rail", "river")
_OF_A_KIND: Collection[Kind] = ("hexside", "place")
"""Things of the map of which several may be at one place or of one name: a correction says of which kind."""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an errata sheet, as its file writes it."""

    unit: str | None = None
    marker: str | None = None
    chart: str | None = None
    card: str | None = None
    hex: str | None = None
    hexside: str | None = None
    """The two hexes, as N21-O21."""
    place: str | None = None
    rail: str | None = None
    """The two hexes of a link, as N21-O21, or the one of an exit."""
    river: str | None = None
    """The id of a chain of river hexes."""
    sort: str | None = msgspec.field(name="kind", default=None)
    """The kind of a hexside or a place, as the map's legend has it."""
    face: str | None = None
    """The further face of a unit that is corrected, if it is not the front."""
    side: str | None = None
    """The side whose event on a card is corrected."""
    field: str | None = None
    old: Scalar | list[Scalar] | None = None
    new: Scalar | list[Scalar] | None = None
    rename: str | None = None
    retire: bool = False
    add: dict[str, Scalar | list[Scalar]] | None = None

    @property
    def subject(self) -> str:
        """Return the id of the counter, with the name of its face or the event's side, or the name of the chart.

        Of a thing of the map its kind and its name or hexes.
        """
        return " ".join(filter(None, (self.sort, getattr(self, self.named), self.face, self.side)))

    @property
    def named(self) -> Kind:
        """Return the key that names what is corrected."""
        return next((key for key in _SUBJECTS if getattr(self, key)), "chart")

    def as_dict(self) -> dict[str, Any]:
        """Return the correction as its file writes it, what it does not say as None or False."""
        return {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(self)}

    def __str__(self) -> str:
        what = f"{self.kind} {self.subject}"
        if self.field is not None:
            return f"{what}: {self.field} {shown(self.old) or 'nothing'} -> {shown(self.new) or 'nothing'}"
        return what + (f": renamed to {self.rename}" if self.rename else ": retired" if self.retire else ": added")

    @property
    def kind(self) -> Kind:
        """Tell what is corrected."""
        return "face" if self.unit and self.face else self.named


_SUBJECTS: tuple[Kind, ...] = ("unit", "marker", "card", "chart", *OF_THE_MAP)
"""The keys that name what is corrected."""


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
class ErratumChange:
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


def _check_form(erratum: Erratum, index: int, correction: Correction) -> None:
    subjects = [getattr(correction, key) for key in _SUBJECTS if getattr(correction, key)]
    if len(subjects) != 1:
        expected = "one of unit, marker, card, chart, hex, hexside, place, rail and river in each correction"
        raise erratum.error(index, expected, ", ".join(subjects) or "none")
    if bool(correction.sort) != (correction.kind in _OF_A_KIND):
        raise erratum.error(index, "the kind of a hexside or a place, and of nothing else", correction.subject, "kind")
    if correction.face and not correction.unit:
        raise erratum.error(index, "a face of a unit", correction.subject, "face")
    if bool(correction.card) != bool(correction.side):
        raise erratum.error(index, "the side whose event is corrected, with a card alone", correction.subject, "side")
    if correction.rename and correction.kind in ("face", "card", *OF_THE_MAP):
        raise erratum.error(index, f"no new id for a {correction.kind}", correction.rename, "rename")
    acts = [correction.field is not None, correction.rename is not None, correction.retire, correction.add is not None]
    if sum(acts) != 1:
        raise erratum.error(index, "one of field, rename, retire and add in each correction", f"{sum(acts)} of them")
    if correction.field is not None and (correction.old is None or correction.new is None):
        raise erratum.error(index, "an old and a new value", correction.subject, "field")
    if correction.kind in ("chart", "hex") and correction.field is None:
        kind = correction.kind
        raise erratum.error(index, f"a field, an old and a new value for a {kind}", correction.subject, kind)


def shown(value: Scalar | list[Scalar] | None) -> str:
    """Return a value of a correction as a table or a message has it."""
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
