"""The window from which counters are taken."""

from __future__ import annotations

from lxml import etree

from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir

_LISTS = "VASSAL.build.widget.ListWidget"


def tabs(parts: ModuleInputs) -> dict[str, etree._Element]:
    (window,) = build_tree(parts, "1").iter("VASSAL.build.module.PieceWindow")
    return {str(tab.get("entryName")): tab for tab in window[0]}


def names(tab: etree._Element) -> list[str]:
    return [str(each.get("entryName")) for each in tab.iter(_LISTS)]


def test_a_side_has_a_menu_of_its_nations() -> None:
    german = tabs(load_inputs(find_game("trc"), data_dir() / "trc", "de"))
    assert {german[side].tag for side in ("Achse", "Russe")} == {"VASSAL.build.widget.BoxWidget"}
    assert set(names(german["Russe"])) == {"Polnisch", "Russisch"}
    # The engine makes the first list of a menu ready when the module opens: a long one there would be waited for.
    assert names(german["Achse"])[:2] == ["Bulgarisch", "Finnisch"]


def test_markers_are_found_by_the_same_names_in_every_language(parts: ModuleInputs) -> None:
    italian = load_inputs(find_game("trc"), data_dir() / "trc", "it")
    assert set(names(tabs(italian)["Markers"])) == set(names(tabs(parts)["Markers"]))


def test_beside_a_picture_the_names_have_most_of_the_width(parts: ModuleInputs) -> None:
    (window,) = build_tree(parts, "1").iter("VASSAL.build.module.PieceWindow")
    width = int(str(window.get("defaultWidth")))
    lists = [each for tab in tabs(parts).values() for each in tab.iter(_LISTS) if each.get("divider")]
    assert len(lists) > 20
    assert {3 * int(str(each.get("divider"))) < width for each in lists} == {True}
