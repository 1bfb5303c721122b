"""Plain dice of sides that fire are dealt by what they brought: who was hit was fired at before."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.reading.phases import TOY
from tests.untidy.other_plays import parts_of
from trc_module.declarations import Declaration
from trc_module.reading.battle import Fight
from trc_module.reading.dealing import FiringSide, dealt, in_order, sides_of
from trc_module.rules.interpretation import Line


def line(step: int, verb: str, **fields: str) -> Line:
    return Line(step, Declaration(verb, fields))


def sides(*lines: Line) -> list[FiringSide]:
    """Return the sides of two battles; the defenders of both are the units `d1` and `d2`."""
    fired_at = {"d1": "attack", "d2": "attack", "a1": "defend", "a2": "defend"}
    suffers = {"HIT": lambda one: fired_at[one.says["u"]]}
    return sides_of(
        ("1", "2"), ("attack", "defend"), lines, ("TABLE",), lambda one: suffers.get(one.says.verb, lambda _: "")(one)
    )


def likeliest(dice: list[Line], found: list[FiringSide], rounds: int = 2) -> list[tuple[str, str]]:
    return [(side.battle, side.word) for side in next(dealt(dice, found, rounds))]


def test_a_die_is_of_the_side_whose_enemies_were_hit_without_one() -> None:
    found = sides(
        line(1, "TABLE", b="1", **{"as": "attack"}, hits="1"),
        line(3, "HIT", b="1", u="d1"),
        line(4, "HIT", b="2", u="d2"),
    )
    assert likeliest([line(2, "DIE", die="4")], found) == [("2", "attack")]


def test_a_die_that_has_brought_nothing_explains_no_hit() -> None:
    found = sides(
        line(1, "TABLE", b="1", **{"as": "attack"}, hits="0"),
        line(2, "TABLE", b="2", **{"as": "attack"}, hits="1"),
        line(4, "HIT", b="1", u="d1"),
        line(5, "HIT", b="2", u="d2"),
    )
    assert likeliest([line(3, "DIE", die="4")], found) == [("1", "attack")]


def test_no_side_fires_oftener_than_a_battle_has_rounds() -> None:
    found = sides(
        line(1, "TABLE", b="1", **{"as": "attack"}, hits="0"),
        line(2, "TABLE", b="1", **{"as": "defend"}, hits="0"),
        line(9, "HIT", b="2", u="a2"),
    )
    ways = [[(side.battle, side.word) for side in way] for way in dealt([line(3, "DIE", die="4")], found, 1)]
    assert ways[0] == [("2", "defend")]
    assert {battle for ((battle, _),) in ways[:2]} == {"2"}
    assert {battle for ((battle, _),) in ways[2:]} == {"1"}


def test_a_die_is_of_the_side_that_has_not_fired_while_the_other_has() -> None:
    found = sides(
        line(1, "TABLE", b="1", **{"as": "attack"}, hits="0"),
        line(3, "TABLE", b="2", **{"as": "attack"}, hits="0"),
        line(4, "TABLE", b="2", **{"as": "defend"}, hits="0"),
    )
    assert likeliest([line(5, "DIE", die="4")], found) == [("1", "defend")]


def test_a_side_is_as_far_from_a_die_as_the_nearest_line_of_its_battle() -> None:
    found = sides(line(3, "ADVANCE", b="1", u="a1"), line(9, "ADVANCE", b="1", u="a1"))
    assert [side.far(5) for side in found] == [2, 2, 1000, 1000]


@pytest.mark.parametrize(
    ("hits", "hit_from", "unpaid", "first"),
    [
        ([], 0, 2, 3),
        ([1], 5, 1, 0),
        ([1], 6, 1, 3),
        ([1, 2], 3, 0, 0),
        ([None], 4, 0, 0),
        ([0], 0, 2, 3),
    ],
)
def test_hits_are_paid_by_dice_that_brought_them_and_the_first_by_one_before_it(
    hits: list[int | None], hit_from: int, unpaid: int, first: int
) -> None:
    """A hit may be carried out two steps before its die, as a slip of the hand."""
    side = FiringSide("1", "attack", [1] * len(hits), hits, hit_from, [3, 4])
    assert (side.unpaid, side.first_unpaid) == (unpaid, first)
    assert FiringSide("1", "attack", [1] * len(hits), hits, hit_from).first_unpaid == 0


def test_a_die_before_a_hit_is_likelier_than_one_of_a_side_that_has_fired_less() -> None:
    found = sides(
        line(2, "TABLE", b="2", **{"as": "attack"}, hits="0"),
        line(4, "HIT", b="1", u="d1"),
        line(5, "TABLE", b="1", **{"as": "attack"}, hits="1"),
        line(6, "DEF", b="1", u="d1"),
    )
    assert likeliest([line(3, "DIE", die="4")], found) == [("1", "attack")]


def test_what_a_side_has_fired_is_counted_from_its_lines() -> None:
    first, *_ = sides(
        line(1, "TABLE", b="1", **{"as": "attack"}, hits="0"),
        line(2, "TABLE", b="1", **{"as": "attack"}),
        line(3, "TABLE", b="1", **{"as": "attack"}, hits="2"),
        line(4, "HIT", b="1", u="d1"),
    )
    assert first == FiringSide("1", "attack", [1, 2, 3], [0, None, 2], 2, [4], [1, 2, 3, 4])


@pytest.mark.parametrize(("dice", "ways"), [(5, 4**5), (6, 3**6)])
def test_with_many_dice_only_the_likeliest_sides_are_tried(dice: int, ways: int) -> None:
    plain = [line(step, "DIE", die="4") for step in range(1, dice + 1)]
    assert len(list(dealt(plain, sides(line(9, "ADVANCE", b="1", u="a1")), 0))) == ways


def _one_each(*found: FiringSide, dice: Sequence[int]) -> list[str]:
    """Return the battles that the dice are of, of which there are so many that each is of its likeliest one."""
    return [side.battle for side in next(dealt([line(step, "DIE", die="4") for step in dice], found, 0))]


def test_a_side_lacks_a_die_if_a_hit_is_unpaid_or_was_so_when_it_was_carried_out() -> None:
    near = FiringSide("1", "attack", near=[5])
    assert _one_each(near, FiringSide("2", "attack", suffered=[3]), dice=[9] * 11) == ["2"] * 11
    # All hits are paid, but the first one was carried out long before the die that has brought it.
    late = FiringSide("2", "attack", [9], [1], 9, [3])
    assert _one_each(near, late, dice=[5] * 11) == ["2"] * 11
    assert _one_each(near, late, dice=[6] * 11) == ["1"] * 11


@pytest.mark.parametrize(("step", "battle"), [(5, "2"), (6, "1")])
def test_a_hit_that_came_too_early_is_explained_by_a_die_of_its_time_before_one_that_is_unpaid(
    step: int, battle: str
) -> None:
    unpaid = FiringSide("1", "attack", [3], [1], 3, [3, 8], [5])
    assert _one_each(unpaid, FiringSide("2", "attack", [9], [1], 9, [3]), dice=[step]) == [battle]


def _fight(number: str, declared: int, *results: Line) -> Fight:
    return Fight(number, declared=[declared], results=list(results))


def _ways(dice: Sequence[int], *fights: Fight) -> list[list[tuple[int, int]]]:
    found = in_order(TOY.grammar, [line(step, "DIE", die="4") for step in dice], fights)
    return [[(die.step, at) for die, at in way] for way in found]


def test_dice_are_dealt_to_battles_in_every_way() -> None:
    first, second = _fight("1", 1), _fight("2", 2)
    assert _ways((3, 4), first, second) == [[(3, 0), (4, 1)], [(3, 1), (4, 0)]]
    assert _ways((3,), first, second) == [[(3, 0)], [(3, 1)]]
    assert _ways((3, 4), first) == [[(3, 0)], [(4, 0)]]
    assert _ways((3,)) == []


def test_a_die_comes_after_its_battle_is_declared() -> None:
    assert _ways((3,), _fight("1", 5), _fight("2", 2)) == [[(3, 1)], [(3, 0)]]


def test_a_die_before_what_it_has_brought_is_likelier() -> None:
    told, lost = line(4, "RETREAT", b="1", u="d1"), line(4, "LOSS", b="1", u="d1")
    assert _ways((3,), _fight("1", 1), _fight("2", 2, told)) == [[(3, 1)], [(3, 0)]]
    assert _ways((5,), _fight("1", 1, lost), _fight("2", 2)) == [[(5, 1)], [(5, 0)]]
    assert _ways((3, 5), _fight("1", 1, told), _fight("2", 2, lost)) == [[(3, 0), (5, 1)], [(3, 1), (5, 0)]]


def test_a_die_of_a_battle_of_which_more_is_said_than_who_fights_is_likelier() -> None:
    """Nothing is carried out by a key that turns no counter."""
    said, behind = line(2, "TARGET", b="2", u="d1"), line(4, "TARGET", b="1", u="d1")
    grammar = parts_of("nr").grammar
    fights = [_fight("1", 1, behind), _fight("2", 1, said, behind)]
    found = in_order(grammar, [line(3, "DIE", die="4")], fights)
    assert [[at for _, at in way] for way in found] == [[1], [0]]
