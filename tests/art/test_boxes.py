from __future__ import annotations

import pytest

from trc_module.art.boxes import TitledBox, draw_boxes
from trc_module.art.display import Text, text_width


def heading(title: str, caption: str, width: float) -> list[Text]:
    box = TitledBox(title, 10.0, 0.0, width, 120.0, 30.0, 90.0, caption)
    items = [item for layer in draw_boxes([box], 400.0, 130.0).layers for item in layer.items]
    return [item for item in items if isinstance(item, Text)]


def test_a_title_alone_stands_in_the_middle() -> None:
    (title,) = heading("Weather", "", 180.0)
    reach = text_width("Weather", title.size, title.face)
    assert title.at[0] + reach / 2 == pytest.approx(10.0 + 90.0)


@pytest.mark.parametrize("width", [180.0, 360.0])
def test_a_title_and_its_caption_stand_in_the_middle_together_and_fit(width: float) -> None:
    title, caption = heading("Axis arrivals, turn 22", "Nov/Dec 1944", width)
    end = caption.at[0] + text_width(caption.text, caption.size, caption.face)
    assert (title.at[0] + end) / 2 == pytest.approx(10.0 + width / 2)
    assert title.size == caption.size
    assert end - title.at[0] <= width - 24 + 1e-6
    assert title.at[0] + text_width(title.text, title.size, title.face) < caption.at[0]
