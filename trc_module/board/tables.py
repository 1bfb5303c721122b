"""Read the map's TOML files, an owner's entries in place of ours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from trc_module.board.records import (
    BoxesFile,
    BoxRecord,
    EdgeRecord,
    GridFile,
    GridRecord,
    RowRecord,
    SwitchesFile,
    SwitchRecord,
)
from trc_module.facts import DataError
from trc_module.facts.decoding import decode_toml

F = TypeVar("F", GridFile, BoxesFile, SwitchesFile)
R = TypeVar("R", EdgeRecord, RowRecord, BoxRecord)


@dataclass(frozen=True, slots=True)
class Tables:
    """The entries of grid.toml, boxes.toml and switches.toml, and where ours stand."""

    grid: GridRecord
    edges: list[EdgeRecord]
    rows: list[RowRecord]
    boxes: list[BoxRecord]
    switches: dict[str, SwitchRecord]
    grid_path: Path
    boxes_path: Path
    switches_path: Path


def read_tables(folder: Path, overlay: Path | None) -> Tables:
    """Read the three files; an owner's edge, row, box or switch replaces ours of the same name."""
    path, grid, over = _pair(folder, overlay, "grid", GridFile)
    if grid.grid is None:
        raise DataError(path, "a table [grid]", "none", field="grid")
    boxes_path, boxes, over_boxes = _pair(folder, overlay, "boxes", BoxesFile)
    switches_path, switches, over_switches = _pair(folder, overlay, "switches", SwitchesFile)
    return Tables(
        grid=(over.grid if over and over.grid else grid.grid),
        edges=_laid_over(grid.edge, over.edge if over else [], lambda record: record.name),
        rows=_laid_over(grid.row, over.row if over else [], lambda record: record.name),
        boxes=_laid_over(boxes.box, over_boxes.box if over_boxes else [], lambda record: (record.side, record.id)),
        switches={s.id: s for s in [*switches.switch, *(map(_owned, over_switches.switch) if over_switches else ())]},
        grid_path=path,
        boxes_path=boxes_path,
        switches_path=switches_path,
    )


def _pair(folder: Path, overlay: Path | None, name: str, kind: type[F]) -> tuple[Path, F, F | None]:
    path = folder / "map" / f"{name}.toml"
    over = overlay / "map" / f"{name}.toml" if overlay else None
    return path, decode_toml(path, kind), decode_toml(over, kind) if over is not None and over.is_file() else None


def _laid_over(ours: Sequence[R], theirs: Sequence[R], key: Callable[[R], Hashable]) -> list[R]:
    by_key: dict[Hashable, list[R]] = {}
    for record in ours:
        by_key.setdefault(key(record), []).append(record)
    for record in theirs:
        by_key[key(record)] = [msgspec.structs.replace(record, source=owner_source(record.source))]
    return [record for records in by_key.values() for record in records]


def _owned(switch: SwitchRecord) -> SwitchRecord:
    changes = [msgspec.structs.replace(change, source=owner_source(change.source)) for change in switch.terrain]
    return msgspec.structs.replace(switch, terrain=changes)


def owner_source(text: str) -> str:
    """Return the source of an owner's entry, keeping what the owner says of it."""
    return text if text.startswith("owner") else f"owner:{text}" if text else "owner"
