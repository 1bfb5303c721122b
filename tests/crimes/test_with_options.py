"""A sample of the crimes against options: all are found, under the right number, and nothing is said before them."""

from __future__ import annotations

from tests.crimes.with_options import plant


def test_crimes_against_options_are_found_and_named() -> None:
    tallies = plant(range(3, 5), 2, 1)
    planted = {name: tally for name, tally in tallies.items() if tally.planted}
    assert [miss for tally in planted.values() for miss in tally.misses] == []
    assert len(planted) >= 11
