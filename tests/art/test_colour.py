from __future__ import annotations

import pytest

from trc_module.art.colour import Vision, contrast, difference, faded, luminance, mix, opaque, rgba, seen


def test_reads_colours_with_and_without_opacity() -> None:
    assert rgba("#0a80ff") == (10, 128, 255, 255)
    assert rgba("#0a80ff40") == (10, 128, 255, 64)


@pytest.mark.parametrize("text", ["red", "#12345", "0a80ff", "#0a80fg"])
def test_refuses_what_is_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match=r"colour|invalid literal"):
        rgba(text)


def test_changes_opacity() -> None:
    assert faded("#102030", 0.5) == "#10203080"
    assert opaque("#10203080") == "#102030"


def test_mixes() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#ff0000", "#0000ff", 0.0) == "#ff0000"


def test_contrast_is_21_between_black_and_white_and_1_with_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#336699", "#336699") == 1.0
    assert luminance("#ffffff") == pytest.approx(1.0)


def test_simulated_vision_keeps_greys_and_confuses_what_the_blind_confuse() -> None:
    for vision in Vision:
        assert difference(seen("#808080", vision), "#808080") < 1.5
    red, green = "#c06030", "#808020"
    assert difference(red, green) > 40
    assert difference(seen(red, Vision.DEUTERANOPIA), seen(green, Vision.DEUTERANOPIA)) < 20


def test_difference_of_black_and_white_is_100() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
