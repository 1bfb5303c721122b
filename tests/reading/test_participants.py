"""Who may have fought in a battle beside those that its lines name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.reading.phases import line, phase
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import Evidence
from trc_module.reading.participants import called_in, is_told_of, named_in, sides

LOST = ("1 ATT b=1 u=red-1", "5 ROLL b=1 die=5", "6 LOSS b=1 u=blue-1")


def fight_of(found: Evidence) -> Fight:
    """Return the battle with the number 1."""
    return found.fights.get("1") or Fight("1")


@pytest.mark.parametrize(
    ("lines", "given", "named"),
    [
        ((), {}, True),
        ((), {"at": {"blue-1": None}}, False),
        (("2 DEF b=2 u=blue-1",), {}, True),
        (("2 DEF b=2 u=blue-1", "3 ROLL b=2 die=3"), {}, True),
        (("2 DEF b=2 u=blue-1", "7 ROLL b=2 die=3"), {}, False),
        (("2 DEF b=2 u=blue-1",), {"later": [line("9 ROLL b=2 die=3")]}, False),
        (("2 DEF b=2 u=blue-1",), {"later": [line("9 DIE die=3")]}, False),
        (("7 DEF b=2 u=blue-1", "8 ROLL b=2 die=3"), {}, True),
        (("5 OUT b=1 u=blue-1",), {}, True),
    ],
    ids=["no other", "gone", "no die", "over", "goes on", "falls later", "plain", "declared behind", "left"],
)
def test_whom_a_result_names_was_in_a_battle_unless_he_is_in_one_that_goes_on_at_its_die(
    lines: Sequence[str], given: dict[str, Any], named: bool
) -> None:
    found = phase(*LOST, *lines, **given)
    assert named_in(found, fight_of(found), found.fights) == (["blue-1"] if named else [])


def test_as_long_as_no_die_has_fallen_all_others_go_on() -> None:
    found = phase(LOST[0], LOST[2], "2 DEF b=2 u=blue-1")
    assert named_in(found, fight_of(found), found.fights) == []


def test_a_result_may_stand_in_the_phase_that_follows() -> None:
    later = [line("9 RETREAT b=1 u=blue-1"), line("9 RETREAT b=2 u=blue-2"), line("9 ATT b=1 u=red-2")]
    found = phase(*LOST[:2], at={"blue-2": 2, "red-2": 1}, later=later)
    assert named_in(found, fight_of(found), found.fights) == ["blue-1"]


def test_an_aircraft_that_somebody_meets_flies_in_the_battle() -> None:
    given: dict[str, Any] = {"game": "m41", "boxed": ["red-air", "blue-air"], "at": {"red-air": None}}
    met = ("2 INTERCEPT b=1 u=blue-air x=red-air", "3 INTERCEPT b=1 u=blue-air x=red-1", "4 HIT b=1 u=red-1 x=blue-air")
    found = phase(LOST[0], *met, **given)
    assert named_in(found, fight_of(found), found.fights) == ["red-air"]
    found = phase(LOST[0], "1 ATT b=2 u=red-air", met[0], **given)
    assert named_in(found, fight_of(found), found.fights) == []


CALLED = ("3 ATT b=1 u=red-1", "5 ROLL b=1 die=5")


@pytest.mark.parametrize(
    ("lines", "chat", "given", "called"),
    [
        (CALLED, (4, "against blue-1"), {}, True),
        (CALLED, (5, "against blue-1"), {}, False),
        (CALLED, (6, "against blue-1"), {}, False),
        (CALLED, (4, "not against blue-1"), {}, False),
        (CALLED, (4, "against blue-1"), {"at": {"blue-1": None}}, False),
        ((*CALLED, "3 DEF b=1 u=blue-2"), (4, "against blue-1"), {}, False),
        (CALLED[:1], (4, "against blue-1"), {}, False),
        ((*CALLED, "2 DEF b=2 u=blue-1"), (4, "against blue-1"), {}, False),
    ],
)
def test_chat_before_a_die_names_who_fights_where_a_side_lacks(
    lines: Sequence[str], chat: tuple[int, str], given: dict[str, Any], called: bool
) -> None:
    found = phase(*lines, chat=[chat], **given)
    assert list(called_in(found, fight_of(found), found.fights)) == (["blue-1"] if called else [])


@pytest.mark.parametrize(
    ("others", "words", "called"),
    [
        (("1 ATT b=2 u=red-2",), "against blue-1", True),
        (("1 ATT b=2 u=red-2", "6 DEF b=2 u=blue-2"), "against blue-1", True),
        (("3 ATT b=2 u=red-2",), "against blue-1", False),
        (("1 DEF b=2 u=blue-2", "3 ATT b=2 u=red-2"), "against blue-1", True),
        (("1 DEF b=2 u=blue-2", "3 ATT b=2 u=red-2", "6 ATT b=2 u=red-3"), "against blue-1", False),
        (("3 ATT b=2 u=red-2",), "battle 1: against blue-1", True),
        (("1 ATT b=2 u=red-2",), "battle 2: against blue-1", False),
    ],
    ids=["before", "around", "lacks a side", "is complete", "is declared on", "named", "not named"],
)
def test_chat_is_of_the_battle_that_is_being_declared_or_that_it_names(
    others: Sequence[str], words: str, called: bool
) -> None:
    found = phase("2 ATT b=1 u=red-1", *others, "9 ROLL b=1 die=5", chat=[(4, words)], at={"blue-2": 2})
    assert list(called_in(found, fight_of(found), found.fights)) == (["blue-1"] if called else [])
    assert is_told_of(found, fight_of(found), "blue-1") == called


@pytest.mark.parametrize(
    ("step", "known", "unknown"), [(1, False, True), (2, False, True), (3, True, True), (5, False, False)]
)
def test_of_a_battle_that_names_nobody_who_fought_before_is_called_behind_the_die_before(
    step: int, known: bool, unknown: bool
) -> None:
    before = ("1 ATT b=2 u=red-1", "1 DEF b=2 u=blue-1")
    dice = ("2 ROLL b=2 die=2", "5 ROLL b=1 die=5")
    for lines, called in ((before, known), ((), unknown)):
        found = phase(*lines, *dice, chat=[(step, "against blue-1")])
        assert list(called_in(found, fight_of(found), found.fights)) == (["blue-1"] if called else [])


WORLD = {"red-2": 1, "red-3": 5, "blue-2": 2, "blue-3": 0}


def who(*lines: str, named: Sequence[str] = (), at: Mapping[str, int | None] | None = None, **given: Any) -> list[str]:
    """Return the ways in which units may have been left out of battle 1, which red has begun, in short words."""
    found = phase(*lines, at=at or WORLD, **given)
    return [" ".join(units) for units in sides(found, fight_of(found), found.fights, named, "red")]


def test_who_is_attacked_is_a_stack_beside_all_attackers() -> None:
    assert who("1 ATT b=1 u=red-1") == ["blue-1 blue-2", "blue-3"]
    assert who("1 ATT b=1 u=red-1", "2 ATT b=1 u=red-3", at={**WORLD, "red-3": 3}) == ["blue-1 blue-2"]
    # Who is gone tells of no hex, and who is not there is attacked by nobody.
    assert who("1 ATT b=1 u=red-1", "2 ATT b=1 u=red-3", at={**WORLD, "red-3": None, "blue-2": None}) == [
        "blue-1",
        "blue-3",
    ]


def test_who_attacks_are_up_to_two_beside_the_attacked_with_and_without_their_stack() -> None:
    assert who("1 DEF b=1 u=blue-1") == [
        "blue-2",
        "red-1",
        "red-1 blue-2",
        "red-2",
        "red-2 blue-2",
        "red-1 red-2",
        "red-1 red-2 blue-2",
    ]
    assert who("1 DEF b=1 u=blue-1", chat=[(1, "red-1 does not attack")]) == ["blue-2", "red-2", "red-2 blue-2"]


def test_who_is_named_comes_first_and_with_all_others() -> None:
    assert who("1 ATT b=1 u=red-1", named=("blue-1",)) == [
        "blue-1",
        "blue-1 blue-2",
        "blue-1 red-2",
        "blue-1 red-2 blue-2",
    ]
    assert who("1 DEF b=1 u=blue-1", named=("red-1",)) == ["red-1", "red-1 blue-2", "red-1 red-2", "red-1 red-2 blue-2"]


OTHER = ("2 ATT b=2 u=red-1", "2 DEF b=2 u=blue-3")


def test_who_attacks_elsewhere_attacks_once_unless_that_was_called_off_or_over_before() -> None:
    own = ["blue-2", "red-2", "red-2 blue-2"]
    assert who("1 DEF b=1 u=blue-1", *OTHER, "3 ROLL b=2 die=2") == own
    assert who("1 DEF b=1 u=blue-1", *OTHER) == own
    both = [*own[:1], "red-1", "red-1 blue-2", *own[1:], "red-1 red-2", "red-1 red-2 blue-2"]
    assert who("1 DEF b=1 u=blue-1", *OTHER, "2 LOSS b=2 u=blue-3") == both
    over = [*own, "red-1", "red-1 blue-2", "red-2 red-1", "red-2 red-1 blue-2"]
    assert who(*OTHER, "3 ROLL b=2 die=2", "4 DEF b=1 u=blue-1", "5 ROLL b=1 die=3") == over
    again = ("4 ATT b=3 u=red-1", "4 DEF b=3 u=blue-3")
    assert who(*OTHER, "3 ROLL b=2 die=2", *again, "4 DEF b=1 u=blue-1", "5 ROLL b=1 die=3") == own


def test_an_aircraft_that_fought_before_flies_no_second_time() -> None:
    lines = ("1 ATT b=2 u=red-air", "1 DEF b=2 u=blue-3", "2 ROLL b=2 die=2", "4 DEF b=1 u=blue-1", "5 ROLL b=1 die=3")
    world = {"blue-3": 0}
    assert who(*lines, at=world, boxed=["red-air", "blue-air"]) == ["red-1"]
    assert who(*lines[3:], at=world, boxed=["red-air", "blue-air"]) == ["red-1", "red-air", "red-1 red-air"]


ATTACKED = ("1 ATT b=2 u=blue-1", "1 DEF b=2 u=red-1")
ANSWER = ("3 ATT b=3 u=red-1", "3 DEF b=3 u=blue-1")


def test_who_was_attacked_before_he_attacked_has_answered_and_may_attack_once_more() -> None:
    mine = ("5 DEF b=1 u=blue-2", "6 ROLL b=1 die=3")
    world = {"blue-2": 2}
    answered = ["blue-1", "red-1", "red-1 blue-1"]
    assert who(*ATTACKED, "2 ROLL b=2 die=2", *ANSWER, "4 ROLL b=3 die=2", *mine, at=world) == answered
    # The other way round his enemy has answered, and his own attack goes on.
    first = ("1 ATT b=3 u=red-1", "1 DEF b=3 u=blue-1", "3 ATT b=2 u=blue-1", "3 DEF b=2 u=red-1", "4 ROLL b=2 die=2")
    assert who(*first, *mine, at=world) == ["blue-1"]


def test_of_a_battle_that_no_line_declares_an_accused_unit_has_fought_with_those_beside_it() -> None:
    alone = ["red-1 blue-1 blue-2", "red-1 blue-3"]
    assert who(units=["red-1"]) == [*alone, "red-1 red-2 blue-1 blue-2", "red-1 red-2 blue-3"]
    # Who attacks elsewhere did not help.
    elsewhere = ("1 ATT b=2 u=red-2", "1 DEF b=2 u=blue-3", "2 ROLL b=2 die=3")
    assert who(*elsewhere, units=["red-1"])[:2] == alone
    assert who(units=["blue-1"]) == ["red-1 blue-1 blue-2", "red-2 blue-1 blue-2", "red-1 red-2 blue-1 blue-2"]
    assert who(units=["red-1"], at={**WORLD, "red-1": None}) == []


def test_a_battle_tells_of_a_unit_by_any_line_or_in_chat() -> None:
    lines = ("1 LOSS b=1 u=blue-1", "1 LOSS b=2 u=blue-2", "1 LOSS b=1 u=blue-3 x=red-1")
    found = phase(*lines, later=[line("9 LOSS b=1 u=red-2")], chat=[(1, "red-3 it is"), (2, "red-4 perhaps")])
    told = [unit for unit in (*WORLD, "blue-1", "red-1", "red-4") if is_told_of(found, fight_of(found), unit)]
    assert told == ["red-2", "red-3", "blue-3", "blue-1", "red-1"]


def test_who_was_attacked_in_an_earlier_phase_answers_nobody_now() -> None:
    known = [Fight("2", {"blue-1": None}, {"red-1": None})]
    assert who(*ANSWER, "5 DEF b=1 u=blue-2", at={"blue-2": 2}, known=known) == ["blue-1"]


def test_who_is_named_on_one_side_alone_attacks_a_stack_beside_him() -> None:
    assert who("3 ROLL b=1 die=2", named=("red-1",)) == ["red-1", "red-1 blue-1 blue-2", "red-1 blue-3"]
