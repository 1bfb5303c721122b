"""A module made from its frame is the module that all data make, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from trc_module.facts import Source
from trc_module.module.build import rebuild_module
from trc_module.module.filling import Filling
from trc_module.module.frame import Frame, frame_key, keep_frame, read_frame
from trc_module.module.framing import frame_of, framed_pages
from trc_module.module.painting import Painters
from trc_module.module.parts import ModuleParts
from trc_module.module.pictures import Picture, faces
from trc_module.module.pieces import PieceMaker
from trc_module.module.scenery import scenery
from trc_module.module.slots import SLOT, slot, slot_text
from trc_module.roster import Change, Correction, Erratum, Roster, Unit, outlined
from trc_module.vassal.buildfile import component
from trc_module.vassal.writing import Entry

VERSION = "0.0.1"

CORRECTIONS: dict[str, dict[str, Any]] = {
    "ger-47-pz": {"combat": 10, "move": 12},
    "ger-3-pz": {"name": "3 & <SS> \"x\" 'y' z"},
    "rus-1gd-tank-army": {"combat": None},
    "rus-52-inf": {"name": "'52'", "formation": "guards"},
    "rus-stavka": {"name": "Stavka; a, b/c \\ d\u00fc\u2603"},
    "ger-hq-south": {"size": "none", "stacks": "none", "move": None, "month": None},
    "ger-stuka-1": {"name": "1 (I)"},
}
"""Corrections that a frame does not know; a longer text moves all that follow it."""


def with_units(roster: Roster, corrections: dict[str, dict[str, Any]]) -> Roster:
    units = {name: replace(unit, **corrections.get(name, {})) for name, unit in roster.units.items()}
    return replace(roster, units=units)


@pytest.fixture(scope="module")
def corrections(parts: ModuleParts) -> dict[str, dict[str, Any]]:
    # The last of the table is the last of some save.
    return {**CORRECTIONS, list(parts.roster.units)[-1]: {"name": "Z" * 40}}


def made(parts: ModuleParts) -> tuple[Frame, list[Entry]]:
    outline = parts.in_outline()
    pages, entries = zip(*framed_pages(outline, VERSION), strict=True)
    around = [Picture(want.name, want.label, want.job.key) for want in scenery(outline)]
    fronts = [Picture(want.name, want.label, f"key of {want.name}") for want in faces(outline.maker, "nato", "normal")]
    return frame_of(outline, pages, [*around, *fronts], len(around)), list(entries)


@pytest.fixture(scope="module")
def frame(parts: ModuleParts) -> Frame:
    return made(parts)[0]


def test_a_frame_filled_with_other_counters_is_what_they_make(
    parts: ModuleParts, frame: Frame, corrections: dict[str, dict[str, Any]]
) -> None:
    corrected = with_units(parts.roster, corrections)
    filling = Filling(frame, corrected, "en")
    assert filling.changed == set(corrections)
    fresh = made(replace(parts, game=parts.game.with_roster(corrected)))[1]
    for filled, expected in zip(filling.entries(), fresh, strict=True):
        assert filled.name == expected.name
        assert filled.data == expected.data, filled.name
    assert fresh[1].name == "buildFile.xml"
    assert b"10-12" in fresh[1].data


def test_a_frame_filled_with_the_same_counters_is_what_it_was(parts: ModuleParts, frame: Frame) -> None:
    filling = Filling(frame, parts.roster, "en")
    assert filling.changed == set()
    palette = filling.entries()[1].data
    root = etree.fromstring(palette)
    gpids = [each.get("gpid") for each in root.iter(f"VASSAL.build.{SLOT}")]
    assert str(parts.roster.piece_number("ger-47-pz")) in gpids
    wanted = {want.name: want.job.key for want in faces(filling.maker, "nato", "normal", filling.keys)}
    assert wanted == {name: f"key of {name}" for name in wanted}


def test_only_the_faces_of_changed_counters_have_to_be_found(parts: ModuleParts, frame: Frame) -> None:
    filling = Filling(frame, with_units(parts.roster, {"ger-47-pz": {"combat": 9}}), "en")
    wanted = faces(filling.maker, "nato", "normal", filling.keys)
    assert [want.label for want in wanted if not want.job.key] == ["ger-47-pz front", "ger-47-pz back"]


# --- which frame a build needs ---


def erratum(**correction: Any) -> Erratum:
    return Erratum(Path("0001-x.toml"), 1, "x", None, Source("erratum", "x"), "", (Correction(**correction),))  # type: ignore[arg-type]


def test_what_only_a_counters_own_piece_and_face_show_needs_no_other_frame(
    parts: ModuleParts, corrections: dict[str, dict[str, Any]]
) -> None:
    roster = parts.roster
    key = frame_key("inputs", roster)
    assert frame_key("inputs", with_units(roster, corrections)) == key
    told = replace(roster, errata=(erratum(unit="ger-47-pz", field="combat", old=7, new=9),))
    assert frame_key("inputs", told) == key
    sources = {"ger-47-pz": {"sources": {"": Source("owner")}, "doubts": {"": "a blot"}, "note": "x"}}
    assert frame_key("inputs", with_units(roster, sources)) == key


def others(roster: Roster) -> dict[str, Roster]:
    panzer = roster.units["ger-47-pz"]
    units = {name: unit for name, unit in roster.units.items() if name != panzer.id}
    new = replace(panzer, id="ger-147-pz")
    marker = next(iter(roster.markers.values()))
    return {
        "retired": replace(roster, units=units),
        "retired by an erratum": replace(roster, changes=(Change("unit", "x", "retire"),)),
        "added": replace(roster, units={**roster.units, new.id: new}),
        "renamed": replace(roster, units={**units, new.id: new}, formerly={new.id: panzer.id}),
        "in another order": replace(roster, units={panzer.id: panzer, **units}),
        "another number": replace(roster, numbers=replace(roster.numbers, by_id={**roster.numbers.by_id, "x": 999})),
        "another marker": replace(roster, markers={**roster.markers, marker.id: replace(marker, front="other")}),
        "a chart": replace(roster, errata=(erratum(chart="combat", field="x", old=1, new=2),)),
        **{
            f"another {field}": with_units(roster, {panzer.id: {field: value}})
            for field, value in {
                "side": "russian",
                "nation": "finnish",
                "type": "infantry",
                "setup": "Z",
                "area": "Odessa",
                "entry": "event",
                "arrival": 7,
                "option": "26.5",
            }.items()
        },
    }


def test_whatever_else_says_needs_another_frame(parts: ModuleParts) -> None:
    keys = {"": frame_key("inputs", parts.roster), "other inputs": frame_key("others", parts.roster)}
    keys |= {what: frame_key("inputs", roster) for what, roster in others(parts.roster).items()}
    assert len(set(keys.values())) == len(keys)


def test_the_outline_holds_nothing_of_a_unit_but_what_the_key_tells_apart() -> None:
    fields = dict.fromkeys(Unit.__dataclass_fields__, "x") | {"sources": {"": 1}, "doubts": {"": 1}}
    unit: Any = Unit(**fields)  # type: ignore[arg-type]
    roster: Any = Roster({"x": unit}, {}, numbers=None, numbers_path=Path())  # type: ignore[arg-type]
    shown = outlined(roster).units["x"]
    kept = {name for name in fields if getattr(shown, name) == "x"}
    assert kept == {"id", "side", "nation", "type", "setup", "area", "entry", "arrival", "option"}
    assert (shown.sources, shown.doubts) == ({}, {})


# --- frames in the cache ---


def test_a_frame_is_kept_and_a_damaged_one_is_as_good_as_none(frame: Frame, tmp_path: Path) -> None:
    key = "0123456789abcdef"
    assert read_frame(tmp_path, key) is None
    keep_frame(tmp_path, key, frame)
    assert read_frame(tmp_path, key) == frame
    (path,) = (tmp_path / "frames").glob("*.frame")
    whole = path.read_bytes()
    for damaged in (b"", b"xx", whole[:-9], whole[:999] + b"?" + whole[1000:]):
        path.write_bytes(damaged)
        assert read_frame(tmp_path, key) is None


def test_a_frame_whose_map_is_gone_is_not_used(parts: ModuleParts, frame: Frame, tmp_path: Path) -> None:
    with Painters(tmp_path, workers=1) as painters:
        assert rebuild_module(frame, parts.roster, "en", tmp_path / "new.vmod", painters) is None
    assert not (tmp_path / "new.vmod").exists()


# --- a slot's text ---


@given(st.text("ab&<>\"'\u00e4\u2603/;, \t\n\r\\]", max_size=12))
def test_a_slots_text_is_what_the_build_file_has_of_it(parts: ModuleParts, name: str) -> None:
    unit = replace(parts.roster.units["ger-47-pz"], name=name or "x")
    maker = PieceMaker(replace(parts.roster, units={unit.id: unit}), parts.prototypes, parts.texts)
    content, attributes = slot(maker, unit)
    whole = etree.tostring(component(SLOT, content=content, **attributes), encoding="UTF-8")
    assert slot_text(maker, unit) == whole
