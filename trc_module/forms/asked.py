"""The entries of each form: what our data lack, and what the owner's folder says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import UNSET

from trc_module.board import load_board
from trc_module.board.features import Feature
from trc_module.board.layers import read_layer
from trc_module.board.legend import read_legend
from trc_module.board.records import (
    GridRecord,
    HexProperties,
    HexsideProperties,
    PlaceProperties,
    Properties,
    RegionProperties,
)
from trc_module.board.tables import read_tables
from trc_module.charts import ChartSet, load_chart_set
from trc_module.facts import Source, Trust
from trc_module.facts.forms import Form, read_forms
from trc_module.roster import Roster, Unit, load_roster

_LAYERS: Mapping[str, type[Properties]] = {
    "hexes": HexProperties,
    "hexsides": HexsideProperties,
    "places": PlaceProperties,
    "regions": RegionProperties,
}
KEYS: Mapping[str, tuple[str, ...]] = {
    "units.csv": ("id",),
    "faces.csv": ("id", "face"),
    "map/hexes.csv": ("hex",),
    "map/hexsides.csv": ("kind", "hexes"),
    "map/places.csv": ("kind", "name"),
    "map/regions.csv": ("kind", "region"),
}
"""By file, the columns that say what a line of a form is about."""


@dataclass(frozen=True, slots=True)
class FormEntry:
    """One line of a form."""

    key: tuple[str, ...]
    """The subject of the entry: the values of the file's key columns, or the place in a chart."""
    label: str
    """The same for people."""
    ours: Mapping[str, Any]
    """By field what we have assumed, None where we have nothing."""
    filled: bool
    """Whether the owner has filled it in."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A form with its entries."""

    form: Form
    entries: tuple[FormEntry, ...]
    added: int = 0
    """Entries that the owner has added on empty lines."""

    @property
    def filled(self) -> int:
        """Return how many of the entries are filled in."""
        return sum(entry.filled for entry in self.entries)

    @property
    def waits(self) -> bool:
        """Tell whether anything is still to be filled in."""
        return self.filled < len(self.entries) or (self.form.lines > 0 and not self.entries and not self.added)

    @property
    def is_asked(self) -> bool:
        """Tell whether the form asks for anything; it does not where our data are complete."""
        return bool(self.entries) or self.form.lines > 0


def asked_of(folder: Path, overlay: Path | None = None) -> tuple[Asked, ...]:
    """Return the forms of a game with their entries, as far as an owner's folder has filled them in.

    DataError as the loaders of the data.
    """
    if overlay is not None:
        # Errors in an owner's map show only when the board is made.
        load_board(folder, overlay)
    ours = _Data(folder)
    theirs = _Data(folder, overlay)
    return tuple(found for form in read_forms(folder) if (found := _asked(form, ours, theirs)).is_asked)


def waiting(asked: Iterable[Asked], rule: str) -> tuple[str, ...]:
    """Return the ids of the forms for which a rule still waits."""
    return tuple(each.form.id for each in asked if each.waits and rule in each.form.rules)


class _Data:
    """A game's data with an owner's folder or without, each file read once."""

    def __init__(self, folder: Path, overlay: Path | None = None) -> None:
        self._folder = folder
        self._overlay = overlay
        self._layers: dict[str, dict[str, Feature[Any]]] = {}

    @cached_property
    def roster(self) -> Roster:
        return load_roster(self._folder, self._overlay)

    @cached_property
    def charts(self) -> ChartSet:
        return load_chart_set(self._folder, self._overlay)

    @cached_property
    def grid(self) -> GridRecord:
        return read_tables(self._folder, self._overlay).grid

    def layer(self, name: str) -> dict[str, Feature[Any]]:
        if name not in self._layers:
            legend = read_legend(self._folder)
            self._layers[name] = read_layer(self._folder, name, _LAYERS[name], legend, self._overlay).features
        return self._layers[name]


def _asked(form: Form, ours: _Data, theirs: _Data) -> Asked:
    if form.file in ("units.csv", "faces.csv"):
        return Asked(form, tuple(_of_counters(form, ours.roster, theirs.roster)))
    if form.file == "map/grid.toml":
        return Asked(form, tuple(_of_grid(form, ours.grid, theirs.grid)))
    if form.file.startswith("map/"):
        return _of_layer(form, ours, theirs)
    return Asked(form, tuple(_of_chart(form, ours.charts, theirs.charts)))


