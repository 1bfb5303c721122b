"""Reading the tables of units and markers, with errata and an owner's overlay."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from trc_module.digits import is_number
from trc_module.facts import Source
from trc_module.facts.choices import meant, one_of
from trc_module.facts.errors import Collected
from trc_module.facts.forms import UNKNOWN, Form, forms_of
from trc_module.facts.overlay import check_overlay
from trc_module.facts.table import Row, read_table
from trc_module.gamespec import read_spec
from trc_module.roster.cards import CARDS, COLUMNS, CardEvent, card_rows, read_cards
from trc_module.roster.errata import Erratum, ErratumChange, cite, correct_rows, read_errata
from trc_module.roster.markers import Marker
from trc_module.roster.numbers import OVERLAY_FLOOR, read_numbers
from trc_module.roster.provenance import doubts_of, sources_of
from trc_module.roster.roster import UNIT_FIELDS, Roster
from trc_module.roster.spoken import back_title, spoken_name
from trc_module.roster.units import MONTHS, Entry, Face, Unit, Value
from trc_module.roster.vocabulary import Column, Vocabulary, read_vocabulary

FACES = "faces.csv"
"""The table of further faces, where the vocabulary names some."""

MARKER_COLUMNS = ("id", "side", "kind", "front", "back", "count", "box", "option", "source", "doubt", "note")
TABLES = ("units.csv", "markers.csv", FACES, CARDS)

_ENTRIES: dict[str, Entry] = {"start": "start", "event": "event", "unknown": "unknown"}
_Kind = Literal["unit", "marker"]


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that are allowed in the tables: the game's own words, and its sides."""

    sides: tuple[str, ...]
    vocabulary: Vocabulary
    liveries: Mapping[str, str]
    """By side."""

    @property
    def tables(self) -> tuple[tuple[_Kind, str, tuple[str, ...]], ...]:
        """Return the tables of counters: of what, their files, their columns."""
        units = self.vocabulary.unit_columns
        return ("unit", "units.csv", units), ("marker", "markers.csv", MARKER_COLUMNS)


def load_roster(folder: Path, overlay: Path | None = None) -> Roster:
    """Read the counters of a game from its data folder: its game.toml, vocabulary.toml and tables.

    An overlay is a folder of an owner's own corrections, of the same form: its `units.csv` and `markers.csv` may hold
    any of the columns beside `id`, where a filled cell replaces ours and a new id adds a counter; its `errata` are
    applied last. DataError names the file, the line and the field that are wrong.
    """
    return load_with(folder, overlay, read_errata(folder))


def roster_files(folder: Path, overlay: Path | None = None) -> frozenset[str]:
    """Return the paths of all files that counters are read from, those of errata too, be they there or not."""
    places = [place for place in (folder, overlay) if place]
    tables = (place / name for place in places for name in (*TABLES, "piece_numbers.csv"))
    errata = (path for place in places for path in (place / "errata").glob("*.toml"))
    return frozenset(os.fspath(path) for path in (*tables, *errata))


