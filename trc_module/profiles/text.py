"""A draft as the text of a profile: TOML with the checklist as its first comment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trc_module.profiles.draft import Draft, lines
from trc_module.profiles.model import MapSpec, ProfileSpec, TrackerSpec


def profile_text(draft: Draft, source: str) -> str:
    """Return the text of a profile; `source` says what it was drafted from."""
    head = [
        f"How the module of '{source}' maps onto our data. Drafted by `trc-module profile`; correct it by hand.",
        "",
        "To check, one by one:",
        *lines(draft),
    ]
    comment = "\n".join(f"# {line}".rstrip() for line in head)
    return f"{comment}\n\n" + "\n".join(_tables(draft.spec, {item.name for item in draft.guessed})) + "\n"


def _tables(spec: ProfileSpec, guessed: Iterable[str]) -> Iterator[str]:
    yield "# Pieces that mean nothing to the rules, and those of which is not known what they are: they may be units."
    yield f"ignored = {_value(spec.ignored)}"
    yield f"unknown = {_value(spec.unknown)}\n"
    yield "[module]"
    yield f"names = {_value(spec.module.names)}"
    yield f"versions = {_value(spec.module.versions)}"
    if spec.module.edition:
        yield f"edition = {_value(spec.module.edition)}"
    if spec.map is not None:
        yield from _map(spec.map)
    if spec.tracker is not None:
        yield from _tracker(spec.tracker)
    yield from _table(
        "boxes", "Maps that are boxes; `own` is the box in which our order of battle has a unit.", spec.boxes
    )
    for zone in spec.zones:
        yield "\n[[zones]]"
        yield f"map = {_value(zone.map)}"
        yield f"name = {_value(zone.name)}"
        yield f"box = {_value(zone.box)}"
        yield f"corners = {_value(zone.corners)}"
    for name, die in spec.dice.items():
        yield f"\n[dice.{_value(name)}]"
        yield f"report = {_value(die.report)}"
    yield from _table("markers", "Markers, by the kinds of our data.", spec.markers)
    yield from _table("units", "Pieces, by the ids of our data.", spec.units, guessed)


def _map(spec: MapSpec) -> Iterator[str]:
    yield "\n[map]"
    yield f"name = {_value(spec.name)}"
    yield f"sideways = {_value(spec.sideways)}"
    for name in ("dx", "dy", "x0", "y0"):
        yield f"{name} = {_value(getattr(spec, name))}"
    if spec.source:
        yield f"source = {_value(spec.source)}"
    if spec.other_edition:
        yield f"other_edition = {_value(spec.other_edition)}"
    if spec.hexes:
        yield "\n# Pixels of the map in which hexes lie: two settle the rest."
        yield "[map.hexes]"
        yield from (f"{_value(name)} = {_value(point)}" for name, point in spec.hexes.items())


def _tracker(spec: TrackerSpec) -> Iterator[str]:
    yield "\n[tracker]"
    yield f"id = {_value(spec.id)}"
    yield f"turn_levels = {_value(spec.turn_levels)}"
    yield f"first_turn = {_value(spec.first_turn)}"
    for level in spec.levels:
        yield "\n[[tracker.levels]]"
        yield f"values = {_value(level.values)}"
    if spec.moments:
        yield "\n[tracker.moments]"
        yield from (f"{_value(name)} = {_value(moment)}" for name, moment in spec.moments.items())


def _table(name: str, comment: str, table: Mapping[str, object], guessed: Iterable[str] = ()) -> Iterator[str]:
    if not table:
        return
    yield f"\n# {comment}"
    yield f"[{name}]"
    doubtful = set(guessed)
    for key, value in table.items():
        yield f"{_value(key)} = {_value(value)}" + ("  # a guess" if key in doubtful else "")


def _value(value: Any) -> str:
    """Return a value as TOML writes it: for texts, numbers, flags and lists of them that is how JSON does."""
    return json.dumps(value, ensure_ascii=False)
