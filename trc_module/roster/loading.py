"""Reading the tables of units and markers, with errata and an owner's overlay."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from trc_module.facts import Source
from trc_module.facts.errors import Collected
from trc_module.facts.overlay import check_overlay
from trc_module.roster.errata import Change, Erratum, cite, correct_rows, read_errata
from trc_module.roster.markers import KINDS, Marker
from trc_module.roster.numbers import OVERLAY_FLOOR, read_numbers
from trc_module.roster.provenance import doubts_of, sources_of
from trc_module.roster.roster import Roster
from trc_module.roster.table import Row, read_table
from trc_module.roster.units import FORMATIONS, MONTHS, NATIONS, SIDES, SIZES, STACKS, TYPES, Entry, Unit

UNIT_COLUMNS = (
    "id", "side", "nation", "formation", "name", "type", "size", "stacks", "combat", "move", "setup", "area", "arrival",
    "month", "option", "source", "doubt", "note",
)  # fmt: skip
MARKER_COLUMNS = ("id", "side", "kind", "front", "back", "count", "box", "option", "source", "doubt", "note")

_ENTRIES: dict[str, Entry] = {"start": "start", "event": "event", "unknown": "unknown"}
_Kind = Literal["unit", "marker"]
_TABLES: tuple[tuple[_Kind, str, tuple[str, ...]], ...] = (
    ("unit", "units.csv", UNIT_COLUMNS),
    ("marker", "markers.csv", MARKER_COLUMNS),
)


def load_roster(folder: Path, overlay: Path | None = None) -> Roster:
    """Read the counters of a game from its data folder (`data/trc`).

    An overlay is a folder of an owner's own corrections, of the same form: its `units.csv` and `markers.csv` may hold
    any of the columns beside `id`, where a filled cell replaces ours and a new id adds a counter; its `errata` are
    applied last. DataError names the file, the line and the field that are wrong.
    """
    return load_with(folder, overlay, read_errata(folder))


def roster_files(folder: Path, overlay: Path | None = None) -> frozenset[str]:
    """Return the paths of all files that counters are read from, those of errata too, be they there or not."""
    places = [place for place in (folder, overlay) if place]
    tables = (place / name for place in places for name in ("units.csv", "markers.csv", "piece_numbers.csv"))
    errata = (path for place in places for path in (place / "errata").glob("*.toml"))
    return frozenset(os.fspath(path) for path in (*tables, *errata))


def load_with(
    folder: Path, overlay: Path | None, errata: Iterable[Erratum], theirs: Iterable[Erratum] | None = None
) -> Roster:
    """Read the counters with these errata in place of the folder's, and `theirs` in place of the overlay's."""
    own_errata = tuple(errata)
    if overlay:
        check_overlay(folder, overlay)
    overlay_errata = tuple(theirs) if theirs is not None else read_errata(overlay, folder) if overlay else ()
    changes: list[Change] = []
    tables: dict[str, dict[str, Row]] = {}
    wrong: set[str] = set()
    collected = Collected()
    for kind, name, columns in _TABLES:
        rows = _by_id(read_table(folder / name, columns))
        written = {id_: dict(row.cells) for id_, row in rows.items()}
        with collected:
            changes += correct_rows(rows, own_errata, kind, columns, wrong)
        if overlay and (overlay / name).is_file():
            _lay_over(rows, read_table(overlay / name, columns, partial=True), columns, written)
        with collected:
            changes += correct_rows(rows, overlay_errata, kind, columns, wrong)
        tables[kind] = rows
    paths = [place / "piece_numbers.csv" for place in (folder, overlay) if place]
    units: dict[str, Unit] = {}
    markers: dict[str, Marker] = {}
    for name, row in tables["unit"].items():
        if name not in wrong:
            with collected:
                units[name] = _unit(row)
    for name, row in tables["marker"].items():
        if name not in wrong:
            with collected:
                markers[name] = _marker(row, tables["unit"])
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
    rows: dict[str, Row], table: Iterable[Row], columns: tuple[str, ...], written: dict[str, dict[str, str]]
) -> None:
    """Lay an owner's table over ours; `written` is ours as its file has it, without errata."""
    for name, row in _by_id(table).items():
        given = {field: cell for field, cell in row.cells.items() if cell}
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


def _formerly(changes: Iterable[Change]) -> dict[str, str]:
    formerly: dict[str, str] = {}
    for change in changes:
        if change.action == "rename":
            formerly[change.new] = formerly.pop(change.old, change.old)
    return formerly


def _unit(row: Row) -> Unit:
    cells = row.cells
    entry, arrival = _arrival(row)
    month = row.choice("month", MONTHS)
    if bool(month) != (entry == "turn"):
        if "arrival" in row.places and "month" not in row.places:
            # The correction of the one is what is wrong, not our line with the other.
            raise row.error("arrival", "start, event or unknown without a month, a turn with one; correct 'month' too")
        raise row.error("month", "first, second or unknown with a turn of arrival, else nothing")
    return Unit(
        id=_id(row),
        side=row.choice("side", SIDES),
        nation=row.choice("nation", NATIONS),
        formation=row.choice("formation", FORMATIONS),
        name=row.filled("name") and row.printable("name"),
        type=row.choice("type", TYPES),
        size=row.choice("size", SIZES),
        stacks=row.choice("stacks", STACKS),
        combat=_factor(row, "combat"),
        move=_factor(row, "move"),
        setup=row.printable("setup"),
        area=row.printable("area"),
        entry=entry,
        arrival=arrival,
        month={"first": 1, "second": 2}.get(month),
        option=cells["option"],
        note=cells["note"],
        sources=sources_of(row),
        doubts=doubts_of(row),
    )


def _marker(row: Row, units: dict[str, Row]) -> Marker:
    cells = row.cells
    if cells["id"] in units:
        raise row.error("id", "an id that no unit has")
    count = cells["count"]
    if count and not count.isdecimal():
        raise row.error("count", "a number, or nothing where there is no limit")
    return Marker(
        id=_id(row),
        side=row.choice("side", (*SIDES, "both")),
        kind=row.choice("kind", KINDS),
        front=row.filled("front") and row.printable("front"),
        back=row.printable("back"),
        count=int(count) if count else None,
        box=cells["box"],
        option=cells["option"],
        note=cells["note"],
        sources=sources_of(row),
        doubts=doubts_of(row),
    )


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
    if cell.isdecimal():
        return "turn", int(cell)
    raise row.error("arrival", "a turn number, or one of start, event, unknown")


def _factor(row: Row, field: str) -> int | None:
    cell = row.cells[field]
    if cell in ("-", "?"):
        return None
    if cell.isdecimal():
        return int(cell)
    raise row.error(field, "a number, - for none or ? for not known")