def load_with(
    folder: Path, overlay: Path | None, errata: Iterable[Erratum], theirs: Iterable[Erratum] | None = None
) -> Roster:
    """Read the counters with these errata in place of the folder's, and `theirs` in place of the overlay's."""
    own_errata = tuple(errata)
    spec = read_spec(folder)
    words = _Words(spec.side_ids, read_vocabulary(folder), {side.id: side.livery for side in spec.sides})
    if overlay:
        check_overlay(folder, overlay)
    overlay_errata = tuple(theirs) if theirs is not None else read_errata(overlay, folder) if overlay else ()
    changes: list[ErratumChange] = []
    tables: dict[str, dict[str, Row]] = {}
    wrong: set[str] = set()
    collected = Collected()
    for kind, name, columns in words.tables:
        rows = _by_id(read_table(folder / name, columns))
        written = {id_: dict(row.cells) for id_, row in rows.items()}
        with collected:
            changes += correct_rows(rows, own_errata, kind, columns, wrong)
        if overlay and (overlay / name).is_file():
            given_rows = _by_id(read_table(overlay / name, columns, partial=True))
            _lay_over(rows, given_rows, columns, written, forms_of(folder, name))
        with collected:
            changes += correct_rows(rows, overlay_errata, kind, columns, wrong)
        tables[kind] = rows
    paths = [place / "piece_numbers.csv" for place in (folder, overlay) if place]
    units: dict[str, Unit] = {}
    markers: dict[str, Marker] = {}
    faces: dict[str, tuple[Face, ...]] = {}
    present = _Present(changes)
    with collected:
        rows, columns = face_rows(folder, overlay, words.vocabulary), words.vocabulary.face_columns
        changes += correct_rows(rows, (*own_errata, *overlay_errata), "face", columns, wrong)
        faces = _faces(rows, words.vocabulary, tables["unit"], present)
    events: dict[str, tuple[CardEvent, ...]] = {}
    with collected:
        rows = card_rows(folder, overlay)
        changes += correct_rows(rows, (*own_errata, *overlay_errata), "card", COLUMNS, wrong)
        events = read_cards(rows, words.sides, tables["marker"], present)
    for name, row in tables["unit"].items():
        if name not in wrong:
            with collected:
                units[name] = _unit(row, words, faces.get(name, ()))
    for name, row in tables["marker"].items():
        if name not in wrong:
            with collected:
                markers[name] = _marker(row, words, tables["unit"], events.get(name, ()))
    with collected:
        numbers = read_numbers(paths)
    collected.close()
    return Roster(
        units=units,
        markers=markers,
        numbers=numbers,
        numbers_path=paths[-1],
        first_number=OVERLAY_FLOOR if overlay else 1,
        errata=own_errata + overlay_errata,
        changes=tuple(changes),
        formerly=_formerly(changes),
        fields=tuple(name for name in (*UNIT_FIELDS, *words.vocabulary.own) if name in words.vocabulary.unit_columns),
        rows=tables["unit"] | tables["marker"],
    )


