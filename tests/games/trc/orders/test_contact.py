"""Orders drafted from who stands next to whom."""

from __future__ import annotations

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.checking import check_orders
from trc_module.games.trc.orders.contact import orders_by_contact
from trc_module.games.trc.orders.notation import orders_text, read_orders
from trc_module.rules.record import read_record

FRONT = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on Y16: ger-17-inf
on X17: rus-24-inf
on X16: rus-4-inf
"""


def drafted(position: str) -> str:
    record = read_record(position, "p.game", find_game)
    assert isinstance(record.game, Trc)
    return orders_text(orders_by_contact(record.game, record.start, "p.game"))


def test_every_enemy_hex_gets_an_attacker_and_every_unit_attacks_once() -> None:
    head, *battles = drafted(FRONT).splitlines()
    assert head == "turn 2 axis impulse 1"
    assert [line.partition(":")[0] for line in battles] == ["X17", "X16"]
    units = [line.split(" by ")[1].split()[0].split(",") for line in battles]
    assert sorted(unit for each in units for unit in each) == ["17i", "41a", "47a"]
    assert all(units)


def test_a_hex_that_one_unit_alone_reaches_comes_before_one_that_several_reach() -> None:
    three = "on Y16: ger-41-pz\non Y15: ger-17-inf\non X17: rus-24-inf\non X16: rus-4-inf\non X15: rus-3-inf\n"
    lines = drafted(f"{FRONT.partition('on ')[0]}{three}").splitlines()[1:]
    assert [line.partition(" ?")[0].rpartition("  ")[0] for line in lines] == ["X17: 2-1 by 41a", "X15: 1-2 by 17i"]


def test_the_draft_can_be_checked_as_it_stands() -> None:
    record = read_record(FRONT, "p.game", find_game)
    assert isinstance(record.game, Trc)
    found = check_orders(record.game, record.start, read_orders(drafted(FRONT), "o.txt"), "o.txt")
    assert [battle.findings for battle in found.battles] == [(), ()]
    assert found.missing == ()
    assert all(battle.real == battle.order.odds for battle in found.battles)


def test_a_position_in_movement_is_taken_as_its_end() -> None:
    assert drafted(FRONT.replace("1 combat", "1 movement")) == drafted(FRONT)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            FRONT.replace("1 combat", "2 end"),
            "expected a position in movement or combat, found turn 2 axis impulse 2 end",
        ),
        (
            "game: trc\nat: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz\n",
            "expected units next to enemies in turn 2 axis impulse 1 combat, found none",
        ),
    ],
    ids=["end", "alone"],
)
def test_where_nobody_can_attack_it_is_said(position: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        drafted(position)
