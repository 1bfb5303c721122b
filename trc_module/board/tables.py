"""Read the map's TOML files, an owner's entries in place of ours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from trc_module.board.records import (
    BoxesFile,
    BoxRecord,
    EdgeRecord,
    GapRecord,
    GridFile,
    GridRecord,
    RowRecord,
    SwitchesFile,
    SwitchRecord,
)
from trc_module.facts import DataError
from trc_module.facts.decoding import decode_toml, read_bytes, toml_line
from trc_module.facts.forms import UNKNOWN
from trc_module.facts.toml_file import read_toml, shape, table_at

F = TypeVar("F", GridFile, BoxesFile, SwitchesFile)
R = TypeVar("R", EdgeRecord, RowRecord, GapRecord, BoxRecord, SwitchRecord)


@dataclass(frozen=True, slots=True)
class TomlEntry(Generic[R]):
    """One entry of a TOML file: the `index`-th of its tables `[[table]]`."""

    record: R
    path: Path
    table: str
    index: int

    def error(self, field: str, expected: str, found: str, *inside: str | int) -> DataError:
        """Return the error that names the entry's file, line and field; `inside` leads to a nested field."""
        line = toml_line(read_bytes(self.path), [self.table, self.index, *(inside or (field,))])
        return DataError(self.path, expected, found, line=line, field=field)


@dataclass(frozen=True, slots=True)
class Tables:
    """The entries of grid.toml, boxes.toml and switches.toml."""

    grid: GridRecord
    edges: list[TomlEntry[EdgeRecord]]
    rows: list[TomlEntry[RowRecord]]
    gaps: list[TomlEntry[GapRecord]]
    boxes: list[TomlEntry[BoxRecord]]
    switches: dict[str, TomlEntry[SwitchRecord]]
    switches_path: Path


def read_tables(folder: Path, overlay: Path | None) -> Tables:
    """Read the three files; an owner's edge, row, box or switch replaces ours of the same name.

    An owner's table [grid] may hold only what is to be replaced.
    """
    grids = _grids(folder, overlay)
    boxes = _read(folder, overlay, "boxes", BoxesFile)
    has_switches = (folder / "map" / "switches.toml").is_file()
    switches = _read(folder, overlay, "switches", SwitchesFile) if has_switches else []
    grid = next((file.grid for _, file in reversed(grids) if file.grid is not None), None)
    if grid is None:
        raise DataError(grids[0][0], "a table [grid]", "none", field="grid")
    return Tables(
        grid=grid,
        edges=_entries([(path, "edge", file.edge) for path, file in grids], lambda record: record.name),
        rows=_entries([(path, "row", file.row) for path, file in grids], lambda record: record.name),
        gaps=_entries([(path, "gap", file.gap) for path, file in grids], lambda record: tuple(record.cells)),
        boxes=_entries([(path, "box", file.box) for path, file in boxes], lambda record: (record.side, record.id)),
        switches={
            entry.record.id: entry
            for entry in _entries([(path, "switch", file.switch) for path, file in switches], lambda record: record.id)
        },
        switches_path=folder / "map" / "switches.toml",
    )


def _read(folder: Path, overlay: Path | None, name: str, kind: type[F]) -> list[tuple[Path, F]]:
    paths = [folder / "map" / f"{name}.toml"]
    if overlay is not None and (overlay / "map" / f"{name}.toml").is_file():
        paths.append(overlay / "map" / f"{name}.toml")
    return [(path, decode_toml(path, kind)) for path in paths]


def _grids(folder: Path, overlay: Path | None) -> list[tuple[Path, GridFile]]:
    """Read grid.toml of both, ours completed by what an owner says of the grid itself."""
    found = _read(folder, None, "grid", GridFile)
    theirs = overlay / "map" / "grid.toml" if overlay else None
    if theirs is None or not theirs.is_file():
        return found
    tree = read_toml(theirs)
    said = {name: value for name, value in table_at(tree, theirs, "grid").items() if value not in UNKNOWN}
    tree.pop("grid", None)
    whole = read_toml(found[0][0]).get("grid", {})
    if said and said != whole:
        source = owner_source(str(said.get("source", ""))) if said.get("source") != whole.get("source") else "owner"
        tree["grid"] = {**whole, **said, "source": source}
    return [*found, (theirs, shape(tree, GridFile, theirs))]


def _entries(files: Iterable[tuple[Path, str, Sequence[R]]], key: Callable[[R], Hashable]) -> list[TomlEntry[R]]:
    """Return the entries of our file, those of an owner's in place of ours of the same key."""
    by_key: dict[Hashable, list[TomlEntry[R]]] = {}
    for number, (path, table, records) in enumerate(files):
        if number:
            ours = [entry.record for entries in by_key.values() for entry in entries]
            # Entries that a copy of our file repeats keep our source.
            records = [record for record in records if record not in ours]
            for record in records:
                by_key.pop(key(record), None)
        for index, record in enumerate(records):
            said = _owned(record) if number else record
            by_key.setdefault(key(record), []).append(TomlEntry(said, path, table, index))
    return [entry for entries in by_key.values() for entry in entries]


def _owned(record: R) -> R:
    if isinstance(record, SwitchRecord):
        changes = [msgspec.structs.replace(change, source=owner_source(change.source)) for change in record.terrain]
        return msgspec.structs.replace(record, terrain=changes)
    return msgspec.structs.replace(record, source=owner_source(record.source))


def owner_source(text: str) -> str:
    """Return the source of an owner's entry, keeping what the owner says of it."""
    return text if text.startswith("owner") else f"owner:{text}" if text else "owner"
