"""Several units of one phase whose drags come when the tracker shows the battles already."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.auditing.test_dividing import AXIS, LOG, OTHERS, phases, words
from tests.replay.script import Script, acts, told
from trc_module.auditing.late_moves import note_on_late_moves, with_late_moves

Begin = Callable[[str], Script]
START = (
    "at: turn 2 axis impulse 1 movement clear\non Y18: ger-56-pz\non X17: rus-24-inf\non Z15: ger-41-pz\n"
    "on Z13: rus-13-inf\non Z20: ger-12-inf\non R9: rus-stavka\n"
)
MOVED = ["move ger-12-inf Z20 Z19", "move ger-56-pz Y18 Y17", "move ger-41-pz Z15 Z14", "end"]


def fought(script: Begin, *ways: tuple[str, str], die: int = 3) -> list[str]:
    """Move units behind the tracker, and let two of them attack: 1-1 and C, then 8 to 5 and, at 3, C; the findings."""
    log = script(START).end()
    for unit, goal in ways:
        log.move(unit, goal)
    log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17").say("ROLL b=1 die=4")
    log.say("ATT b=2 u=ger-41-pz at=Z14").say("DEF b=2 u=rus-13-inf at=Z13").say(f"ROLL b=2 die={die}")
    audit = log.end().audit()
    assert acts(audit)[1:4] == MOVED[1:]
    return [line for line in told(audit) if "note" not in line]


TO_BATTLE = (("ger-56-pz", "Y17"), ("ger-41-pz", "Z14"))


def test_three_who_come_late_have_moved_before_the_battles(script: Begin) -> None:
    assert fought(script, ("ger-12-inf", "Z19"), *TO_BATTLE) == []


def test_who_goes_too_far_among_them_is_told_of_it_and_nobody_else(script: Begin) -> None:
    assert fought(script, ("ger-12-inf", "Z15"), *TO_BATTLE) == ["2 violation 4.1.2c"]


def test_who_owes_what_his_battle_asks_for_came_late_all_the_same(script: Begin) -> None:
    # At 1-1 a 4 asks both for an exchange, and nobody is taken off.
    assert fought(script, ("ger-12-inf", "Z19"), *TO_BATTLE, die=4) == ["11 violation 13.3-EXa"]


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("m1 | c1 a b", "m1 1 2 | c1"),
        ("m1 | c1 a r b", "m1 1 3 | c1 2"),
        # A hex that the enemy has left in this phase was entered after its battle.
        ("m1 | c1 r <a b", "m1 3 | c1 1 2"),
        ("m1 | c1 b <a", "m1 1 2 | c1"),
        ("m1 | c1 roll a", ""),
        ("m1 | c1 r", ""),
        ("w | c1 a", "w | m1 1 | c1"),
        ("m2 | e a", "m2 1 | e"),
        ("c2 | e a", ""),
    ],
)
def test_late_moves_end_the_movement(log: str, found: str) -> None:
    before, combat = phases(log)
    late = with_late_moves(LOG, before, combat, [AXIS, OTHERS])
    assert (words(late[0]) if late else "") == found


@pytest.mark.parametrize(
    ("log", "removed", "told"),
    [
        ("m1 | c1 a", False, "what ger-41-pz did in the combat phase before any die"),
        ("m1 | c1 a", True, "What became of ger-41-pz was carried out late"),
        ("m2 | e a", False, "what was done is read as the end of"),
        ("m2 | e a", True, "what was done is read as the end of"),
    ],
)
def test_a_note_tells_what_was_late(log: str, removed: bool, told: str) -> None:
    assert told in note_on_late_moves(LOG, [AXIS], phases(log), removed=removed).sentence
