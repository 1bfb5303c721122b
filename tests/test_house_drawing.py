"""The drawing of a package's imports: floors, circles, and the names on it."""

from __future__ import annotations

from benchmarks.house import drawing, floors, part_of

HOUSE = {
    "inn.game": {"inn.rules.move": 1, "inn.rules.fight": 2},
    "inn.rules.move": {"inn.rules.fight": 1, "inn.data": 2},
    "inn.rules.fight": {"inn.rules.move": 1},
    "inn.data": {},
}


def test_a_circle_shares_a_floor_above_all_that_any_of_it_imports() -> None:
    assert floors(HOUSE) == {"inn.game": 2, "inn.rules.move": 1, "inn.rules.fight": 1, "inn.data": 0}


def test_a_part_has_its_own_imports_alone() -> None:
    assert part_of(HOUSE, "inn.rules") == {"move": {"fight": 1}, "fight": {"move": 1}}


def test_imports_within_a_circle_are_red() -> None:
    drawn = drawing(HOUSE, "a house")
    assert (drawn.count("<path "), drawn.count("<circle ")) == (5, 4)
    assert drawn.count('stroke="#c0392b"') == 2
    assert drawn.count('fill="#c0392b"') == 2
    assert ">inn.data</text>" in drawn
