"""Keys of a battle under the number that the module has gone on to, or had before."""

from __future__ import annotations

from tests.reading.test_search import evidence, said
from trc_module.reading.changes import Change
from trc_module.reading.habits import numbered_on
from trc_module.reading.weights import rank
from trc_module.rules.interpretation import Line

FIRST = (said(1, "ATT", b="1", u="red-1"), said(1, "DEF", b="1", u="blue-1"), said(2, "ROLL", b="1", die="4"))


def read(*lines: Line, moved: int = 0) -> list[tuple[list[int], set[str | None]]]:
    """Return the steps whose lines are read as those of another battle, and of which, by each change."""
    found = evidence(*lines, visits={"blue-1": [moved]} if moved else {}, units=("red-2",))
    return [
        ([line.step for line in change.out], {line.says.get("b") for line in change.into})
        for change in numbered_on.proposals(found)
    ]


def test_an_attacker_whose_key_comes_after_the_die_may_be_of_the_battle_before() -> None:
    late = (said(3, "ATT", b="2", u="red-2"), said(3, "DEF", b="2", u="blue-1"))
    assert read(*FIRST, *late) == [([3, 3], {"1"})]


def test_an_attack_on_who_has_gone_since_the_die_is_a_new_one() -> None:
    late = (said(5, "ATT", b="2", u="red-2"), said(5, "DEF", b="2", u="blue-1"))
    assert read(*FIRST, *late, moved=4) == []


def test_a_battle_with_a_die_of_its_own_stays() -> None:
    other = (said(3, "ATT", b="2", u="red-2"), said(3, "DEF", b="2", u="blue-1"), said(4, "ROLL", b="2", die="4"))
    assert read(*FIRST, *other) == []


def test_who_was_declared_before_the_number_went_on_may_be_of_the_battle_after() -> None:
    early = said(0, "ATT", b="0", u="red-2")
    assert read(early, *FIRST) == [([0], {"1"})]


def test_a_free_choice_is_tried_after_all_else_of_its_price() -> None:
    assert rank(Change(2, "a", "a", chosen=True)) > rank(Change(2, "z", "z"))
    assert rank(Change(2, "z", "z", chosen=True)) < rank(Change(3, "a", "a"))
