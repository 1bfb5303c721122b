"""A sample of the crimes against options: all are found, under the right number."""

from __future__ import annotations

from tests.crimes.with_options import plant


def test_crimes_against_options_are_found_and_named() -> None:
    right, wrong = plant(range(3, 5), 2, 1)
    assert wrong == []
    assert len(right) >= 11
