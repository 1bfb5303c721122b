"""Texts on the boards of boxes beside the names that VASSAL knows."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.games.trc.module.windows import captioned
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir


def test_the_boxes_of_a_turn_say_which_months_it_stands_for_and_where_units_enter(parts: ModuleInputs) -> None:
    shown = {box.key: box for window in parts.layout.windows for box in captioned(window, parts).boxes}
    captions = [shown[key].caption for key in ("axis turn-3", "axis turn-9", "turn-record-9", "weather")]
    assert captions == [
        "September/October 1941 \u00b7 west edge",
        "September/October 1942 \u00b7 Bucharest",
        "Sep/Oct 1942",
        "",
    ]
    # In English the titles are VASSAL's names of places, by which logs speak of them.
    assert [box.title for box in shown.values()] == [parts.layout.title(key) for key in shown]


def test_titles_are_printed_in_the_players_language_and_known_by_their_names() -> None:
    german = load_inputs(find_game("trc"), data_dir() / "trc", "de")
    (window,) = [window for window in german.layout.windows if window.id == "axis-order-of-battle"]
    boxes = {box.key: box for box in captioned(window, german).boxes}
    assert boxes["axis turn-3"].title == "Achse, Runde 3"
    assert boxes["axis at-start"].title == "Achse: zu Beginn"
    assert boxes["axis turn-3"].caption == "September/Oktober 1941 \u00b7 Westrand"
    assert german.layout.title("axis turn-3") == "Axis arrivals, turn 3"


def test_months_are_short_in_the_narrow_boxes_of_the_turn_record() -> None:
    for language, caption in (("de", "M\u00e4rz/Apr 1942"), ("it", "mar/apr 1942")):
        inputs = load_inputs(find_game("trc"), data_dir() / "trc", language)
        boxes = {box.key: box for window in inputs.layout.windows for box in captioned(window, inputs).boxes}
        assert boxes["turn-record-6"].caption == caption
