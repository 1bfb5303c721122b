"""Coverage against the areas that geometry tells: every pixel of shapes within, across and beyond the picture."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon

from trc_module.art.backends.coverage import TILE, covered
from trc_module.art.backends.fills import area_edges, fills
from trc_module.art.backends.ribbons import stroke_edges
from trc_module.art.display import Area, Item, Line, Text, circle, rectangle


def painted(areas: list[NDArray[np.float64]], width: int, height: int, opacity: int = 255) -> list[NDArray[np.uint8]]:
    """Return the coverage of each area as a picture of its own."""
    pictures = [np.zeros((height, width), np.uint8) for _ in areas]
    for band in covered(areas, [opacity] * len(areas), width, height):
        for area, (west, north, east, south), column in band.boxes:
            tile = band.masks[: south - north, column : column + east - west] if column >= 0 else opacity
            assert not pictures[area][north:south, west:east].any()
            pictures[area][north:south, west:east] = tile
    return pictures


def exact(shape: Polygon | MultiPolygon, width: int, height: int) -> NDArray[np.float64]:
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    pixels = shapely.box(x, y, x + 1, y + 1)
    shapely.prepare(shape)
    share = shapely.contains(shape, pixels).astype(float)
    rim = shapely.intersects(shape, pixels) & (share == 0)
    share[rim] = shapely.area(shapely.intersection(pixels[rim], shape))
    return np.asarray(share)


def worst(shape: Polygon | MultiPolygon, width: int, height: int) -> float:
    (picture,) = painted([area_edges([shape])], width, height)
    return float(np.abs(picture / 255 - exact(shape, width, height)).max())


ALMOST = 0.6 / 255


@pytest.mark.parametrize(
    "shape",
    [
        circle(40, 37, 25),
        Polygon(circle(70, 70, 60).exterior, [circle(75, 66, 31).exterior]),
        rectangle(-20, -20, 300, 300),
        rectangle(3.25, 5.5, 100, TILE),
        rectangle(10, TILE - 0.5, 9000, 0.25),
        MultiPolygon([circle(20, 20, 12), circle(90, 100, 20), circle(140, 30, 30)]),
        Polygon([(-50, 60), (75, -400), (400, 61), (75, 61.5)]),
        shapely.transform(rectangle(0, 0, 50, 50), lambda p: p[::-1] + 31.7),
        # The slope of its lowest edge is greater than any number.
        Polygon([(0, 1), (0, 2.2e-309), (1, 0)]),
    ],
)
def test_coverage_is_the_area_inside_each_pixel(shape: Polygon | MultiPolygon) -> None:
    assert worst(shape, 150, 140) <= ALMOST


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.floats(-40, 120), st.floats(-40, 120)), min_size=3, max_size=9))
def test_any_outline_covers_what_it_encloses(points: list[tuple[float, float]]) -> None:
    shape = shapely.MultiPoint(points).convex_hull
    if isinstance(shape, Polygon) and shape.area > 1e-6:
        assert worst(shape, 80, 70) <= ALMOST


def test_areas_keep_to_themselves_and_overlaps_count_once() -> None:
    both = MultiPolygon([rectangle(10, 10, 40, 40), rectangle(30, 20, 60, 10)])
    first, second = painted([area_edges([both]), area_edges([circle(70, 70, 9)])], 100, 90, opacity=128)
    assert set(np.unique(first)) == {0, 128}
    assert np.count_nonzero(first) == 1600 + 400
    assert not second[:60].any()
    assert second[70, 70] == 128


def test_nothing_in_sight_gives_nothing() -> None:
    assert list(covered([], [], 50, 50)) == []
    assert list(covered([area_edges([circle(300, 20, 9)]), area_edges([circle(20, -90, 9)])], [255, 255], 50, 50)) == []


@pytest.mark.parametrize("cap", ["round", "flat"])
@pytest.mark.parametrize(
    "line",
    [
        LineString([(20, 20), (90, 33), (40, 70), (41, 20)]),
        LineString([(20, 50), (60, 50), (60, 20)]),
        LineString(circle(60, 60, 40).exterior),
        LineString([(10 + 3 * k, 40 + 12 * np.sin(k / 2)) for k in range(30)]),
    ],
)
def test_a_stroke_covers_what_lies_within_half_its_width(line: LineString, cap: str) -> None:
    shape = line.buffer(3.5, quad_segs=16, cap_style="round" if cap == "round" else "flat")
    (picture,) = painted([stroke_edges([line], 7, "round" if cap == "round" else "flat", 8.0)], 130, 120)
    off = np.abs(picture / 255 - exact(shape if isinstance(shape, Polygon) else Polygon(), 130, 120))
    # In a sharp bend two legs overlap, and the pixels on their rims are as dense as both together.
    assert np.count_nonzero(off > 0.08) <= 12
    assert off.sum() < 0.01 * shape.area


def test_neighbours_of_one_colour_are_painted_as_one_unless_it_is_translucent() -> None:
    solid: list[Item] = [Area(circle(10, 10, 5), "#000000"), Line(LineString([(0, 0), (9, 9)]), "#000000", 2)]
    clear: list[Item] = [Area(circle(10, 10, 5), "#00000080"), Area(circle(12, 10, 5), "#00000080")]
    assert [fill.colour for fill in fills([*solid, *clear], 1)] == ["#000000", "#00000080", "#00000080"]


def test_a_halo_is_painted_beneath_its_letters() -> None:
    halo, ink = fills([Text("Oder", (10, 30), 20, "#101010", halo="#fafafa", halo_width=2)], 1)
    rim, letters = painted([halo.edges, ink.edges], 80, 45)
    assert (halo.colour, ink.colour) == ("#fafafa", "#101010")
    assert (rim[letters > 0] == 255).all()
    assert np.count_nonzero(rim) > 2 * np.count_nonzero(letters)
