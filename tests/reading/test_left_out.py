"""Units that lines leave out of a battle: those that could fight when it was declared, gone by its die or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, line, phase
from tests.reading.test_search import ATT, DEF, ROLL, evidence
from tests.untidy.other_plays import found_in, parts_of, told_of
from trc_module.hexgrid import Hex
from trc_module.reading.habits import left_out
from trc_module.rules.interpretation import Line


def proposed(gone_at: int) -> set[tuple[str, ...]]:
    """Return the units that may have been left out, where red-2 is taken off the map in a step."""
    found = replace(
        evidence(ATT, DEF, ROLL, units=["red-1"]),
        place_at=lambda unit, step: (
            None if unit == "red-2" and step > gone_at else Hex(2) if unit == "blue-1" else Hex(1)
        ),
    )
    return {tuple(line.says["u"] for line in change.into) for change in left_out.proposals(found)}


def test_an_attacker_that_is_taken_off_before_the_die_may_have_been_left_out() -> None:
    assert proposed(gone_at=9) == proposed(gone_at=2) == {("red-2",)}


def test_one_that_was_gone_before_the_battle_was_declared_was_not() -> None:
    assert proposed(gone_at=0) == set()


def test_others_attacked_a_defender_that_is_taken_off_before_the_die() -> None:
    found = replace(
        evidence(ATT, DEF, ROLL, units=["red-1"]),
        place_at=lambda unit, step: Hex(1) if unit != "blue-1" else Hex(2) if step < 3 else None,
    )
    assert [line.says["u"] for change in left_out.proposals(found) for line in change.into] == ["red-2"]


RETREATS = """
at: turn 2 axis combat
on G10: ger-4 ger-17
on G11: sov-northwest
on L15: ger-6 ger-9
on L16: sov-south
on M17: sov-west
target sov-northwest
target sov-south
attack 1: ger-4 ger-17 x sov-northwest
support 1: 1
roll 1: 6
shatter 1: sov-northwest
advance 1: ger-4 G10 G11
attack 2: ger-6 ger-9 x sov-south
roll 2: 5
retreat 2: sov-south L16 M17 N17
advance 2: ger-6 L15 L16
end
"""
ON_ITS_WAY = ["plain ROLL 1", "later DIE 3", "drop RETREAT", "later ROLL 1"]
"""A plain die behind what it has brought, and a retreat without its key, begun before the die."""


@pytest.mark.parametrize("edits", [[], ON_ITS_WAY], ids=["tidy", "on its way before the die"])
def test_nobody_stood_with_a_defender_where_he_was_on_his_way(edits: list[str], tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), RETREATS, edits, tmp_path) == []


TWO_STRIKES = """
at: turn 1 russian replacement good
status: rus-20-army disrupted, rus-western disrupted
on A1: ger-4-army ger-3-pzgr
on C1: rus-24-army
on D1: ger-2-pzgr
on A2: ger-4-pzgr
on B2: ger-9-army
on C2: rus-20-army
on D2: ger-2-army
on E2: rus-bryansk
on A3: rus-rzhev rus-western
box german air: ger-2-fk ger-8-fk
box russian air: rus-west-air rus-moscow-air
end
attack 1: rus-west-air x ger-4-pzgr
attack 2: rus-moscow-air x {}
attack 3: rus-24-army rus-bryansk x ger-2-army
intercept 2: ger-2-fk x rus-moscow-air
intercept 1: ger-8-fk x rus-west-air
airdie 2: 1
airdie 1: 3
end
end
"""


@pytest.mark.parametrize(
    ("struck", "edits", "expected"),
    [
        ("ger-2-pzgr", [], []),
        ("ger-2-pzgr", ["drop ATT rus-west-air", "drop DEF ger-2-pzgr"], ["undecided M41-OPC-1"]),
        ("ger-9-army", ["drop ATT rus-west-air"], ["doubt M41-OPC-1"]),
    ],
)
def test_others_may_have_been_attacked_than_a_mend_has_chosen(
    struck: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    """Who is beside an army that attacks has to be attacked: a strike from the air may have been on him."""
    found = told_of(parts_of("m41"), TWO_STRIKES.format(struck), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


STRIKE = """
at: turn 2 russian replacement good
on B4: ger-4-pzgr
box russian air: rus-west-air{}
box russian air-out: rus-sib-air
end
attack 1: rus-west-air x ger-4-pzgr
end
table 1: attack 1 at 1 full
hit 1: ger-4-pzgr
end
"""


@pytest.mark.parametrize(
    ("others", "edits", "expected"),
    [
        ("", ["drop ATT"], []),
        (" rus-moscow-air", ["drop ATT"], ["undecided M41-DIS-3"]),
        ("", ["drop ATT", "plain TABLE"], ["undecided M41-DIS-3"]),
    ],
    ids=["nobody else could", "another one could", "no die of its key"],
)
def test_a_strike_whose_die_fell_was_flown_by_the_one_aircraft_that_could(
    others: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("m41"), STRIKE.format(others), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


TOO_SHORT = """
at: turn 2 axis combat
on L15: ger-6 ger-9
on L16: sov-south
on L18: ger-11
target sov-south
attack 1: ger-6 ger-9 x sov-south
roll 1: 5
retreat 1: sov-south L16 L17
end
"""


@pytest.mark.parametrize(
    "edits",
    [["drop DEF"], ["drop ATT"], ["drop ATT", "drop DEF"]],
    ids=["who is attacked", "who attacks", "both"],
)
def test_a_battle_whose_die_fell_was_fought_by_somebody(edits: list[str], tmp_path: Path) -> None:
    # A key that is forgotten hides no retreat that is too short, whoever fought.
    (found,) = told_of(parts_of("nr"), TOO_SHORT, edits, tmp_path)
    assert found.startswith("violation 10.7c: sov-south did not retreat 2 hexes to L17")


CALLED_OFF = """
at: turn 2 axis attacks good
on N5: ger-16-army
on O5: sov-6-coskav
on N6: sov-3-army sov-3-mex
attack 1: ger-16-army x sov-6-coskav
cancel 1:
attack 2: ger-16-army x sov-3-army sov-3-mex
odds 2: 1-2
roll 2: 2
end
"""


def test_whose_attack_was_called_off_may_attack_by_no_key(tmp_path: Path) -> None:
    tidy = told_of(parts_of("trp"), CALLED_OFF, [], tmp_path)
    assert told_of(parts_of("trp"), CALLED_OFF, ["drop ATT 2"], tmp_path) == tidy


STRUCK_BACK = """
at: turn 1 soviet combat
on N11: rum-4
on F13: ger-9
on F14: sov-northwest
on G14: sov-central
on O12: sov-south
target rum-4
target ger-9
attack 1: sov-northwest sov-central x ger-9
roll 1: 2
counterblow sov-northwest
attack 2: sov-south x rum-4
roll 2: 6
retreat 2: rum-4 N11 N10 O10
end
"""
NO_COUNTERBLOW = (
    "violation 10.1.2: sov-northwest got a counterblow marker; no battle that it attacked in has the result CB."
)


NO_RETREAT = "violation 10.7d: The result DR of battle 1 was not carried out on ger-9."


@pytest.mark.parametrize(("die", "expected"), [(2, []), (6, [NO_COUNTERBLOW, NO_RETREAT])])
def test_who_was_left_out_may_have_said_before_the_die_what_it_has_brought(
    die: int, expected: list[str], tmp_path: Path
) -> None:
    edits = ["drop ATT sov-northwest", "drop ATT sov-central", "later ROLL 3"]
    text = STRUCK_BACK.replace("roll 1: 2", f"roll 1: {die}")
    found = told_of(parts_of("nr"), text, edits, tmp_path)
    assert [told for told in found if told.startswith("violation")] == expected


COUNTERBLOW = """
at: turn 4 soviet combat
on L11: sov-crimean
on K11: ger-6
target ger-6
attack 1: sov-crimean x ger-6
roll 1: 5
counterblow sov-crimean
end
"""
NO_SIDE = ["drop ATT", "drop DEF"]


def test_who_is_accused_may_have_fought_in_a_battle_that_no_line_declares(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), COUNTERBLOW, NO_SIDE, tmp_path) == []


def test_chat_names_who_fought_in_such_a_battle(tmp_path: Path) -> None:
    text = COUNTERBLOW.replace("counterblow sov-crimean\n", "")
    typed = ["instead ATT sov-crimean too", "instead DEF ger-6 too"]
    assert told_of(parts_of("nr"), text, typed, tmp_path) == []
    nobody = ["undecided log.battle: Battle 1 was rolled; the log does not say who fights in it."]
    assert told_of(parts_of("nr"), text, NO_SIDE, tmp_path) == nobody


TAKEN_FIRST = """
at: turn 9 axis combat
on I22: ger-16
on I23: ger-1-pz ger-4-pz
on J22: sov-south
target sov-south
attack 1: ger-16 ger-1-pz ger-4-pz x sov-south
roll 1: 6
lose 1: sov-south
advance 1: ger-16 I22 J22
end
"""


def test_a_defender_whose_loss_is_taken_before_the_die_was_left_out(tmp_path: Path) -> None:
    edits = ["drop DEF", "drop ATT ger-1-pz", "later ROLL 1"]
    assert told_of(parts_of("nr"), TAKEN_FIRST, edits, tmp_path) == []


AREA = """
at: turn 5 soviet combat
on A20: fin
on C21: sov-leningrad
target fin
attack 1: sov-leningrad x fin
roll 1: 5
counterblow sov-leningrad
end
"""


@pytest.mark.parametrize("edit", ["drop ATT", "drop DEF"])
def test_an_area_lies_beside_what_the_map_joins_it_to(edit: str, tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), AREA, [edit], tmp_path) == []


ANSWER = """
at: turn 7 soviet combat
on A20: fin
on B19: sov-leningrad
target fin
attack 1: sov-leningrad x fin
roll 1: 3
attack 2: fin x sov-leningrad
support 2: 1
roll 2: {}
retreat 2: sov-leningrad B19 B18 C18
end
"""


@pytest.mark.parametrize(("die", "expected"), [(6, []), (2, ["violation 10.7c"])])
def test_a_battle_that_no_key_declares_may_be_an_answer(die: int, expected: list[str], tmp_path: Path) -> None:
    edits = ["drop ATT fin", "drop DEF sov-leningrad"]
    found = [text.split(": ")[0] for text in told_of(parts_of("nr"), ANSWER.format(die), edits, tmp_path)]
    assert found == expected


CHAIN = """
at: turn 7 soviet combat
on D21: ger-18
on D22: sov-stalingrad
target ger-18
attack 1: sov-stalingrad x ger-18
roll 1: 1
attack 2: ger-18 x sov-stalingrad
roll 2: 1
attack 3: sov-stalingrad x ger-18
roll 3: 1
end
"""
"""Each attack answers the one before."""


def test_who_answers_an_attack_may_have_been_left_out_of_the_battle_before(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), CHAIN, ["drop ATT 1"], tmp_path) == []


OVERTAKEN = """
at: turn 4 axis combat
hand: axis 4, soviet 4
on G20: ger-3-pz ger-16
on H19: ger-1-pz
on H20: sov-south
target sov-south
attack 1: ger-3-pz ger-16 ger-1-pz x sov-south
card soviet card-42 event
attack 2: sov-south x ger-1-pz
roll 2: 1
end
"""
"""The card makes the defender attack before the die: the first battle has none."""


def test_who_is_attacked_in_answer_may_have_been_left_out_of_a_battle_without_a_die(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), OVERTAKEN, [], tmp_path) == []
    (told,) = told_of(parts_of("nr"), OVERTAKEN, ["drop ATT ger-1-pz"], tmp_path)
    assert told.startswith("undecided 10.7: ")


NO_DIE = """
at: turn 3 axis combat
on M14: rum-3
on L14: sov-southwest
on N14: sov-south
target sov-southwest
target sov-south
attack 1: rum-3 x sov-southwest
attack 2: sov-southwest x rum-3
roll 2: 4
lose 2: sov-southwest
lose 2: rum-3
end
"""
"""At odds below the table no die is rolled: the defender answers."""


def test_a_defender_may_be_left_out_and_named_as_a_target_late(tmp_path: Path) -> None:
    edits = ["drop DEF sov-southwest", "earlier ATT 2"]
    assert told_of(parts_of("nr"), NO_DIE, edits, tmp_path) == []


def test_who_is_in_a_battle_that_was_called_off_may_be_in_the_next(tmp_path: Path) -> None:
    """What is said of its units names them; a battle whose die comes later is going on."""
    again = [replace(line, says=replace(line.says, fields={**line.says.fields, "b": "2"})) for line in (ATT, DEF, ROLL)]
    own = [replace(again[0], says=replace(again[0].says, fields={"b": "2", "u": "red-2"})), *again[1:]]
    lost = replace(ROLL, step=5, says=replace(DEF.says, verb="LOSS", fields={"b": "2", "u": "red-1"}))

    def joins(*lines: Line) -> set[tuple[int, str]]:
        found = replace(evidence(*lines, units=["red-1"]), steps=frozenset((5,)))
        changes = [change for change in left_out.proposals(found) if change.into[0].says["b"] == "2"]
        return {(change.price, line.says["u"]) for change in changes for line in change.into}

    assert (1, "red-1") in joins(ATT, DEF, *own, lost)
    assert (1, "red-1") not in joins(ATT, DEF, *own, lost, replace(ROLL, step=6))


def test_who_attacks_elsewhere_may_have_been_in_a_battle_that_was_called_off() -> None:
    other = [replace(line, says=replace(line.says, fields={**line.says.fields, "b": "2"})) for line in (ATT, DEF)]
    ended = replace(DEF, step=3, says=replace(DEF.says, verb="LOSS"))

    def joins(*lines: Line) -> set[str]:
        found = evidence(*lines, units=["blue-1"])
        changes = [change for change in left_out.proposals(found) if change.into[0].says["b"] == "1"]
        return {line.says["u"] for change in changes for line in change.into}

    assert joins(DEF, *other) == {"red-2"}
    assert joins(DEF, ended, *other) == {"red-1", "red-2"}
    assert joins(DEF, ended, ROLL, *other) == {"red-2"}


TWO_KEYS = """
at: turn 2 axis combat
on L15: ger-6 ger-9
on L16: sov-south
on L18: ger-11
on H15: ger-16 ger-17
on H16: sov-west
target sov-south
target sov-west
attack 1: ger-16 ger-17 x sov-west
roll 1: 5
retreat 1: sov-west H16 H17 H18
attack 2: ger-6 ger-9 x sov-south
roll 2: 5
retreat 2: sov-south L16 L17
end
"""


def test_what_was_read_before_a_battle_got_both_sides_is_told_with_the_rest(tmp_path: Path) -> None:
    found = told_of(parts_of("nr"), TWO_KEYS, ["drop TARGET sov-west", "drop DEF 2"], tmp_path)
    assert [text.split(": ")[0] for text in found] == ["undecided 10.1.1", "violation 10.7c"]


BROKE_THROUGH = """
at: turn 1 soviet attacks-1 good
on BB3: rom-arm-corps
on AA4: sov-12-army
on CC3: rom-3-army ger-30-inf
attack 1: sov-12-army x rom-arm-corps
ask soviet
odds 1: 1-2
stand rom-arm-corps
roll 1: 6
result 1: DE
becomes 1: BR no-retreat
lose 1: rom-arm-corps
advance 1: sov-12-army AA4 BB3
attack 2: sov-12-army x rom-3-army ger-30-inf
odds 2: 1-3
roll 2: 2
end
"""


@pytest.mark.parametrize(
    "edits", [["drop ATT 1"], ["drop ATT 2"], ["drop ATT"]], ids=["the first", "the second", "both"]
)
def test_who_advances_may_attack_once_more(edits: list[str], tmp_path: Path) -> None:
    """A battle that is declared when the die of another has fallen keeps nobody from having fought in that one."""
    assert told_of(parts_of("trp"), BROKE_THROUGH, edits, tmp_path) == []


ONE_SIDE = """
at: turn 2 german russian-rally good
on A2: ger-4-pzgr
on C2: rus-13-army
end
move ger-4-pzgr A2 B2
attack 1: ger-4-pzgr x rus-13-army
end
table 1: defend {} at 2 full
table 1: attack 4 at 2 full
hit 1: rus-13-army
hit 1: ger-4-pzgr
hit 1: ger-4-pzgr
retreat 1: rus-13-army C2 D2
end
end
recover ger-4-pzgr
end
"""
NONE_TO_TAKE = ["violation M41-DIS-3: ger-4-pzgr took a hit in battle 1; its side has none to take."]


@pytest.mark.parametrize("edit", ["drop ATT", "drop DEF"])
@pytest.mark.parametrize(("die", "expected"), [(6, []), (2, NONE_TO_TAKE)])
def test_a_battle_is_declared_where_units_move_though_one_side_alone_is_named_there(
    die: int, expected: list[str], edit: str, tmp_path: Path
) -> None:
    """What names that side was read as of the phase of battles, where nobody could be added."""
    assert told_of(parts_of("m41"), ONE_SIDE.format(die), [edit], tmp_path) == expected


HELPED = """
at: turn 3 axis combat
on L15: ger-6 ger-9
on L16: sov-south
target sov-south
attack 1: ger-6 ger-9 x sov-south
roll 1: 4
retreat 1: sov-south L16 M17 N17
end
"""


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        (["drop ATT ger-9"], ["note log.read", "undecided 10.7c", "note 10.7d"]),
        (["instead ATT ger-9 too"], ["note log.read"]),
    ],
    ids=["nobody tells of it", "chat does"],
)
def test_one_attacker_more_leaves_open_what_it_alone_explains(
    edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    """Else a bystander would excuse who carries out another result than his own.

    One choice is one question: what else hangs on it is a note.
    """
    found = found_in(parts_of("nr"), HELPED, edits, tmp_path)
    assert [str(finding).split(": ")[0] for finding in found] == expected


WORLD = {"red-2": 1, "red-3": 5, "blue-3": 0}
AIR: dict[str, Any] = {"boxed": ["red-air", "blue-air"]}
ALONE = ("1 ATT b=1 u=red-1", "3 ROLL b=1 die=5")
ATTACKED = ("1 DEF b=1 u=blue-1", "3 ROLL b=1 die=5")


def left(*lines: str, **given: Any) -> Sequence[str]:
    return briefs(left_out.proposals(phase(*lines, **given)))


def test_each_unit_that_no_line_names_has_its_price() -> None:
    assert left(*ALONE, at={**WORLD, "blue-2": 2}) == [
        "3, +1 DEF b=1 u=blue-1, +1 DEF b=1 u=blue-2, completes",
        "2, +1 DEF b=1 u=blue-3, completes",
    ]
    assert left(*ATTACKED, at=WORLD) == [
        "2, +1 ATT b=1 u=red-1, completes",
        "2, +1 ATT b=1 u=red-2, completes",
        "3, +1 ATT b=1 u=red-1, +1 ATT b=1 u=red-2, completes",
    ]


def test_whether_an_aircraft_came_in_its_player_alone_knows_unless_it_was_said() -> None:
    assert left(*ATTACKED, **AIR) == [
        "2, +1 ATT b=1 u=red-1, completes",
        "3, +1 ATT b=1 u=red-air, chosen, completes",
        "4, +1 ATT b=1 u=red-1, +1 ATT b=1 u=red-air, chosen, completes",
    ]
    assert left(*ATTACKED, at={"red-1": 5}, chat=[(2, "red-air flies")], **AIR) == [
        "2, +1 ATT b=1 u=red-air, completes"
    ]
    # Upon whom an aircraft alone came in is as free.
    flown = ("1 ATT b=1 u=red-air", "3 ROLL b=1 die=5")
    assert left(*flown, **AIR, chat=[(4, "blue-1")]) == ["2, +1 DEF b=1 u=blue-1, completes"]
    assert left(*flown, **AIR) == ["2, +1 DEF b=1 u=blue-1, chosen, completes"]


def test_what_is_held_against_one_of_its_units_before_its_die_may_have_come_of_that() -> None:
    whole = "1, +1 DEF b=1 u=blue-1, completes"
    lost = "2 LOSS b=1 u=blue-1"
    assert left(*ALONE, lost, steps=[2]) == [whole, "2, +1 DEF b=1 u=blue-1, 2>3.5, completes"]
    assert left(*ALONE, lost) == [whole]
    assert left(*ALONE, "4 LOSS b=1 u=blue-1", "5 DIE die=3", steps=[4]) == [whole]
    # What declares somebody comes of no die, nor what is said of somebody else.
    assert left(*ALONE, lost, steps=[1]) == [whole]
    assert left(*ALONE, "2 ARRIVE u=red-3", steps=[2], at={"red-3": 5}) == [whole.replace("1", "2", 1)]


def test_who_is_in_no_battle_may_have_fought_in_the_last_before_what_he_did() -> None:
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 ROLL b=1 die=5")
    next_one = ("4 ATT b=2 u=red-3", "5 DEF b=2 u=blue-4", "6 ROLL b=2 die=2")
    world = {"red-2": 1, "red-3": 5, "red-4": 5, "blue-4": 6}
    late = ["2, +4 ATT b=2 u=red-4, chosen"]
    early = ["2, +1 ATT b=1 u=red-2, chosen"]
    assert left(*lines, *next_one, units=["red-2"], steps=[7], at=world) == late
    assert left(*lines, *next_one, units=["red-2"], steps=[5], at=world) == [*late, *early]
    assert left(*lines, *next_one, units=["red-2"], steps=[6], at=world) == [*late, *early]
    assert left(*lines, units=["red-2"], steps=[3], at=world) == early
    assert left(*lines, units=["red-2"], steps=[9], at=world) == early
    assert left(*lines, *next_one, units=["red-2"], steps=[1], at=world) == early
    # All the accused are in battles.
    assert left(*lines, *next_one, units=["red-3"], steps=[9], at=world) == late


def test_a_battle_that_is_fought_later_is_in_question_if_its_lines_there_are() -> None:
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
    later = [line("25 ROLL b=1 die=5"), line("26 ROLL b=2 die=5")]
    more = ["2, +1 ATT b=1 u=red-2, chosen"]
    assert left(*lines, steps=[25], later=later, at={"red-2": 1}) == more
    assert left(*lines, steps=[26], later=later, at={"red-2": 1}) == []
    # The drag of a retreat is accused, and not its key.
    key = line("25 RETREAT b=1 u=blue-1")
    retreat: dict[str, Any] = {"later": [key], "steps": [26]}
    assert left("1 FORTIFY u=red-2", **retreat, units=["blue-1"], game="m41") == [
        "1, +20 DEF b=1 u=blue-1",
        "2, +20 DEF b=1 u=blue-1, +20 ATT b=1 u=red-1",
        "2, +20 ATT b=1 u=blue-1",
        "3, +20 ATT b=1 u=blue-1, +20 DEF b=1 u=red-1",
    ]
    assert left("1 FORTIFY u=red-2", **retreat, game="m41") == []
    # A line of the phase after declares that battle: then it is looked for there.
    declared: dict[str, Any] = {"later": [line("24 ATT b=1 u=red-1"), key], "steps": [26]}
    assert left("1 FORTIFY u=red-2", **declared, units=["blue-1"], game="m41") == []


def test_of_those_upon_whom_an_aircraft_may_have_come_who_is_hit_in_another_battle_comes_last() -> None:
    flown = {"boxed": ["red-air"], "at": {"blue-2": 4}, "game": "m41"}
    assert left("1 ATT b=1 u=red-air", **flown) == [
        "2, +1 DEF b=1 u=blue-1, chosen",
        "2, +1 DEF b=1 u=blue-2, chosen",
    ]
    assert left("1 ATT b=1 u=red-air", later=[line("25 HIT b=2 u=blue-1")], **flown) == [
        "3, +1 DEF b=1 u=blue-1, chosen",
        "2, +1 DEF b=1 u=blue-2, chosen",
    ]


def test_a_battle_that_lacks_a_side_may_lack_its_die_as_well() -> None:
    assert left("1 DIE die=4", "1 ATT b=1 u=red-1", "3 DIE die=5") == [
        "2, +1 DEF b=1 u=blue-1",
        "3, -3 DIE die=5, +1 DEF b=1 u=blue-1, +3 ROLL b=1 die=5",
    ]


MARKED = """
at: turn 2 axis combat
on G14: sov-central
on G13: ger-4-pz ger-16
on H13: ger-17 ger-9
target sov-central
attack 1: ger-4-pz ger-16 ger-17 ger-9 x sov-central
roll 1: {}
counterblow ger-4-pz
end
"""


@pytest.mark.parametrize(("die", "told"), [("2", "undecided 10.1.2"), ("3", "violation 10.1.2")])
def test_who_is_marked_before_the_die_may_have_fought_in_the_battle_that_it_was_for(
    die: str, told: str, tmp_path: Path
) -> None:
    """A 2 is a counterblow, a 3 is none, whoever attacked."""
    edits = ["drop ATT ger-4-pz", "earlier COUNTERBLOW 1"]
    found = told_of(parts_of("nr"), MARKED.format(die), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == [told]


UPON_TWO = """
at: turn 2 german weather good
on C1: ger-4-army
on E2: rus-24-army rus-bryansk
box german air: ger-8-fk
box russian air: rus-west-air
weather good
end
attack 1: ger-8-fk x rus-24-army rus-bryansk
intercept 1: rus-west-air x ger-8-fk
airdie 1: 4
end
"""


def test_who_stands_with_somebody_upon_whom_an_aircraft_came_is_attacked_as_well(tmp_path: Path) -> None:
    """Upon whom it came is open as long as nobody is known there."""
    assert told_of(parts_of("m41"), UPON_TWO, [], tmp_path) == []
    assert told_of(parts_of("m41"), UPON_TWO, ["drop DEF rus-bryansk"], tmp_path) == []
