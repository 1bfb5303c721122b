"""A key that only says something was not pressed: what a battle may have said, and what none without a die has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.reading.test_search import evidence, said
from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import said_nothing

CANCELLED_TWICE = """
at: turn 1 axis attacks-2 good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
cancel 1:
attack 2: ger-18-army x sov-8-army
cancel 2:
attack 3: ger-18-army x sov-8-army
odds 3: 3-1
roll 3: 6
result 3: DE
lose 3: sov-8-army
advance 3: ger-18-army K4 K5
end
"""


def test_a_result_that_nobody_pressed_is_found_behind_battles_that_were_cancelled(tmp_path: Path) -> None:
    """No result is looked for in a battle without a die: there are too many of them to try."""
    assert told_of(parts_of("trp"), CANCELLED_TWICE, ["drop RESULT"], tmp_path) == []


TAKEN_FIRST = """
at: turn 1 axis attacks good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
odds 1: 3-1
roll 1: 6
result 1: DE
lose 1: sov-8-army
advance 1: ger-18-army K4 K5
end
"""
BEFORE_THE_DIE = ["drop RESULT", "later ROLL 1"]


def test_a_result_that_nobody_pressed_was_carried_out_before_the_die(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), TAKEN_FIRST, BEFORE_THE_DIE, tmp_path) == []


def test_what_no_result_of_that_die_brings_is_told(tmp_path: Path) -> None:
    crime = TAKEN_FIRST.replace("roll 1: 6", "roll 1: 1").replace("result 1: DE", "result 1: AE")
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    found = told_of(parts, crime, BEFORE_THE_DIE, tmp_path)
    assert "violation XIII.C2: sov-8-army was lost in battle 1, which has no result yet." in found


def test_a_result_by_which_an_accused_unit_retreated_is_looked_for_first() -> None:
    """Its retreat shows in the steps of its drags, and not in that of its key."""
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1"), said(3, "ROLL", b="1", die="4")]
    for units, price in ((["blue-1"], 1), (["red-1"], 2)):
        found = evidence(*lines, said(4, "RETREAT", b="1", u="blue-1"), units=units)
        found = replace(found, grammar=trp.grammar, policy=trp.line_policy, steps=frozenset({5}))
        assert _prices_of_results(found) == {price}


@pytest.mark.parametrize(("lost", "price"), [(True, 1), (False, 2)])
def test_a_result_of_which_something_was_carried_out_is_looked_for_first(lost: bool, price: int) -> None:
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(1, "DEF", b="1", u="blue-1"), said(3, "ROLL", b="1", die="5")]
    lines += [said(4, "LOSS", b="1", u="blue-1")] if lost else []
    found = replace(evidence(*lines, units=["blue-1"]), grammar=trp.grammar, policy=trp.line_policy)
    assert _prices_of_results(replace(found, steps=frozenset((4,)))) == {price}


def _prices_of_results(found: Evidence, part: str = "") -> set[int]:
    """Return the prices of results that stand alone: those of all defenders, or of a part of them."""
    alone = [change for change in said_nothing.proposals(found) if len(change.into) == 1]
    told = [change for change in alone if (part in change.note if part else "for=" not in change.note)]
    return {change.price for change in told if change.into[0].says.verb == "RESULT"}


ORDERED = """
at: turn 2 axis attacks good
on K17: ger-3-pz ger-1-inf
on K18: sov-8-army
attack 1: ger-3-pz ger-1-inf x sov-8-army
{}odds 1: 3-1
roll 1: 3
result 1: D1
becomes 1: - no-retreat
end
"""


@pytest.mark.parametrize(
    ("order", "expected"), [("stand sov-8-army\n", []), ("", ["undecided XIII.C2"])], ids=["ordered", "not ordered"]
)
def test_what_follows_from_an_order_is_no_free_choice(order: str, expected: list[str], tmp_path: Path) -> None:
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    told = told_of(parts, ORDERED.format(order), ["drop BECOMES"], tmp_path)
    assert [text.split(": ")[0] for text in told] == expected


INTO_AN_ATTACKED_HEX = """
at: turn 2 axis attacks good
on K17: ger-2-army
on K18: sov-8-army
on H18: ger-1-inf
on I18: sov-5-kav
attack 1: ger-2-army x sov-8-army
cancel 1:
fall-back sov-5-kav I18 J18 K18 L18
disperse sov-5-kav
end
"""


def test_an_attack_for_which_no_die_fell_may_have_been_called_off(tmp_path: Path) -> None:
    """Nobody goes into a hex under attack: whether it still was its attacker alone knows."""
    (told,) = told_of(parts_of("trp"), INTO_AN_ATTACKED_HEX, ["drop CANCEL"], tmp_path)
    assert told.startswith("undecided XIII.D8: sov-5-kav retreated wrongly: K18 is under the attack of battle 1.")


BOUND = """
at: turn 2 soviet attacks good
on K17: sov-8-army
on K18: ger-2-army
on H18: sov-6-army
on I18: ger-1-inf
attack 1: sov-8-army x ger-2-army
fall-back ger-1-inf I18 J18 K18 L18
disperse ger-1-inf
end
"""


def test_who_may_not_call_his_attack_off_is_told_of_it(tmp_path: Path) -> None:
    found = told_of(parts_of("trp"), BOUND, [], tmp_path)
    assert [text.split(": ")[0] for text in found] == ["undecided XIII.D8", "violation XIII.A7"]


DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
FOUGHT = (*DECLARED, "4 ROLL b=1 die=5")


def silent(verb: str, *lines: str, game: str = "nr", **given: Any) -> Sequence[str]:
    """Return what is supplied of one key, of the first two values of each of its kinds."""
    found = phase(*lines, game=game, **{"steps": [1], "at": {"red-2": 1, "blue-2": 2}, **given})
    keys = [replace(key, choices=key.choices[:2]) for key in found.policy.silent if key.verb == verb]
    return briefs(said_nothing.proposals(replace(found, policy=replace(found.policy, silent=tuple(keys)))))


def both_units(verb: str, rest: str = "", *, rolled: bool = True) -> list[str]:
    """Return the lines of a key of each unit of the battle, before it and behind its die."""
    moments = ["2, +1 {}", "2, +4 {}, after"] if rolled else ["2, +1 {}"]
    return [moment.format(f"{verb} u={unit}") + rest for unit in ("red-1", "blue-1") for moment in moments]


def test_what_is_said_of_a_unit_is_said_before_its_battle_or_behind_its_die() -> None:
    assert silent("TARGET", *FOUGHT) == both_units("TARGET")
    assert silent("TARGET", *DECLARED) == both_units("TARGET", rolled=False)
    assert silent("TARGET", *FOUGHT, "3 TARGET u=blue-1") == both_units("TARGET")[:2]
    assert silent("STAND", *FOUGHT, game="trp") == both_units("STAND", ", chosen")


def test_a_key_that_was_pressed_for_a_unit_in_no_battle_may_have_been_chosen_for_that() -> None:
    assert silent("TARGET", *FOUGHT, "3 TARGET u=blue-2") == both_units("TARGET", ", chosen")
    assert silent("TARGET", *FOUGHT, "3 TARGET u=blue-2", "3 DEF b=2 u=blue-2") == both_units("TARGET")
    known = [Fight("2", {}, {"blue-2": None})]
    assert silent("TARGET", *FOUGHT, "3 TARGET u=blue-2", known=known) == both_units("TARGET")


def test_what_is_said_of_a_battle_is_said_on_either_side_of_its_die_or_behind_its_declaration() -> None:
    moments = ("2, +4 {}, chosen", "2, +4 {}, after, chosen")
    early = ("2, +1 {}, chosen", "2, +2 {}, after, chosen")
    values = [f"SUPPORT b=1 count={count}" for count in (1, 2)]
    assert silent("SUPPORT", *FOUGHT) == [moment.format(value) for value in values for moment in moments]
    assert silent("SUPPORT", *DECLARED) == [moment.format(value) for value in values for moment in early]
    # A line with another value states what was chosen, but not of another battle.
    assert silent("SUPPORT", *FOUGHT, "3 SUPPORT b=1 count=3") == []
    assert len(silent("SUPPORT", *FOUGHT, "3 SUPPORT b=2 count=1")) == 4


def test_a_key_of_a_unit_in_a_battle_may_have_been_pressed_for_another_one_there() -> None:
    of_both = [f"2, +4 GUNS b=1 u={unit}{rest}" for unit in ("red-1", "blue-1") for rest in ("", ", after")]
    assert silent("GUNS", *FOUGHT, game="trc") == of_both
    assert silent("GUNS", *FOUGHT, "3 GUNS b=2 u=red-1", game="trc") == of_both
    pressed = [f"{told}, chosen" for told in of_both[2:]]
    assert silent("GUNS", *FOUGHT, "3 GUNS b=1 u=red-1", game="trc") == pressed


def test_a_result_is_said_behind_a_die_and_what_was_carried_out_before_it_with_it() -> None:
    lost = "3 LOSS b=1 u=blue-1"
    values = ("AE", "X")
    assert silent("RESULT", *FOUGHT, game="trp") == [f"2, +4 RESULT b=1 result={value}, after" for value in values]
    assert silent("RESULT", *DECLARED, game="trp") == []
    early = [f"+4 RESULT b=1 result={value}, 3>4.5, after" for value in values]
    assert silent("RESULT", *FOUGHT, lost, "5 LOSS b=1 u=red-1", game="trp") == [f"2, {told}" for told in early]
    # It costs less if what was carried out is accused.
    assert silent("RESULT", *FOUGHT, lost, steps=[3], game="trp") == [f"1, {told}" for told in early]
    goes = {"blue-1": {2: 3, 3: None, 4: 5, 5: 6}}
    done = [f"2, +4 RESULT b=1 result={value}, 3>4.5, after" for value in values]
    assert silent("RESULT", *FOUGHT, lost, goes=goes, game="trp") == done
    assert silent("RESULT", "5 ATT b=1 u=red-1", "6 DEF b=1 u=blue-1", lost, FOUGHT[2], steps=[5], game="trp") == [
        f"2, +4 RESULT b=1 result={value}, after" for value in values
    ]


def test_a_result_that_is_said_of_a_part_of_the_units_says_nothing_of_the_rest() -> None:
    part = "5 BECOMES b=1 result=DE because=overrun"
    whole = [
        f"2, +4 BECOMES b=1 result={value}, after{rest}"
        for value, rest in (
            ("DE because=overrun", ", chosen"),
            ("BR because=overrun", ", chosen"),
            ("- because=no-retreat", ""),
            ("DE because=no-retreat", ""),
        )
    ]
    assert silent("BECOMES", *FOUGHT, game="trp") == whole
    assert silent("BECOMES", *FOUGHT, part, game="trp") == []


def test_what_a_result_becomes_is_said_of_a_result_that_is_stated() -> None:
    """As long as none is, what it would become explains nothing, and takes the place of what might."""

    def told(*lines: str) -> set[str]:
        found = said_nothing.proposals(phase(*FOUGHT, *lines, steps=[1], game="trp"))
        return {"+".join(line.says.verb for line in change.into) for change in found}

    assert {"RESULT", "BECOMES"} & told() == {"RESULT"}
    assert {"RESULT", "BECOMES"} & told("5 RESULT b=1 result=D1") == {"RESULT", "BECOMES"}
    assert {"RESULT", "BECOMES"} & told("5 RESULT b=2 result=D1") == {"RESULT"}


def test_a_result_of_which_something_accused_was_carried_out_is_likelier_if_none_is_said() -> None:
    """That of the Dispersed defenders is looked for after that of all, and says nothing of the others."""
    lost, part = "5 LOSS b=1 u=red-1", "6 RESULT b=1 result=D1 for=dispersed"
    for lines, whole, of_part in (((), {1}, {2}), (("6 RESULT b=1 result=D1",), set(), {3}), ((part,), {1}, set())):
        found = phase(*FOUGHT, lost, *lines, steps=[5], game="trp")
        assert (_prices_of_results(found), _prices_of_results(found, "for=dispersed")) == (whole, of_part)


AIR: dict[str, Any] = {"game": "m41", "boxed": ["red-air", "blue-air"]}
MET = "INTERCEPT b=1 u=blue-air x=red-air"


def test_an_enemy_aircraft_comes_in_upon_one_that_flies() -> None:
    assert silent("INTERCEPT", *DECLARED, "1 ATT b=1 u=red-air", **AIR) == [f"2, +1 {MET}", f"2, +2 {MET}, after"]
    assert silent("INTERCEPT", *DECLARED, **AIR) == []
    assert silent("INTERCEPT", *DECLARED, "1 ATT b=1 u=red-air", "1 ATT b=1 u=blue-air", **AIR) == []
    flown = ("1 AIRSUPPLY u=red-1 x=red-air", "3 AIRDIE b=1 die=2")
    assert silent("INTERCEPT", *flown, steps=[3], **AIR) == [f"2, +3 {MET}", f"2, +3 {MET}, after"]
