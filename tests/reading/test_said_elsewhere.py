"""Cards are played in another order than their keys were pressed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import said_elsewhere

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


WORLD: dict[str, int | None] = {"red-2": 1, "blue-2": 2, "red-3": 5, "blue-3": 0}
AIR: dict[str, Any] = {"game": "m41", "boxed": ["red-air", "blue-air"]}


def elsewhere(*lines: str, at: dict[str, int | None] | None = None, **given: Any) -> Sequence[str]:
    return briefs(said_elsewhere.proposals(phase(*lines, at=at or WORLD, **{"game": "nr", **given})))


def test_a_key_that_only_says_something_is_said_beside_its_battle_and_units_between_two_dice() -> None:
    battle = ("2 ROLL b=9 die=1", "3 ATT b=1 u=red-1", "4 DEF b=1 u=blue-1", "8 ROLL b=1 die=5", "9 LOSS b=1 u=blue-1")
    assert elsewhere(*battle, "5 TARGET u=blue-1", units=["blue-1"]) == ["1, 5>3.5"]
    assert elsewhere(*battle, "5 SUPPORT b=1 count=1", units=["blue-1"]) == ["1, 5>3.5", "1, 5>2.5"]
    assert elsewhere(*battle, "5 TARGET u=blue-2", units=["blue-1"]) == []
    assert elsewhere(*battle, "5 TARGET u=blue-1", steps=[99]) == []


def test_a_key_behind_others_battles_may_have_been_pressed_at_once_behind_its_own() -> None:
    own = ("3 ATT b=1 u=red-1", "4 DEF b=1 u=blue-1")
    support = "7 SUPPORT b=1 count=1"
    assert elsewhere(*own, support, units=["blue-1"]) == ["1, 7>3.5", "1, 7>2.5"]
    assert elsewhere(*own, "5 ATT b=2 u=red-2", support, units=["blue-1"]) == ["1, 7>4.5", "1, 7>3.5", "1, 7>2.5"]


def test_the_nearest_moments_to_either_side_are_tried() -> None:
    around = [f"{step} DEF b={step} u=blue-1" for step in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)]
    moments = (5.5, 4.5, 3.5, 2.5)
    before = [f"1, 6>{to - 1:g}" for to in moments]
    after = [f"1, 6>{step + 0.5}" for step in (7, 8, 9, 10)]
    assert elsewhere(*around, "6 TARGET u=blue-1", steps=[6]) == [*before, *after]


def test_the_key_of_a_way_comes_before_the_drags_since_the_last_die() -> None:
    battle = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
    goes = {"blue-1": dict.fromkeys(range(3, 11), 5)}
    for key, drags in ((8, (7, 6, 5)), (11, (10, 9, 8, 7))):
        line = f"{key} RETREAT b=1 u=blue-1"
        read = [f"1, -{line}, +{drag} RETREAT b=1 u=blue-1" for drag in drags]
        assert elsewhere(*battle, line, goes=goes, units=["blue-1"]) == read


def test_what_names_neither_a_unit_nor_a_battle_may_belong_to_what_is_accused_between_the_same_dice() -> None:
    lines = (
        "1 WIN side=axis rule=1",
        "3 ROLL b=1 die=2",
        "4 WIN side=axis rule=2",
        "8 ROLL b=2 die=2",
        "9 POINTS at=1",
    )
    assert elsewhere(*lines, "6 SURRENDER u=red-2", steps=[6]) == ["1, 4>6.5"]
    assert elsewhere(*lines, "6 SURRENDER u=red-2", steps=[9]) == []
    assert elsewhere(*lines, steps=[2]) == ["1, 1>2.5"]
    # Or to the battle whose die fell last, though what is accused is elsewhere.
    assert elsewhere(*lines, "2 ATT b=1 u=red-1", "6 SURRENDER u=red-2", steps=[2])[1:] == ["1, 4>6.5"]


def test_what_an_aircraft_does_for_a_unit_may_belong_to_an_accused_one_in_its_hex() -> None:
    flown, gone = "1 AIRSUPPLY u=red-1 x=red-air", "4 GONE u=red-{}"
    assert elsewhere(flown, gone.format(2), steps=[4], units=["red-2"], **AIR) == ["1, 1>4.5"]
    assert elsewhere(flown, gone.format(3), steps=[4], units=["red-3"], **AIR) == []
    away: dict[str, int | None] = {**WORLD, "red-1": None, "red-2": None}
    assert elsewhere(flown, gone.format(2), steps=[4], units=["red-2"], at=away, **AIR) == []


def test_lines_belong_together_by_their_battle_and_by_either_of_their_units() -> None:
    other = ("2 ATT b=1 u=red-air", "3 CUT u=red-2 x=red-air", "4 CUT u=red-3 x=red-air9", "5 ATT b=2 u=blue-air")
    met = "1 INTERCEPT b=1 u=blue-air x=red-air"
    assert elsewhere(met, "1 CUT u=blue-air", *other, units=["blue-air"], **AIR) == ["1, 1>2.5", "1, 1>3.5", "1, 1>5.5"]


def test_what_was_played_between_dice_may_belong_to_the_next_die_and_not_to_the_one_before() -> None:
    played, gone = "4 WIN side=red because=1", "{} GONE u=red-9"
    assert elsewhere("3 GAMBLE die=3", played, gone.format(5), steps=[3], game="m41") == []
    assert elsewhere("3 GAMBLE die=3", played, gone.format(5), steps=[5], game="m41") == ["1, 4>5.5"]
    assert elsewhere("5 GAMBLE die=3", played, gone.format(3), steps=[5], game="m41") == ["1, 4>2.5"]
    assert elsewhere("5 GAMBLE die=3", played, gone.format(3), steps=[6], game="m41") == []


SHIFTED = """
at: turn 1 soviet combat
hand: axis 3
on F13: sov-northwest
on G14: sov-central
on G13: ger-1-pz
on L11: sov-bryansk
on K11: ger-3-pz
target ger-1-pz
target ger-3-pz
attack 1: sov-northwest sov-central x ger-1-pz
roll 1: 4
counterblow sov-northwest
attack 2: sov-bryansk x ger-3-pz
card axis card-28 event
roll 2: 6 at 1-3
counterblow sov-bryansk
end
"""
"""The card is for the battle at hand."""


def test_a_card_may_have_been_played_when_its_battle_was_declared(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), SHIFTED, [], tmp_path) == []
    assert told_of(parts_of("nr"), SHIFTED, ["earlier CARD 1"], tmp_path) == []


CALLED_OFF = """
at: turn 2 axis attacks good
on K19: ger-2-army
on K18: sov-8-army
attack 1: ger-2-army x sov-8-army
ask axis
cancel 1:
fall-back sov-8-army K18 K17 K16 K15
disperse sov-8-army
end
"""
"""Who is attacked does not retreat of his own will, but may when the attack is called off."""


def test_a_battle_may_have_been_called_off_before_its_unit_went_away(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), CALLED_OFF, [], tmp_path) == []
    assert told_of(parts_of("trp"), CALLED_OFF, ["later CANCEL 4"], tmp_path) == []


CALLED_OFF_TWICE = """
at: turn 6 axis attacks-1 good
on O7: ger-56-pz
on P6: sov-3-army
on P7: sov-3-mex
attack 1: ger-56-pz x sov-3-army
odds 1: 2-1
cancel 1:
attack 2: ger-56-pz x sov-3-mex
cancel 2:
attack 3: ger-56-pz x sov-3-army
odds 3: 2-1
end
"""


@pytest.mark.parametrize("edits", [[], ["later CANCEL 2", "drop CANCEL 2"]])
def test_a_battle_may_have_been_called_off_before_its_unit_attacked_again(edits: list[str], tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), CALLED_OFF_TWICE, edits, tmp_path) == []


def test_what_is_said_of_a_battle_may_belong_before_what_is_accused_of_one_of_its_units() -> None:
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 FALLBACK u=blue-1", "5 CANCEL b=1")
    goes = {"blue-1": {4: 3}}
    found = elsewhere(*lines, goes=goes, game="trp", steps=[3, 4], units=["blue-1"])
    assert [text for text in found if text.startswith("1, 5>")] == ["1, 5>3.5", "1, 5>1.5", "1, 5>0.5"]
    # Who is in no battle may go away in any order.
    found = elsewhere(lines[0], *lines[2:], goes=goes, game="trp", steps=[3, 4], units=["blue-1", "red-1"])
    assert [text for text in found if text.startswith("1, 5>")] == ["1, 5>1.5", "1, 5>0.5"]


def test_what_is_read_as_said_with_a_die_is_not_moved() -> None:
    battle = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 ODDS b=1 odds=1-1", "5 ROLL b=1 die=1")
    assert elsewhere(*battle, "5 RESULT b=1 result=D1", game="trp", units=["blue-1"]) == ["1, 3>1.5", "1, 3>0.5"]
    # A key that asks for a die may be said elsewhere with it.
    flown = ("4 INTERCEPT b=1 u=blue-air x=red-air", "4 AIRDIE b=1 die=3", "5 AIRSUPPLY u=red-1 x=red-air")
    assert "1, 4>5.5" in elsewhere(*flown, units=["blue-air"], **AIR)
