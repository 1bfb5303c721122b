"""Orders held against a position before they are mailed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.checking import OrdersCheck, check_orders
from trc_module.games.trc.orders.notation import read_orders
from trc_module.rules.record import read_record

FRONT = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on Y16: ger-17-inf
on X17: rus-24-inf rus-4-inf
"""
WHOLE = "A1 17i; 41a,47a to Z18  AR 41a,47a to Z18; 17i to Y15  EX 17i; W16  DR/D1 V17"


def checked(line: str, position: str = FRONT, header: str = "turn 2 axis impulse 1") -> OrdersCheck:
    """Return what is found on orders of one battle."""
    record = read_record(position, "p.game", find_game)
    game = record.game
    assert isinstance(game, Trc)
    return check_orders(game, record.start, read_orders(f"{header}\n{line}", "o.txt"), "o.txt")


def found(check: OrdersCheck) -> list[tuple[str, str]]:
    """Return what breaks a rule: the result, and the rule's number."""
    return [(result, finding.rule) for battle in check.battles for result, finding in battle.findings]


def test_orders_that_answer_all_are_clean() -> None:
    check = checked(f"X17: 2-1 by 41a,47a,17i {WHOLE}")
    assert found(check) == []
    assert check.battles[0].unanswered == ()
    assert check.clean


def test_the_attackers_are_gathered_from_the_answers() -> None:
    (battle,) = checked(f"X17: 2-1 {WHOLE}").battles
    assert sorted(battle.battle.attack.attackers) == ["ger-17-inf", "ger-41-pz", "ger-47-pz"]


def test_wrong_odds_are_told_and_lower_ones_are_not() -> None:
    assert found(checked(f"X17: 3-1 by 41a,47a,17i {WHOLE}")) == [("", "13.1a")]
    lower = checked("X17: 1-1 by 41a,47a,17i open")
    assert found(lower) == []
    assert lower.battles[0].real == "2-1"


def test_a_result_without_an_answer_has_its_chance() -> None:
    check = checked(f"X17: 2-1 by 41a,47a,17i {WHOLE.replace('A1 17i; 41a,47a to Z18', '')}")
    (left,) = check.battles[0].unanswered
    assert (left.result, left.chance) == ("A1", Fraction(1, 6))
    assert [(sorted(choice.units), choice.losses) for choice in left.choices] == [
        (["ger-17-inf", "ger-41-pz", "ger-47-pz"], 1)
    ]
    assert not check.clean


def test_a_battle_left_open_may_be_mailed() -> None:
    check = checked("X17: 2-1 by 41a,47a,17i open")
    assert {left.result for left in check.battles[0].unanswered} == {"A1", "AR", "EX", "DR", "D1"}
    assert check.clean


def test_what_an_answer_breaks_is_told_with_the_result() -> None:
    into_a_zone = WHOLE.replace("17i to Y15", "17i to W16")
    assert found(checked(f"X17: 2-1 by 41a,47a,17i {into_a_zone}")) == [("AR", "13.5a")]
    too_far = WHOLE.replace("DR/D1 V17", "DR V17  D1 U17")
    assert found(checked(f"X17: 2-1 by 41a,47a,17i {too_far}")) == [("D1", "13.3-D1")] * 2


def test_a_battle_that_must_be_fought_is_missed() -> None:
    check = checked("X17: 1-1 by 41a,47a open")
    assert [finding.rule for finding in check.missing] == ["12.3b"]
    assert not check.clean


def test_a_result_that_the_column_does_not_have_is_told() -> None:
    check = checked(f"X17: 2-1 by 41a,47a,17i {WHOLE}  DE V17")
    assert check.battles[0].idle == ("DE",)
    assert not check.clean


def test_orders_may_be_checked_before_the_movement_ends() -> None:
    moving = FRONT.replace("combat", "movement")
    assert checked(f"X17: 2-1 by 41a,47a,17i {WHOLE}", moving).clean


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("X17: 2-1 by 40a open", "o.txt, line 2: expected a unit of this battle, one of "),
        ("ZZ99: 2-1 open", "o.txt, line 2: expected a hex of the map, found 'ZZ99'."),
        ("A10: 2-1 open", "o.txt, line 2: expected russian units in A10, found none."),
        ("X17: 11-1 by 41a open", "o.txt, line 2: expected odds of the results table, found 11-1."),
        ("X17: 2-1 by 41a DR ZZ99", "o.txt, line 2, DR: expected a hex of the map, found 'ZZ99'."),
    ],
)
def test_what_cannot_be_meant_is_refused(line: str, told: str) -> None:
    with pytest.raises(UserError) as refused:
        checked(line)
    assert str(refused.value).startswith(told)


def test_a_name_that_two_units_share_is_refused() -> None:
    two = FRONT + "on W16: rum-4-inf ger-4-inf\n"
    with pytest.raises(UserError, match=r"o\.txt, line 2: '4i' may be rum-4-inf, ger-4-inf; write the id"):
        checked("X17: 2-1 by 4i open", two)
    assert checked("X17: 1-1 by ger4i,41a,47a,17i,ru4i open", two).battles[0].findings == ()


def test_orders_of_another_impulse_are_refused() -> None:
    with pytest.raises(UserError, match="expected orders of turn 2 axis impulse 1 combat, the moment of the position"):
        checked("X17: 2-1 open", header="turn 3 axis impulse 1")
