"""Preview of an erratum: its changes are reported before it is applied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trc_module.charts.preview import preview
from trc_module.charts.preview_page import preview_page
from trc_module.facts import DataError
from trc_module.roster import Marker, Unit

SHEET = """\
title = "Four <small> stories"
date = 2026-01-01
source = "erratum:letter"

[[correction]]
unit = "ger-47-pz"
field = "combat"
old = 7
new = 8

[[correction]]
unit = "ger-3-pz"
rename = "ger-3-panzer"

[[correction]]
unit = "rus-52-inf"
retire = true

[[correction]]
marker = "smoke"
add = { side = "both", kind = "battle", front = "Smoke" }

[[correction]]
chart = "transport"
field = "rail.axis.units"
old = 6
new = 5

[[correction]]
chart = "combat"
field = "results.3-1.dice"
old = ["AR", "C", "EX", "DR", "D1", "DE"]
new = ["AR", "C", "EX", "DR", "DR", "DE"]
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "letter.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_changes_are_told_one_by_one_and_nothing_is_written(folder: Path, sheet: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = preview(sheet, folder)
    assert [str(change) for change in found.changes] == [
        "unit ger-47-pz: combat 7 -> 8",
        "unit ger-3-pz: renamed to ger-3-panzer",
        "unit rus-52-inf: retired",
        "marker smoke: added",
        "chart combat: results.3-1.dice AR, C, EX, DR, D1, DE -> AR, C, EX, DR, DR, DE",
        "chart transport: rail.axis.units 6 -> 5",
    ]
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_each_counter_that_differs_is_paired_with_itself(folder: Path, sheet: Path) -> None:
    pairs = [(old and old.id, new and new.id) for old, new in preview(sheet, folder).counters()]
    assert pairs == [
        ("ger-3-pz", "ger-3-panzer"),
        ("ger-47-pz", "ger-47-pz"),
        ("rus-52-inf", None),
        (None, "smoke"),
    ]


def test_an_erratum_already_taken_in_is_shown_at_its_place(folder: Path) -> None:
    found = preview(folder / "errata" / "0001-leningrad-district.toml", folder)
    assert [(c.subject, c.field, c.old, c.new) for c in found.changes] == [
        ("rus-7-inf", "setup", "F", "L"),
        ("rus-7-inf", "area", "Finnish border", "Leningrad MD"),
        ("rus-23-inf", "setup", "F", "L"),
        ("rus-23-inf", "area", "Finnish border", "Leningrad MD"),
    ]
    assert found.before.units["rus-7-inf"].setup == "F"


def test_an_erratum_that_makes_no_sound_chart_is_refused(folder: Path, sheet: Path) -> None:
    sheet.write_text(SHEET.replace("new = 5", 'new = "many"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"letter\.toml, line 23.*the chart 'transport' can hold"):
        preview(sheet, folder)


def test_the_page_shows_old_and_new_with_the_pictures_that_it_is_given(folder: Path, sheet: Path) -> None:
    drawn: list[tuple[str, str]] = []

    def picture(item: Unit | Marker, side: str) -> bytes | None:
        drawn.append((item.id, side))
        return item.id.encode() if side == "front" else None

    page = preview_page(preview(sheet, folder), picture)
    assert drawn == [
        (name, side)
        for name in ("ger-3-pz", "ger-3-panzer", "ger-47-pz", "ger-47-pz", "rus-52-inf", "smoke")
        for side in ("front", "back")
    ]
    assert "<h1>Four &lt;small&gt; stories</h1>" in page
    assert "combat: <del>7</del> → <ins>8</ins>" in page
    assert "rail.axis.units: <del>6</del> → <ins>5</ins>" in page
    assert "results.3-1.dice: AR, C, EX, DR, <del>D1</del>, DE → AR, C, EX, DR, <ins>DR</ins>, DE" in page
    assert page.count("<em>not there</em>") == 2
    assert page.count("data:image/png;base64,") == 6
    assert "://" not in page
    assert "img" not in preview_page(preview(sheet, folder)).partition("</style>")[2]


def test_a_face_that_looks_the_same_is_not_shown_as_changed(folder: Path, sheet: Path) -> None:
    def picture(item: Unit | Marker, side: str) -> bytes | None:
        strength = getattr(item, "combat", "") if side == "front" else ""
        return f"{side} {strength}".encode()

    page = preview_page(preview(sheet, folder), picture)
    faces = re.findall(r'<img class="(\w+)" alt="([^"]+)"', page)
    assert faces == [
        *[("same", f"{name}, {side}") for name in ("ger-3-pz", "ger-3-panzer") for side in ("front", "back")],
        ("was", "ger-47-pz, front"),
        ("same", "ger-47-pz, back"),
        ("is", "ger-47-pz, front"),
        ("same", "ger-47-pz, back"),
        *[("was", f"rus-52-inf, {side}") for side in ("front", "back")],
        *[("is", f"smoke, {side}") for side in ("front", "back")],
    ]
