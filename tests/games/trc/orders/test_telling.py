"""What is told of orders: the words around the findings."""

from __future__ import annotations

import pytest

from tests.games.trc.orders.test_checking import FRONT, WHOLE, checked
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.orders.telling import check_text

GAP = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on W17: ger-17-inf
on X17: rus-24-inf
on V15: ger-56-pz
"""


def lines(orders: str, position: str = FRONT) -> list[str]:
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    return [line for line in check_text(game, checked(orders, position)).splitlines() if line]


def test_orders_without_a_fault_are_told_in_three_lines() -> None:
    assert lines(f"X17: 2-1 by 41a,47a,17i {WHOLE}") == [
        "Turn 2 axis impulse 1: 1 battle ordered.",
        "X17 at 2-1 (line 2): 18 to 7 is 2-1.",
        "Nothing is wrong or missing.",
    ]


def test_lower_odds_are_named_with_those_that_there_could_be() -> None:
    told = lines("X17: 1-1 by 41a,47a,17i open")
    assert told[:3] == [
        "Turn 2 axis impulse 1: 1 battle ordered.",
        "X17 at 1-1 (line 2): 18 to 7 is 2-1.",
        "  The odds could be 2-1.",
    ]
    assert told[4] == "  X17 A1 2 in 6 (left open): who is lost, 41a, 47a, 17i."


def test_battles_are_counted() -> None:
    two = FRONT.replace("on X17: rus-24-inf rus-4-inf", "on X17: rus-24-inf\non X16: rus-4-inf")
    assert (
        lines("X17: 2-1 by 41a,47a open\nX16: 1-1 by 17i open", two)[0] == "Turn 2 axis impulse 1: 2 battles ordered."
    )


def test_six_ends_of_a_retreat_are_named_and_no_more() -> None:
    told = lines("X17: 4-1 by 41a,47a,17i open", GAP)
    assert [line for line in told if " DR " in line or " EX " in line] == [
        "  X17 EX 1 in 6 (left open): who is lost, 41a, 47a, 17i.",
        "  X17 DR 1 in 6 (left open): where 24i goes (X15, Y15).",
    ]
    free = lines(
        "X17: 4-1 by 41a,47a,17i open", GAP.replace("on W17: ger-17-inf\n", "").replace("47-pz", "47-pz ger-17-inf")
    )
    assert free[-2] == "  X17 DR 1 in 6 (left open): where 24i goes (V18, V17, W18, W17, W16, X16, ...)."


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("on U17: ger-3-pz", ["where 24i goes (W18, W17, W16, X16, X15, Y15)."]),
        ("on W17: ger-17-inf\non X14: ger-3-pz", []),
    ],
    ids=["six", "one"],
)
def test_six_ends_are_all_and_one_is_no_choice(more: str, told: list[str]) -> None:
    attackers = "47-pz" if "17-inf" in more else "47-pz ger-17-inf"
    position = GAP.replace("on W17: ger-17-inf\n", "").replace("47-pz", attackers) + more
    shown = lines("X17: 4-1 by 41a,47a,17i open", position)
    assert [line.rpartition(": ")[2] for line in shown if line.startswith("  X17 DR ")] == told


def test_a_lone_attacker_has_no_loss_to_choose_and_a_lone_end_is_none_either() -> None:
    alone = "game: trc\nat: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    told = lines("X17: 1-1 by 41a", alone)
    assert [line.split(":")[0].strip() for line in told if " in 6" in line] == ["X17 AR 1 in 6", "X17 DR 1 in 6"]


def test_who_is_named_nowhere_attacks_what_nobody_else_attacks() -> None:
    two = FRONT.replace("on X17: rus-24-inf rus-4-inf", "on X17: rus-24-inf\non X16: rus-4-inf")
    battles = checked("X17: 2-1 by 41a,47a open\nX16: 1-1 open", two).battles
    assert [battle.battle.attack.attackers for battle in battles] == [("ger-41-pz", "ger-47-pz"), ("ger-17-inf",)]


def test_aircraft_of_the_axis_are_stukas() -> None:
    told = lines("X17: 5-1 by 41a,47a,17i air ger-hq-south open", f"{FRONT}on Z18: ger-hq-south\n")
    assert told[1] == "X17 at 5-1 (line 2): 18 to 7 is 2-1, with support 5-1."
    assert told[-1] == "Nothing is wrong or missing."


@pytest.mark.parametrize(("way", "rules"), [("W16-V16", []), ("V16", []), ("W16-U16", [("DR", "13.3-DR")])])
def test_the_way_of_a_retreat_may_be_written_hex_by_hex(way: str, rules: list[tuple[str, str]]) -> None:
    check = checked(f"X17: 2-1 by 41a,47a,17i {WHOLE.replace('DR/D1 V17', f'DR 24i,4i to {way}  D1 V17')}")
    (battle,) = check.battles
    assert sorted({(result, finding.rule) for result, finding in battle.findings}) == rules


@pytest.mark.parametrize(("length", "shown"), [(51, f"by !{'x' * 51} open"), (52, f"by !{'x' * 52} ...")])
def test_a_long_text_that_is_refused_is_cut_at_sixty_signs(length: int, shown: str) -> None:
    with pytest.raises(UserError, match="and what is done on it") as refused:
        checked(f"X17: 2-1 by !{'x' * length} open")
    assert str(refused.value).endswith(f"found '{shown}'.")
