"""Several plain dice dealt to battles: those of which lines name both sides, and those that somebody went from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.reading.test_search import evidence, said
from trc_module.games import find_game
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import ByHand
from trc_module.reading.habits import rolled_plain_together


def test_a_battle_of_one_side_had_a_die_if_somebody_retreated_from_it() -> None:
    trp = find_game("trp")
    first = [said(1, "DEF", b="1", u="blue-1"), said(2, "DIE", die="5"), said(3, "RETREAT", b="1", u="blue-1")]
    other = [said(4, "ATT", b="2", u="red-2"), said(5, "DEF", b="2", u="blue-2"), said(6, "DIE", die="2")]
    found = replace(evidence(*first, *other, units=["blue-1"]), grammar=trp.grammar, policy=trp.line_policy)
    likeliest = next(iter(rolled_plain_together.proposals(found)))
    assert [(line.step, line.says["b"]) for line in likeliest.into] == [(2, "1"), (6, "2")]


WORLD = {"red-2": 1, "blue-2": 2, "red-3": 5, "blue-3": 0}
FIRST = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
SECOND = ("5 ATT b=2 u=red-2", "6 DEF b=2 u=blue-2")
PLAIN = "4 DIE die=5"


def dealt(*lines: str, steps: tuple[int, ...] = (1,), **given: Any) -> Sequence[str]:
    return briefs(rolled_plain_together.proposals(phase(*lines, at=WORLD, steps=steps, **given)))


def test_several_dice_are_dealt_together() -> None:
    lines = (*FIRST, PLAIN, *SECOND, "7 DIE die=3")
    assert dealt(*lines) == [
        f"0, -{PLAIN}, -7 DIE die=3, +4 ROLL b={one} die=5, +7 ROLL b={other} die=3" for one, other in ((1, 2), (2, 1))
    ]
    assert dealt(*lines, barred=["red-2"]) == []
    assert dealt(*lines[:-1]) == []


def test_dice_that_a_line_asks_for_are_dealt_too() -> None:
    met = (*FIRST, "2 INTERCEPT b=1 u=blue-air x=red-air")
    both = ["0, -3 DIE die=5, +3 AIRDIE b=1 die=5", "0, -4 DIE die=2, +4 AIRDIE b=1 die=2"]
    assert dealt(*met, "3 DIE die=5", "4 DIE die=2", game="m41") == both


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("1 RETREAT b=1 u=red-1", "attack defend", "defend attack"),
        ("1 HIT b=1 u=red-1", "defend attack", "defend defend"),
        ("1 HIT b=1 u=blue-1", "attack defend", "attack attack"),
        ("1 HIT b=1 u=red-3", "attack defend", "defend attack"),
        ("1 ABSORB b=1", "attack defend", "attack attack"),
    ],
)
def test_where_sides_fire_dice_are_dealt_by_who_was_hit(line: str, first: str, second: str) -> None:
    known = [Fight("1", {"red-1": None}, {"blue-1": None})]
    found = dealt(line, "3 DIE die=5", "4 DIE die=2", game="m41", known=known, phase="combat")
    for told, sides in zip(found, (first, second), strict=False):
        one, other = sides.split()
        assert told == f"0, -3 DIE die=5, -4 DIE die=2, +3 TABLE b=1 as={one} die=5, +4 TABLE b=1 as={other} die=2"


@pytest.mark.parametrize(
    ("lines", "by_hand", "battle"),
    [
        (["5 GONE u=blue-2"], [], 2),
        (["5 GONE u=blue-3"], [], 1),
        ([], [ByHand(5, "blue-2", ("LOSS",))], 2),
        ([], [ByHand(5, "blue-2", ("RETREAT",))], 1),
    ],
    ids=["by the key of no battle", "in no battle", "by hand", "not removed"],
)
def test_who_was_removed_was_hit_in_the_one_battle_that_he_fought(
    lines: Sequence[str], by_hand: Sequence[ByHand], battle: int
) -> None:
    fought = ("1 RETREAT b=1 u=red-1", "3 DIE die=5", "4 DIE die=2", *lines)
    known = [Fight("1", {"red-1": None}, {"blue-1": None}), Fight("2", {"red-2": None}, {"blue-2": None})]
    given: dict[str, Any] = {"game": "m41", "phase": "combat", "steps": (3,), "by_hand": by_hand}
    expected = "0, -3 DIE die=5, -4 DIE die=2, +3 TABLE b={0} as=attack die=5, +4 TABLE b={0} as=defend die=2"
    assert dealt(*fought, known=known, **given)[0] == expected.format(battle)
    # Which of two battles he was hit in nothing tells.
    other = Fight("3", {}, {"blue-2": None})
    assert dealt(*fought, known=[*known, other], **given)[0] == expected.format(1)


def test_what_befell_an_accused_unit_just_before_another_die_of_its_battle_may_have_come_of_both() -> None:
    known = [Fight("1", {"red-1": None}, {"blue-1": None}, known=True)]
    fired = ("4 HIT b=1 u=blue-1", "5 TABLE b=1 as=attack die=2 strength=2 sheet=full hits=", "7 DIE die=1")
    found = dealt("3 DIE die=6", *fired, steps=(4,), game="m41", known=known)
    behind = "+3 TABLE b=1 as=attack die=6, +7 TABLE b=1 as=defend die=1, 4>5.5"
    assert f"1, -3 DIE die=6, -7 DIE die=1, {behind}" in found
    assert not any(">" in each for each in dealt("3 DIE die=6", *fired, steps=(5,), game="m41", known=known))
