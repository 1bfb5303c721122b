"""What the boards of boxes say beside the names that VASSAL knows."""

from __future__ import annotations

from trc_module.charts.turns import Turn
from trc_module.module.layout import BoxPlace, Window
from trc_module.module.trc.windows import captioned

TURNS = {9: Turn(9, ("Sep", "Oct"), 1942)}


def test_the_boxes_of_a_turn_say_which_months_it_stands_for() -> None:
    keys = ("axis turn-9", "turn-record-9", "turn-record-0", "weather")
    boxes = tuple(BoxPlace(key, key.title(), 0, 180 * number, 180, 120) for number, key in enumerate(keys))
    shown = captioned(Window("w", "Window", "W", boxes), TURNS)
    assert [box.caption for box in shown.boxes] == ["Sep/Oct 1942", "Sep/Oct 1942", "", ""]
    # The titles are VASSAL's names of places, by which logs speak of them.
    assert [box.title for box in shown.boxes] == [key.title() for key in keys]