def _weak(sources: Iterable[Source]) -> bool:
    return any(source.trust <= Trust.ASSUMED for source in sources)


def _of_counters(form: Form, ours: Roster, theirs: Roster) -> Iterator[FormEntry]:
    for key, label, about, now in _counters(form, ours, theirs):
        if not _chosen(form, about) or not _weak(about(f"source of {name}") for name in form.field):
            continue
        assumed = {name: about(name) for name in form.field if _weak([about(f"source of {name}")])}
        yield FormEntry(key, label, assumed, not _weak(now(f"source of {name}") for name in form.needed))


About = Callable[[str], Any]
"""The value of a counter's field by the field's name, or the source of it ('source of combat')."""


def _counters(form: Form, ours: Roster, theirs: Roster) -> Iterator[tuple[tuple[str, ...], str, About, About]]:
    for name, unit in ours.units.items():
        label = unit.spoken or f"{unit.nation.capitalize()} {unit.name}"
        if form.file == "units.csv":
            yield (name,), label, _about(unit, unit), _about(theirs.units[name], unit)
            continue
        for face, now in zip(unit.faces, theirs.units[name].faces, strict=False):
            yield (name, face.name), f"{label}, {face.name}", _about(face, unit), _about(now, unit)


def _about(shown: Any, unit: Unit) -> About:
    def about(name: str) -> Any:
        if name.startswith("source of "):
            return shown.source_of(name.removeprefix("source of "))
        return shown.own[name] if name in shown.own else getattr(shown, name, getattr(unit, name, None))

    return about


def _chosen(form: Form, about: About) -> bool:
    return all(str(about(name)) in words for name, words in form.only.items())


def _of_layer(form: Form, our_data: _Data, their_data: _Data) -> Asked:
    name = form.file.removeprefix("map/").removesuffix(".csv")
    ours, theirs = our_data.layer(name), their_data.layer(name)
    entries = []
    for id_, feature in ours.items():
        was = _properties(feature.properties)
        if not _chosen(form, was.get) or not _weak(_sources(was, form.field)):
            continue
        now = _properties(theirs[id_].properties) if id_ in theirs else None
        key = tuple(_shown(was[column]) for column in KEYS[form.file])
        assumed = {field: was.get(field) for field in form.field}
        entries.append(FormEntry(key, " ".join(key), assumed, now is None or not _weak(_sources(now, form.needed))))
    news = [_properties(theirs[id_].properties) for id_ in theirs.keys() - ours.keys()]
    return Asked(form, tuple(entries), sum(_chosen(form, new.get) for new in news))


def _properties(record: Properties) -> dict[str, Any]:
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    return {told: value for told, name in names if (value := getattr(record, name)) is not UNSET}


def _sources(properties: Mapping[str, Any], fields: Iterable[str]) -> Iterator[Source]:
    own = properties.get("sources", {})
    for field in fields:
        yield Source.parse(own.get(field, properties["source"]))


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _of_grid(form: Form, ours: GridRecord, theirs: GridRecord) -> Iterator[FormEntry]:
    if _weak([Source.parse(ours.source)]):
        assumed = {name: getattr(ours, name, None) for name in form.field}
        yield FormEntry(("grid",), "the grid", assumed, not _weak([Source.parse(theirs.source)]))


def _of_chart(form: Form, ours: ChartSet, theirs: ChartSet) -> Iterator[FormEntry]:
    name = form.file.removeprefix("charts/").removesuffix(".toml")
    for steps, entry in _entries(ours.trees[name]):
        if not _weak([Source.parse(entry["source"])]) or not _chosen_table(form, steps):
            continue
        now = _at(theirs.trees[name], steps)
        filled = now is not None and not _weak([Source.parse(str(now.get("source", "missing")))])
        told = {key: value for key, value in entry.items() if key not in ("source", "doubt", "note")}
        yield FormEntry(steps, " ".join(steps), told, filled)


def _chosen_table(form: Form, steps: Sequence[str]) -> bool:
    return steps[0] in form.only.get("table", (steps[0],))


def _entries(tree: Mapping[str, Any], steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            if "source" in value:
                yield (*steps, key), value
            else:
                yield from _entries(value, (*steps, key))


def _at(tree: Mapping[str, Any], steps: Iterable[str]) -> Mapping[str, Any] | None:
    found: Any = tree
    for step in steps:
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else None
