from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from trc_module.art.backends.raster import render
from trc_module.art.colour import Vision
from trc_module.art.counters.bands import band_pattern
from trc_module.art.counters.faces import draw
from trc_module.art.counters.spec import UnitFace
from trc_module.art.palette import confusable, load_palette, palette_problems, parse_palette
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.resources import data_dir
from trc_module.roster.vocabulary import read_vocabulary

STANDARD = load_palette()
TEXT = STANDARD.path.read_text(encoding="utf-8")


def test_the_standard_palette_has_no_problem() -> None:
    assert list(palette_problems(STANDARD)) == []


def test_each_nationality_and_formation_has_a_livery() -> None:
    words = read_vocabulary(data_dir() / "trc")
    assert {*words.nations, *filter(None, words.formations)} == set(STANDARD.liveries)
    assert set(STANDARD.markers) == {"neutral", "german", "russian"}


def test_each_livery_has_a_band_of_its_own_and_the_band_is_drawn() -> None:
    bands = [livery.band for livery in STANDARD.liveries.values()]
    assert len(set(bands)) == len(bands)
    assert [name for name in bands if band_pattern(name).is_empty] == ["plain"]


def test_figures_of_too_little_contrast_are_told() -> None:
    poor = parse_palette(TEXT.replace('ink    = "#10140f"', 'ink    = "#4b5548"', 1), STANDARD.path)
    assert [p for p in palette_problems(poor) if "figures" in p] == [
        "german: figures in #4b5548 on #a9b1a2 have a contrast of 3.5, 7 is needed."
    ]


def test_liveries_of_one_band_and_of_like_grounds_are_told() -> None:
    alike = parse_palette(TEXT.replace('"diagonals"', '"bars"'), STANDARD.path)
    assert list(palette_problems(alike)) == [
        "rumanian and hungarian: the same band 'bars'; give one of them another.",
        "rumanian and hungarian: alike to protanopia vision; move their colours apart.",
        "rumanian and hungarian: alike to grey vision; move their colours apart.",
    ]


@pytest.mark.parametrize(
    ("back", "fore", "alike"),
    [("#7a4f0e", "#f9ecc8", False), ("#b08020", "#7fa22a", True)],
    ids=["light on dark", "brown on green"],
)
def test_on_one_ground_only_a_band_that_can_be_seen_tells_nations_apart(back: str, fore: str, alike: bool) -> None:
    """To a deuteranope brown and green stripes are one colour."""
    hungarian = replace(STANDARD.livery("hungarian"), ground=STANDARD.livery("rumanian").ground)
    rumanian = replace(STANDARD.livery("rumanian"), back=back, fore=fore)
    assert confusable(rumanian, hungarian, Vision.NORMAL) is False
    assert confusable(rumanian, hungarian, Vision.DEUTERANOPIA) is alike


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[livery.german] ", "[livery.german", "expected TOML"),
        ('ground = "#a9b1a2"\n', "", "the field 'ground' of 'german'"),
        ('ground = "#a9b1a2"', 'ground = "grey"', "a colour as #rrggbb, found 'grey'"),
        ('ground = "#a9b1a2"', 'colour = "#a9b1a2"\nground = "#a9b1a2"', "found 'colour'"),
    ],
)
def test_a_palette_that_cannot_be_read_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_palette(TEXT.replace(old, new, 1), STANDARD.path)
    assert message in str(caught.value)


def test_an_unknown_palette_is_refused_with_those_there_are() -> None:
    with pytest.raises(UserError, match=r"no palette 'nix'; choose one of .*standard"):
        load_palette("nix")


@pytest.mark.parametrize("vision", Vision, ids=lambda vision: vision.name.lower())
def test_every_pair_of_counters_looks_different_at_half_size(vision: Vision) -> None:
    """Blank counters, as somebody with that vision sees them at 50 % zoom, differ in a good part of their surface."""
    seen = {name: _seen(name, vision) for name in STANDARD.liveries}
    closest = min(
        (float(np.abs(seen[a] - seen[b]).max(axis=2).clip(0, 60).mean()), a, b) for a, b in combinations(seen, 2)
    )
    assert closest[0] > 4.0, closest


def _seen(livery: str, vision: Vision) -> NDArray[np.float64]:
    face = UnitFace(livery, "infantry", "XXX", "1", "C", ("4", "4"))
    image = render(draw(face, "nato", "normal", "standard")).convert("RGB")
    half = np.asarray(image.resize((41, 41), Image.Resampling.BOX), dtype=np.float64) / 255
    linear = np.where(half <= 0.04045, half / 12.92, ((half + 0.055) / 1.055) ** 2.4)
    simulated = np.clip(linear @ np.array(vision.value).T, 0, 1)
    encoded: NDArray[np.float64] = np.where(
        simulated <= 0.0031308, 12.92 * simulated, 1.055 * simulated ** (1 / 2.4) - 0.055
    )
    return 255 * encoded
