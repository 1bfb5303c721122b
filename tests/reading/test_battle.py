"""A battle as its lines tell of it."""

from __future__ import annotations

from trc_module.declarations import ATTACK, DEFEND, LEAVE
from trc_module.reading.battle import Fight


def test_its_units_have_the_order_in_which_lines_name_them() -> None:
    # Of a set the order would be another in each process.
    fight = Fight("1")
    attackers, defenders = [f"ger-{n}-inf" for n in (9, 3, 7, 1, 5)], [f"sov-{n}-army" for n in (8, 2, 6, 4)]
    for step, unit in enumerate(attackers):
        fight.declare(ATTACK, unit, step)
    for step, unit in enumerate(defenders, len(attackers)):
        fight.declare(DEFEND, unit, step)
    assert [*fight.units] == [*attackers, *defenders]
    fight.declare(LEAVE, "ger-7-inf", 9)
    assert fight.units == {*attackers, *defenders} - {"ger-7-inf"}
