"""Second counters of a unit, as the window of counters makes them, and units put onto the map out of turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import Script, acts, told
from trc_module.vassal.commands import RemovePiece

Begin = Callable[[str], Script]
START = (
    "at: turn 2 axis impulse 1 movement clear\non BB21: ger-24-pz\non BB20: rus-9-inf\non R9: rus-stavka\n"
    "on P20: ger-12-inf\nbox axis turn-4: ger-50-mot\nbox axis turn-2: ger-40-pz\n"
)
QUIET = START.replace("on BB20: rus-9-inf\n", "")


def copied(log: Script, unit: str, at: str) -> Script:
    """Take a second counter of a unit out of the window of counters; it is called `copy` from then on."""
    tabletop = log.table
    map_name, x, y = tabletop.point(log.parts.board.grid.find(at) or at)
    tabletop.put(log.parts.roster.units[unit], log.parts.board.grid.hex(at), copy=2)
    tabletop.lying["copy"] = tabletop.lying.pop(f"{unit} 2")
    stack = tabletop._stacks[(map_name, x, y)]
    stack[stack.index(f"{unit} 2")] = "copy"
    return log.raw(tabletop.lying["copy"].piece.command())


def beside_notes(log: Script) -> list[str]:
    return [line.split(" ", 1)[1] for line in told(log.audit()) if "note" not in line]


def test_a_copy_thrown_away_or_deleted_is_a_note(script: Begin) -> None:
    thrown = copied(script(QUIET), "ger-24-pz", "CC24").move("copy", "axis removed").end().end()
    assert told(thrown.audit()) == ["1 note log.piece"]
    log = copied(script(QUIET), "ger-24-pz", "CC24")
    assert told(log.raw(RemovePiece(log.piece("copy"))).end().end().audit()) == ["1 note log.piece"]


def test_a_copy_that_lies_about_when_the_phase_is_over_is_doubted(script: Begin) -> None:
    log = copied(script(QUIET), "ger-24-pz", "CC24").end().end()
    assert beside_notes(log) == ["doubt log.piece"]
    assert "ger-24-pz is on the map twice" in str([n.finding.sentence for n in log.audit().findings])


def test_a_copy_that_fights_beside_its_unit_is_doubted_and_nobody_is_accused_of_the_battle(script: Begin) -> None:
    log = copied(script(START).end(), "ger-24-pz", "BB21")
    for _ in range(2):
        log.say("ATT b=1 u=ger-24-pz at=BB21")
    log.say("DEF b=1 u=rus-9-inf at=BB20").say('ROLL b=1 die=5 odds="" result="" told=3-1')
    log.say("LOSS b=1 u=rus-9-inf at=BB20").move("rus-9-inf", "russian replacement-pool")
    assert beside_notes(log.end().end()) == ["doubt log.piece", "undecided 13.3-EXa"]


@pytest.mark.parametrize(
    ("unit", "at", "rules"), [("ger-50-mot", "K33", ["violation 20.0b"]), ("ger-40-pz", "E33", ["skipped 20.0b"])]
)
def test_a_copy_of_who_waits_in_a_box_arrives(script: Begin, unit: str, at: str, rules: list[str]) -> None:
    log = copied(script(QUIET), unit, at).end()
    assert beside_notes(log) == rules
    assert acts(log.audit())[0] == f"enter {unit} {at}"


def test_a_copy_in_place_of_a_counter_that_is_deleted_is_its_move(script: Begin) -> None:
    def replaced(at: str) -> Script:
        log = copied(script(QUIET), "ger-24-pz", at)
        return log.raw(RemovePiece(log.piece("ger-24-pz"))).end()

    assert beside_notes(replaced("BB22")) == []
    assert beside_notes(replaced("P21")) == ["violation 4.1.2c"]


POOLED = (
    "at: turn 2 axis impulse 2 movement clear\non Y17: ger-41-pz\non R9: rus-worker-moscow\n"
    "box russian replacement-pool: rus-24-inf\nbox axis replacement-pool: ger-12-inf\n"
)


def test_who_puts_his_own_dead_back_in_the_opponents_turn_is_named(script: Begin) -> None:
    for log in (
        script(POOLED).move("rus-24-inf", "R10", by="russian"),
        script(POOLED).say("REPLACE u=rus-24-inf at=R9", by="russian").move("rus-24-inf", "R9", by="russian"),
    ):
        (found,) = (n.finding for n in log.end().end().audit().findings if n.finding.accuses)
        assert (found.rule, found.units) == ("4.0a", ("rus-24-inf",))
        assert "by the Russian player in the movement phase of the Axis player" in found.sentence
    other = POOLED.replace("axis impulse 2", "russian impulse 1")
    assert beside_notes(script(other).move("ger-12-inf", "E31").end().end()) == ["violation 4.0a"]


def test_who_puts_the_opponents_dead_back_has_acted_with_his_unit(script: Begin) -> None:
    assert beside_notes(script(POOLED).move("rus-24-inf", "R10").end().end()) == ["violation 2.1a"]


def test_who_puts_it_away_again_has_done_nothing(script: Begin) -> None:
    log = script(POOLED).move("rus-24-inf", "R10", "russian replacement-pool", by="russian").end().end()
    assert beside_notes(log) == []
