from __future__ import annotations

import math

import numpy as np
import pytest

from trc_module.art.map.contour import area_above
from trc_module.art.map.noise import noise, scatter, speckle


def test_a_place_has_one_lot_and_lots_are_spread_evenly() -> None:
    x, y = (a.ravel() for a in np.meshgrid(np.arange(-50, 50), np.arange(-50, 50)))
    lots = scatter(x, y, 7)
    assert np.array_equal(lots, scatter(x, y, 7))
    assert not np.array_equal(lots, scatter(x, y, 8))
    assert (lots.min() >= 0, lots.max() < 1) == (True, True)
    assert np.histogram(lots, 4, (0, 1))[0] == pytest.approx(2500, abs=200)


def test_the_drawing_of_lots_never_changes() -> None:
    lots = scatter(np.array([0, 1, -3]), np.array([0, 2, 5]), 1)
    assert lots.tolist() == pytest.approx([0.60671308, 0.41246486, 0.88750372], abs=1e-8)


def test_noise_is_smooth_and_nought_on_its_lattice() -> None:
    x = np.linspace(0, 300, 3001)
    values = noise(x, np.full_like(x, 20.0), 40, 3)
    assert np.abs(values).max() <= 1.1
    assert np.abs(np.diff(values)).max() < 0.02
    assert noise(np.array([80.0]), np.array([120.0]), 40, 3)[0] == 0


def test_speckles_keep_their_distance() -> None:
    points = speckle(0, 0, 400, 300, 20, 5)
    assert 250 < len(points) < 350
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + 1e9 * np.eye(len(points))
    assert gaps.min() > 20 / 3


def test_a_contour_is_where_the_field_crosses_its_level() -> None:
    y, x = np.mgrid[0:61, 0:81]
    cone = 20 - np.hypot(x - 40.0, y - 30.0)
    disc = area_above(cone, 0, 100, 200, 2)
    assert disc.area == pytest.approx(math.pi * 40**2, rel=0.01)
    assert (disc.centroid.x, disc.centroid.y) == pytest.approx((180, 260), abs=0.1)


def test_a_ring_with_an_island_has_a_hole_and_an_island() -> None:
    y, x = np.mgrid[0:61, 0:81]
    away = np.hypot(x - 40.0, y - 30.0)
    shape = area_above(np.where(away < 9, 5.0 - away, 6 - np.abs(away - 20)), 0, 0, 0, 1)
    assert shape.is_valid
    assert sorted(len(p.interiors) for p in shape.geoms) == [0, 1]
    assert shape.area == pytest.approx(math.pi * (26**2 - 14**2 + 5**2), rel=0.02)


def test_a_field_below_its_level_has_no_contour() -> None:
    assert area_above(np.zeros((9, 9)), 1, 0, 0, 1).is_empty
