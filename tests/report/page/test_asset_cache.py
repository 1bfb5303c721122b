"""The assets that all pages share, drawn once and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from trc_module.disk_cache import store_cached
from trc_module.module.inputs import ModuleInputs
from trc_module.report.page import asset_cache
from trc_module.report.page.asset_cache import assets_of
from trc_module.report.page.assets import Assets, PageFace
from trc_module.report.page.counters import Counters


@pytest.fixture
def drawn(parts: ModuleInputs, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the drawings, and let them cost nothing after the first."""
    real = assets_of(parts.board, parts.roster)
    times: list[str] = []

    def draw(board: object, roster: object) -> Assets:
        times.append("drawn")
        return real

    monkeypatch.setattr(asset_cache, "_draw", draw)
    monkeypatch.setattr(asset_cache, "_drawn", {})
    return times


def again(parts: ModuleInputs, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Assets:
    """Ask as another process would, which remembers nothing."""
    monkeypatch.setattr(asset_cache, "_drawn", {})
    return assets_of(parts.board, parts.roster, folder)


def test_a_stage_is_drawn_once_and_read_whole(
    parts: ModuleInputs, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = again(parts, tmp_path / "new", monkeypatch)
    assert again(parts, tmp_path / "new", monkeypatch) == first
    assert drawn == ["drawn"]


def test_a_damaged_one_is_drawn_anew(
    parts: ModuleInputs, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again(parts, tmp_path, monkeypatch)
    (load_cached,) = tmp_path.glob("*.stage")
    for content in (load_cached.read_bytes()[:-100], b"", b"<script>"):
        load_cached.write_bytes(content)
        again(parts, tmp_path, monkeypatch)
    assert drawn == ["drawn"] * 4


HANDS: list[dict[str, Any]] = [
    {"ground": (("water", "<script>alert(1)</script>"),)},
    {"ground": (("water", '<path class="f0" onload="alert(1)" d=""/>'),)},
    {"ground": (("water", '<g class="f0"></g></g>'),)},
    {"ground": (("water", '<path class="f0"/><image href="https://example.org/x"/>'),)},
    {"ground": (('x"><script>', ""),)},
    {"parts": ("<foreignObject></foreignObject>",)},
    {"faces": {"ger-41-pz": (PageFace((), "<a>x</a>"),)}},
    {"faces": {"ger-41-pz": (PageFace((99999,), ""),)}},
    {"light": "--k0:#fff}</style><script>"},
    {"dark": "--k0:url(https://example.org/)"},
    {"classes": "@import 'https://example.org/x.css';"},
    {"fonts": "@font-face{font-family:bc5;src:url(https://example.org/x.woff)}"},
]


@pytest.mark.parametrize("change", HANDS, ids=str)
def test_what_another_hand_left_is_data_and_never_markup(
    parts: ModuleInputs, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    real = again(parts, tmp_path, monkeypatch)
    (path,) = tmp_path.glob("*.stage")
    store_cached(path, msgspec.json.encode(msgspec.structs.replace(real, **change)))
    assert again(parts, tmp_path, monkeypatch) == real
    assert drawn == ["drawn"] * 2


def test_where_nothing_can_be_kept_it_is_drawn_each_time(
    parts: ModuleInputs, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for _ in range(2):
        again(parts, tmp_path / "file", monkeypatch)
    assert drawn == ["drawn"] * 2


def test_another_counter_or_another_name_on_the_map_is_another_stage(
    parts: ModuleInputs, drawn: list[str], tmp_path: Path
) -> None:
    assets_of(parts.board, parts.roster, tmp_path)
    units = dict(parts.roster.units)
    units["ger-41-pz"] = replace(units["ger-41-pz"], combat=9)
    assets_of(parts.board, replace(parts.roster, units=units), tmp_path)
    facts = dict(parts.board.fact_by_subject)
    facts.popitem()
    assets_of(replace(parts.board, fact_by_subject=facts), parts.roster, tmp_path)
    # Where a datum is from shows on no picture.
    units["ger-41-pz"] = replace(parts.roster.units["ger-41-pz"], note="seen by somebody", doubts={"": "who knows"})
    assets_of(parts.board, replace(parts.roster, units=units), tmp_path)
    assert drawn == ["drawn"] * 3


def test_a_page_defines_the_faces_that_it_shows_and_what_they_share(parts: ModuleInputs) -> None:
    counters = Counters(assets_of(parts.board, parts.roster))
    units = parts.roster.units
    assert counters.faces(units["ger-41-pz"]) == counters.faces(units["ger-41-pz"]) == (0, 1)
    assert counters.faces(units["ger-56-pz"]) == (2, 3)
    written = counters.definitions()
    assert [f'<g id="c{number}">' in written for number in range(5)] == [True, True, True, True, False]
    used = set(written.split('href="#p')[1:])
    assert {use.split('"')[0] for use in used} == {part.split('"')[0] for part in written.split('id="p')[1:]}
