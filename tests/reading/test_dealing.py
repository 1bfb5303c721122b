"""Plain dice of sides that fire are dealt by what they brought: who was hit was fired at before."""

from __future__ import annotations

from trc_module.declarations import Declaration
from trc_module.reading.dealing import FiringSide, dealt, sides_of
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
