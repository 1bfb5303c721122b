"""The notation of combat orders: read, written, refused."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trc_module.errors import UserError
from trc_module.games.trc.orders.notation import orders_text, read_orders
from trc_module.games.trc.orders.values import RESULTS, Answer, BattleOrder, Orders, RetreatWay

HEADER = "turn 3 axis impulse 1\n"


def battle(line: str) -> BattleOrder:
    """Return the one battle of some orders."""
    (found,) = read_orders(HEADER + line, "o.txt").battles
    return found


def test_the_published_form_is_read() -> None:
    assert battle("C10: 2-1 A1/EX 7i  AR 7i to B12; 4i,6i to A11 DR: B9") == BattleOrder(
        2,
        ("C10",),
        "2-1",
        answers={
            "A1": Answer(("7i",)),
            "EX": Answer(("7i",)),
            "AR": Answer(going=(RetreatWay(("7i",), ("B12",)), RetreatWay(("4i", "6i"), ("A11",)))),
            "DR": Answer(going=(RetreatWay((), ("B9",)),)),
        },
    )


def test_attackers_aircraft_guns_and_a_way_are_read() -> None:
    found = battle("T11+t12: 4-1 by 41a,46a air ger-hq-south guns rus-1-art barrage D1 T9-T8 # a comment\n  EX 46a; T9")
    assert (found.targets, found.odds, found.attackers) == (("T11", "T12"), "4-1", ("41a", "46a"))
    assert (found.air, found.guns, found.barrage) == (("ger-hq-south",), ("rus-1-art",), True)
    assert found.answers == {
        "D1": Answer(going=(RetreatWay((), ("T9", "T8")),)),
        "EX": Answer(("46a",), (RetreatWay((), ("T9",)),)),
    }


def test_an_answer_or_a_battle_may_be_left_open() -> None:
    assert battle("T11: 4-1 EX ?").answers["EX"].open
    assert battle("T11: 4-1 by 41a open").open


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "o.txt: there are no orders in it yet. Their first line names the impulse, as"),
        ("C10: 2-1\n", "o.txt, line 1: expected the impulse, as in 'turn 3 axis impulse 1', found 'C10: 2-1'."),
        (HEADER + "7i attacks", "o.txt, line 2: expected a battle, as in"),
        (HEADER + "C10: 3-2 A1 7i", "o.txt, line 2: expected the odds behind the colon, as in '2-1' or '1-3', found"),
        (HEADER + "C10: 2-1 XX 7i", "o.txt, line 2: expected one of AE, A1, AR, C, EX, DR, D1, DE, DS and what"),
        (HEADER + "C10: 2-1 A1 7i A1 4i", "o.txt, line 2: expected one answer to A1"),
        (HEADER + "C10: 2-1 A1 7i,,4i", "o.txt, line 2: expected units, as in '7i,4i', or where they go"),
        (HEADER + "C10: 2-1 by 7i by 4i", "o.txt, line 2: expected 'by' once"),
    ],
)
def test_another_shorthand_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(UserError) as refused:
        read_orders(text, "o.txt")
    assert str(refused.value).startswith(told)


_UNITS = st.lists(st.sampled_from(["7i", "4i", "41a", "ger-7-inf", "gdm"]), min_size=1, max_size=3, unique=True)
_WAYS = st.lists(st.sampled_from(["A11", "B9", "QQ12"]), min_size=1, max_size=2, unique=True).map(tuple)
_GOING = st.builds(RetreatWay, _UNITS.map(tuple), _WAYS)
_ANSWERS = st.builds(Answer, st.one_of(st.just(()), _UNITS.map(tuple)), st.lists(_GOING, max_size=2).map(tuple))
_BATTLES = st.builds(
    BattleOrder,
    st.just(0),
    st.lists(st.sampled_from(["C10", "T11", "NN3"]), min_size=1, unique=True).map(tuple),
    st.sampled_from(["1-6", "1-1", "9-1"]),
    st.one_of(st.just(()), _UNITS.map(tuple)),
    st.one_of(st.just(()), st.just(("ger-hq-south",))),
    st.one_of(st.just(()), st.just(("rus-1-art",))),
    st.booleans(),
    st.dictionaries(st.sampled_from(RESULTS), _ANSWERS, max_size=4),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_BATTLES, max_size=3))
def test_what_is_written_is_read_again(battles: list[BattleOrder]) -> None:
    orders = Orders(3, "russian", 2, tuple(battles))
    again = read_orders(orders_text(orders), "o.txt")
    assert [order.answers for order in again.battles] == [order.answers for order in battles]
    assert orders_text(again) == orders_text(orders)
