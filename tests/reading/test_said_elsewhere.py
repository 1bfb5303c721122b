"""Cards are played in another order than their keys were pressed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

CARDS = """
at: turn 4 axis combat
hand: axis 4, soviet 4
on G20: ger-3-pz ger-16
on H19: ger-1-pz ger-18
on H20: sov-south
target sov-south
attack 1: ger-3-pz ger-16 ger-1-pz ger-18 x sov-south
card soviet card-42 event
card axis card-31 event
attack 2: sov-south x ger-3-pz ger-16
roll 2: 1
end
"""
"""The first card asks for a counterattack, the second takes back the card before it."""


def test_two_cards_between_dice_may_have_been_played_the_other_way_round(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), CARDS, [], tmp_path) == []


def test_a_card_that_was_discarded_asks_for_nothing(tmp_path: Path) -> None:
    told = told_of(parts_of("nr"), CARDS.replace("card-42 event", "card-42 discard"), [], tmp_path)
    assert any(text.startswith("violation 10.7:") for text in told)


ROLLED_ANEW = """
at: turn 2 soviet combat
hand: axis 1
on E13: sov-central
on D12: ger-16 ger-18
on F11: sov-west
on G11: ger-4
target ger-4
target ger-16
attack 1: sov-central x ger-16 ger-18
roll 1: 5
attack 2: sov-west x ger-4
card axis card-44 event
roll 2: 3
end
"""
"""The card takes back the die of the battle at hand, if that brought nothing."""


def test_a_card_for_a_battle_may_have_been_laid_down_before_it_was_declared(tmp_path: Path) -> None:
    """It would have been for the battle before, which is accused at the end of the phase then."""
    assert told_of(parts_of("nr"), ROLLED_ANEW, ["earlier CARD 1"], tmp_path) == []


CUT_OFF = """
at: turn 2 german blitz-combat good
status: ger-2-army disrupted, ger-2-pzgr disrupted, ger-9-army disrupted
on D2: ger-2-army ger-2-pzgr
on C1: rus-13-army
on D1: rus-20-army
on E1: rus-24-army
on C2: rus-43-army
on C3: rus-rzhev
on D3: rus-western
on E2: rus-bryansk
on A1: ger-9-army
box german air: ger-8-fk
end
eliminate {} because M41-SUP-1
air-supply ger-2-pzgr by ger-8-fk
end
"""


@pytest.mark.parametrize(("unit", "expected"), [("ger-2-army", []), ("ger-9-army", ["M41-SUP-1"])])
def test_supplies_may_have_been_flown_when_another_unit_of_the_hex_was_gone(
    unit: str, expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("m41"), CUT_OFF.format(unit), ["earlier AIRSUPPLY 1"], tmp_path)
    assert [text.split()[1].rstrip(":") for text in found] == expected
