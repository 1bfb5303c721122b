"""Pictures on buttons: which are drawn, and what a button without one shows."""

from __future__ import annotations

import pytest

from trc_module.art.backends.raster import render
from trc_module.art.icons import ACTS, SIDE, WINDOWS, draw_icon
from trc_module.module.icons import OF_EVERY_MODULE, faced, icon_file, icons_in
from trc_module.vassal.buildfile import component


def test_a_button_with_a_picture_has_no_text_and_a_tooltip_that_begins_with_its_name() -> None:
    assert faced("Support", "Commit a marker", "support") == {
        "text": "",
        "icon": "icon-support.png",
        "tooltip": "Support: Commit a marker",
    }
    assert faced("Pools", "Pools", "boxes")["tooltip"] == "Pools"
    assert faced("Good", "Good weather", "") == {"text": "Good", "icon": "", "tooltip": "Good weather"}


def test_pictures_are_asked_for_once_and_only_ours() -> None:
    tree = component(
        "GameModule",
        component("module.DoActionButton", icon=icon_file("star")),
        component("module.PlayerRoster", buttonIcon=icon_file("list")),
        component("module.DoActionButton", icon=icon_file("star")),
        component("module.map.GlobalMap", icon="/images/overview.gif"),
    )
    assert list(icons_in(tree)) == ["list", "star"]


@pytest.mark.parametrize("name", [*WINDOWS, *ACTS])
def test_every_picture_differs_from_an_empty_tile_and_from_the_others(name: str) -> None:
    drawing = draw_icon(name)
    picture = render(drawing, SIDE / drawing.width)
    assert picture.size == (SIDE, SIDE)
    others = (draw_icon(other) for other in (*WINDOWS, *ACTS) if other != name)
    assert all(drawing.items != other.items for other in others)
    assert len(picture.convert("RGB").getcolors(1000) or ()) > 8


def test_what_opens_a_window_and_what_acts_share_no_name_and_every_module_has_what_it_names() -> None:
    assert WINDOWS.keys() & ACTS.keys() == set()
    assert set(OF_EVERY_MODULE.values()) <= WINDOWS.keys() | ACTS.keys()
