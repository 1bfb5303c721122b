from __future__ import annotations

from itertools import combinations

import pytest

from trc_module.art.colour import Vision, contrast, difference, mix, opaque, rgba, seen
from trc_module.art.map.style import load_style, style_names
from trc_module.errors import UserError

GROUNDS = ("clear", "woods", "swamp", "mountain", "sea")


def test_there_are_two_looks_with_the_same_roles() -> None:
    assert style_names() == ["colour", "contrast"]
    one, other = load_style("colour"), load_style("contrast")
    assert set(one.colours) == set(other.colours)
    assert set(one.widths) == set(other.widths)
    assert set(one.tints) == set(other.tints)


def test_an_unknown_look_is_answered_with_those_there_are() -> None:
    with pytest.raises(UserError, match="no style 'night': choose one of colour, contrast"):
        load_style("night")


@pytest.mark.parametrize("vision", list(Vision))
def test_high_contrast_grounds_differ_for_every_eye(vision: Vision) -> None:
    style = load_style("contrast")
    seen_as = {ground: seen(style[ground], vision) for ground in GROUNDS}
    least = min((difference(seen_as[a], seen_as[b]), a, b) for a, b in combinations(GROUNDS, 2))
    assert least[0] > 9, least


@pytest.mark.parametrize("style_name", ["colour", "contrast"])
def test_names_are_readable_on_every_ground(style_name: str) -> None:
    style = load_style(style_name)
    for ground in (*GROUNDS[:4], "off_play", "panel"):
        # Names lie on their halo, which lets a little of the ground through.
        behind = mix(style[ground], opaque(style["label_halo"]), rgba(style["label_halo"])[3] / 255)
        assert contrast(style["label"], behind) > 7
    assert contrast(style["water_label"], style["sea"]) > 3


@pytest.mark.parametrize("style_name", ["colour", "contrast"])
@pytest.mark.parametrize("ground", [*GROUNDS, "sea_shallow"])
def test_hex_numbers_are_quiet_but_readable(style_name: str, ground: str) -> None:
    style = load_style(style_name)
    behind = mix(style[ground], opaque(style["label_halo"]), rgba(style["label_halo"])[3] / 255)
    ink = mix(behind, opaque(style["number"]), rgba(style["number"])[3] / 255)
    assert 4.5 < contrast(ink, behind) < 13


@pytest.mark.parametrize("style_name", ["colour", "contrast"])
def test_rivers_rails_and_borders_stand_out_from_plain_ground(style_name: str) -> None:
    style = load_style(style_name)
    for role in ("river", "rail", "border", "district", "coast"):
        assert contrast(style[role], style["clear"]) > 3, role
