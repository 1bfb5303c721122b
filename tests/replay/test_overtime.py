"""Moves dragged after the turn tracker was set on: the end of the movement phase, if no die has been rolled."""

from __future__ import annotations

from collections.abc import Callable

from tests.replay.script import CLEAR, Script, acts, told

Begin = Callable[[str], Script]
OPEN = CLEAR + "on Z19: ger-41-pz\non E31: ger-12-inf\n"


def test_a_legal_move_before_any_die_is_the_end_of_the_movement_phase(script: Begin) -> None:
    audit = script(OPEN).move("ger-41-pz", "Z16").end().move("ger-41-pz", "Z13").end().audit()
    assert acts(audit) == ["move ger-41-pz Z19 > Z13", "end", "end"]
    assert told(audit) == ["3 note log.phase"]


def test_an_illegal_one_breaks_the_rule_of_movement(script: Begin) -> None:
    audit = script(OPEN).move("ger-41-pz", "Z12").end().move("ger-41-pz", "Z9").end().audit()
    assert told(audit) == ["3 violation 4.1.2c", "3 note log.phase"]


def test_after_a_die_nothing_moves(script: Begin) -> None:
    log = script(OPEN).move("ger-41-pz", "Z16").end().roll_for_something(3).move("ger-41-pz", "Z13").end()
    assert "4 violation 12.1c" in told(log.audit())


def test_where_the_log_begins_with_the_combat_phase_nothing_is_known_of_the_movement(script: Begin) -> None:
    log = script(OPEN.replace("movement", "combat")).move("ger-41-pz", "Z13").end()
    assert told(log.audit()) == ["1 undecided log.move"]


def test_the_other_side_moves_nothing_in_overtime(script: Begin) -> None:
    log = script(OPEN + "on W12: rus-24-inf\n").end().move("rus-24-inf", "W13", by="russian").end()
    assert told(log.audit()) == ["2 undecided log.move"]


def test_who_says_how_he_goes_in_the_combat_phase_means_it(script: Begin) -> None:
    log = script(OPEN).end().say("MODE u=ger-12-inf mode=rail at=E31").move("ger-12-inf", "L26").end()
    assert told(log.audit()) == ["3 violation 4.1.2e"]