def _by_id(table: Iterable[Row]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for row in table:
        name = row.filled("id")
        if name in rows:
            raise row.error("id", f"an id that no row above has (line {rows[name].line} has it)")
        rows[name] = row
    return rows


def _lay_over(
    rows: dict[str, Row],
    theirs: Mapping[str, Row],
    columns: tuple[str, ...],
    written: dict[str, dict[str, str]],
    forms: Sequence[Form],
) -> None:
    """Lay an owner's table over ours; `written` is ours as its file has it, without errata.

    DataError for an entry of a form that is filled in by half.
    """
    for name, row in theirs.items():
        was = rows[name].cells if name in rows else {}
        given = {field: cell for field, cell in row.cells.items() if cell and (cell != "?" or was.get(field) != "?")}
        for form in (one for one in forms if one.is_about(was | row.cells)):
            form.refuse_half(given, [field for field, cell in was.items() if cell not in UNKNOWN], row.error)
        if row.cells.keys() == set(columns):
            # A copy of our table: what it repeats is ours still. A table of fewer columns confirms what it repeats.
            given = {field: cell for field, cell in given.items() if written.get(name, {}).get(field) != cell}
            if not given:
                continue
        source = given.pop("source", f"owner:{row.path.parent.name}")
        if name not in rows:
            row.cells = dict.fromkeys(columns, "") | given | {"source": source}
            rows[name] = row
            continue
        ours = rows[name]
        for field in given.keys() - {"id"}:
            ours.cells[field] = given[field]
            ours.places[field] = (row.path, row.line)
            if field not in ("doubt", "note"):
                cite(ours, field, _overlay_source(row, source))


def _overlay_source(row: Row, text: str) -> Source:
    try:
        return Source.parse(text)
    except ValueError as error:
        raise row.error("source", str(error)) from None


def _formerly(changes: Iterable[ErratumChange]) -> dict[str, str]:
    formerly: dict[str, str] = {}
    for change in changes:
        if change.action == "rename":
            formerly[change.new] = formerly.pop(change.old, change.old)
    return formerly


def _unit(row: Row, words: _Words, faces: tuple[Face, ...]) -> Unit:
    cells, known = row.cells, words.vocabulary

    def chosen(name: str, allowed: Sequence[str]) -> str:
        # A game whose units have no such column has nothing to say of it.
        return row.choice(name, allowed) if name in known.chosen else ""

    def printed(name: str) -> str:
        return row.printable(name) if name in known.chosen else ""

    entry, arrival = _arrival(row)
    month = chosen("month", MONTHS)
    if "month" in known.chosen and bool(month) != (entry == "turn"):
        if "arrival" in row.places and "month" not in row.places:
            # The correction of the one is what is wrong, not our line with the other.
            raise row.error("arrival", "start, event or unknown without a month, a turn with one; correct 'month' too")
        raise row.error("month", "first, second or unknown with a turn of arrival, else nothing")
    nation, formation = row.choice("nation", known.nations), chosen("formation", known.formations)
    name, kind, size = (
        row.filled("name") and row.printable("name"),
        row.choice("type", known.types),
        chosen("size", known.sizes),
    )
    return Unit(
        id=_id(row),
        side=row.choice("side", words.sides),
        nation=nation,
        formation=formation,
        name=name,
        type=kind,
        size=size,
        stacks=chosen("stacks", known.stacks),
        combat=_factor(row, "combat"),
        move=_factor(row, "move"),
        setup=printed("setup"),
        area=printed("area"),
        entry=entry,
        arrival=arrival,
        month={"first": 1, "second": 2}.get(month),
        option=cells.get("option", ""),
        note=cells["note"],
        steps=_steps(row, faces, known.improved) if "steps" in known.chosen else 1 + len(faces),
        faces=faces,
        own={name: _value(row, name, column) for name, column in known.own.items()},
        shown_area=known.shown_areas.get(cells.get("area", ""), ""),
        symbol=known.symbols.get(cells["type"], ""),
        printed=known.printed,
        livery=known.liveries.get(formation or nation, ""),
        bracketed=kind in known.bracketed,
        spoken=spoken_name(known, nation=nation, name=name, kind=kind, size=size),
        title=back_title(known, name=name, kind=kind, area=cells.get("area", "")),
        sources=sources_of(row),
        doubts=doubts_of(row),
    )


def _marker(row: Row, words: _Words, units: dict[str, Row], events: tuple[CardEvent, ...]) -> Marker:
    cells = row.cells
    if cells["id"] in units:
        raise row.error("id", "an id that no unit has")
    count = cells["count"]
    if count and not is_number(count):
        raise row.error("count", "a number, or nothing where there is no limit")
    return Marker(
        id=_id(row),
        side=row.choice("side", (*words.sides, "both")),
        kind=row.choice("kind", words.vocabulary.markers),
        front=row.filled("front") and row.printable("front"),
        back=row.printable("back"),
        count=int(count) if count else None,
        box=cells["box"],
        option=cells["option"],
        note=cells["note"],
        events=events,
        by_text=row.cells["kind"] in words.vocabulary.pictured_by_text,
        liveries=words.liveries,
        sources=sources_of(row),
        doubts=doubts_of(row),
    )


class _Present:
    """The ids that tables know counters by, as ids of today: errata rename counters and retire them."""

    def __init__(self, changes: Iterable[ErratumChange]) -> None:
        self._renamed = {change.old: change.new for change in changes if change.action == "rename"}
        self._retired = {change.subject for change in changes if change.action == "retire"}

    def __call__(self, name: str, known: Collection[str]) -> str | None:
        """Return the id of today, None for a counter that was retired; the same where there never was such a one."""
        while name not in known and name in self._renamed:
            name = self._renamed[name]
        return None if name in self._retired and name not in known else name


def face_rows(folder: Path, overlay: Path | None, vocabulary: Vocabulary) -> dict[str, Row]:
    """Return the rows of the table of further faces, an owner's laid over them, by unit and face."""
    if not vocabulary.faces:
        return {}
    columns = vocabulary.face_columns
    rows = _by_face(read_table(folder / FACES, columns), vocabulary.faces)
    written = {key: dict(row.cells) for key, row in rows.items()}
    if overlay and (overlay / FACES).is_file():
        theirs = read_table(overlay / FACES, columns, partial=True, keys=2)
        _lay_over(rows, _by_face(theirs, vocabulary.faces), columns, written, forms_of(folder, FACES))
    return rows


def _faces(
    rows: Mapping[str, Row], vocabulary: Vocabulary, units: Mapping[str, Row], present: _Present
) -> dict[str, tuple[Face, ...]]:
    """Return the further faces of each unit that has some, in the vocabulary's order; DataError as for units."""
    found: dict[str, dict[str, Face]] = {}
    collected = Collected()
    for row in rows.values():
        unit = present(row.cells["id"], units)
        if unit is None:
            continue
        with collected:
            if unit not in units:
                raise row.error("id", f"the id of a unit{meant(unit, units)}")
            name = row.choice("face", vocabulary.faces)
            found.setdefault(unit, {})[name] = _face(row, vocabulary, units[unit].cells["type"])
    collected.close()
    return {unit: tuple(faces[name] for name in vocabulary.faces if name in faces) for unit, faces in found.items()}


def _by_face(table: Iterable[Row], names: Sequence[str]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    collected = Collected()
    for row in table:
        with collected:
            key = f"{row.filled('id')} {row.choice('face', names)}"
            if key in rows:
                raise row.error("face", f"a face that no row above has (line {rows[key].line} has it)")
            rows[key] = row
    collected.close()
    return rows


def _face(row: Row, vocabulary: Vocabulary, front: str) -> Face:
    def chosen(name: str, allowed: Sequence[str]) -> str:
        return row.choice(name, ("", *allowed)) if name in vocabulary.face_chosen else ""

    kind = chosen("type", vocabulary.types)
    return Face(
        name=row.cells["face"],
        combat=_factor(row, "combat"),
        move=_factor(row, "move"),
        steps=_number(row, "steps"),
        called=row.printable("called") if "called" in vocabulary.face_chosen else "",
        type=kind,
        size=chosen("size", vocabulary.sizes),
        symbol=vocabulary.symbols.get(kind, kind),
        bracketed=(kind or front) in vocabulary.bracketed,
        own={name: _value(row, name, column) for name, column in vocabulary.own.items()},
        sources=sources_of(row),
        doubts=doubts_of(row),
    )


def _steps(row: Row, faces: Sequence[Face], improved: Sequence[str]) -> int:
    steps = _number(row, "steps")
    worse = [face.steps for face in faces if face.name not in improved]
    if sorted({steps, *worse}, reverse=True) != [steps, *worse]:
        raise row.error("steps", f"more steps than on its other faces, each fewer than the one before ({worse})")
    return steps


def _value(row: Row, name: str, column: Column) -> Value:
    if column.type == "factor":
        return _factor(row, name)
    if column.type == "number":
        return _number(row, name)
    if column.type == "flag":
        return row.choice(name, ("", "yes")) == "yes"
    return row.choice(name, column.words) if column.type == "word" else row.printable(name)


def _number(row: Row, name: str) -> int:
    cell = row.cells[name]
    if not is_number(cell):
        raise row.error(name, "a number")
    return int(cell)


def _id(row: Row) -> str:
    name = row.filled("id")
    if not all(part.isalnum() and part.isascii() and part == part.lower() for part in name.split("-")):
        raise row.error("id", "small letters and digits, joined by hyphens")
    return name


def _arrival(row: Row) -> tuple[Entry, int | None]:
    cell = row.cells["arrival"]
    entry = _ENTRIES.get(cell)
    if entry:
        return entry, None
    if is_number(cell):
        return "turn", int(cell)
    raise row.error("arrival", f"a turn number, or {one_of(_ENTRIES, cell)}")


def _factor(row: Row, field: str) -> int | None:
    cell = row.cells[field]
    if cell in ("-", "?"):
        return None
    if is_number(cell):
        return int(cell)
    raise row.error(field, "a number, - for none or ? for not known")
