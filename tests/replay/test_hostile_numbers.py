"""Numbers of a log that are larger than any game's, in each place where a log holds some."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator

import pytest

from tests.replay.script import CLEAR, Script, acts, told
from trc_module.digits import shortened
from trc_module.errors import UserError
from trc_module.module.turns import TRACKER_ID
from trc_module.vassal.commands import (
    ChangeProperty,
    Chat,
    Command,
    SetTurn,
    decode_node,
    encode_node,
)

Begin = Callable[[str], Script]
OPEN = CLEAR + "on Z19: ger-41-pz\non Y17: ger-56-pz\non X17: rus-24-inf\n"
BEYOND = ("27", "1000", "99999999999", "9" * 400, "-1", "-99999999999", "2147483648")


def tracker(turn: str, step: str = "1") -> SetTurn:
    phases = ",".join(["true"] * 11)
    return SetTurn(TRACKER_ID, f"0|{turn};0;true;25;{step}\\;0\\;0\\;{phases.replace(',', chr(92) * 2 + ',')}")


@pytest.mark.parametrize("turn", BEYOND, ids=shortened)
def test_what_is_done_in_a_turn_that_the_game_has_not_is_not_judged(turn: str, script: Begin) -> None:
    log = script(OPEN).move("ger-41-pz", "Z16").raw(tracker(turn)).move("ger-41-pz", "Z13")
    with pytest.raises(UserError, match="in step 3 something is moved while the turn tracker shows turn"):
        log.audit()


@pytest.mark.parametrize("turn", BEYOND, ids=shortened)
def test_a_log_that_begins_in_such_a_turn_is_not_judged(turn: str, script: Begin) -> None:
    log = script(OPEN)
    log.initial = [tracker(turn) if isinstance(node, SetTurn) else node for node in log.initial]
    with pytest.raises(UserError, match="in step 1 something is moved while the turn tracker shows turn"):
        log.move("ger-41-pz", "Z16").audit()


@pytest.mark.parametrize("turn", BEYOND, ids=shortened)
def test_a_tracker_that_is_set_right_at_once_tells_nothing(turn: str, script: Begin) -> None:
    log = script(OPEN).move("ger-41-pz", "Z16").raw(tracker(turn)).end().audit()
    assert acts(log) == ["move ger-41-pz Z19 > Z16", "end"]


@pytest.mark.parametrize("step", ["11", "-1", "99999999999", "9" * 400], ids=shortened)
def test_a_phase_that_no_turn_has_is_none(step: str, script: Begin) -> None:
    log = script(OPEN).raw(tracker("1", step)).move("ger-41-pz", "Z13")
    with pytest.raises(UserError, match=r"shows entry .* of turn 1, and the game has only 25 turns"):
        log.audit()


@pytest.mark.parametrize(("turn", "there"), [("0", True), ("25", True), ("26", True), ("27", False), ("-1", False)])
def test_turns_are_those_of_the_track_and_the_one_after_it(turn: str, there: bool, script: Begin) -> None:
    assert (script(OPEN).log().clock_of(tracker(turn).state) is not None) is there


BAD = ("9" * 400, "99999999999", "2147483648", "-1", "0", "1e999", "٣", "²", "1_0", "NaN", "", "1000")


def fought(script: Begin) -> Script:
    """A log with a number in each place: a move, a battle, its die, a fate, points, a roll of the weather."""
    log = script(OPEN).move("ger-41-pz", "Z16").undo().roll(4).roll_for_something(2)
    log.say("ATT b=1 u=ger-56-pz cf=7 attack=7 defence=2 at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    log.say("ROLL b=1 die=6 attack=7 defence=2 odds=3-1 result=DR", "axis")
    log.raw(ChangeProperty("BattleDie_result", "", "6", "Module"), Chat("* 1d6 = 6 <Axis player>"))
    log.say("RETREAT b=1 u=rus-24-inf").move("rus-24-inf", "W17", by="russian").say("LOSS b=1 u=rus-24-inf chose=1")
    return log.say("BID points=3").say("WEATHER die=5 is=mud after=2").end()


def changed(log: Script, bad: str) -> Iterator[list[list[Command]]]:
    """Yield the steps of a log, each time with another of their numbers replaced."""
    for number, step in enumerate(log.steps):
        for place, command in enumerate(step):
            text = command.encode()
            for found in re.finditer(r"(?<=[=/;,|\t ])\d+", text):
                other = decode_node(text[: found.start()] + bad + text[found.end() :])
                if isinstance(other, Command):
                    yield [*log.steps[:number], [*step[:place], other, *step[place + 1 :]], *log.steps[number + 1 :]]


@pytest.mark.parametrize("bad", BAD, ids=shortened)
def test_no_number_in_a_step_ends_the_audit_but_with_a_sentence(bad: str, script: Begin) -> None:
    log = fought(script)
    tried = 0
    for steps in list(changed(log, bad))[:: 3 if bad in BAD[:3] else 7]:
        log.steps, tried = steps, tried + 1
        with contextlib.suppress(UserError):
            log.audit()
    assert tried > 5


@pytest.mark.parametrize("bad", ["9" * 400, "99999999999", "-2147483649"], ids=shortened)
def test_a_coordinate_that_java_does_not_read_is_0(bad: str, script: Begin) -> None:
    log = script(OPEN)
    text = "\x1b".join(encode_node(node) for node in log.initial)
    found = re.search(r"\+/\d+/stack/Main Map;(\d+);", text)
    assert found is not None
    log.initial = [decode_node(part) for part in (text[: found.start(1)] + bad + text[found.end(1) :]).split("\x1b")]
    audit = log.move("ger-41-pz", "Z16").audit()
    assert {piece.spot.x for piece in audit.log.start_table.pieces.values() if piece.spot} >= {0}
    assert "0 undecided log.file" in told(audit)


def test_each_line_of_a_battle_may_come_twice(script: Begin) -> None:
    log = fought(script)
    whole = log.steps
    for number, step in enumerate(whole):
        log.steps = [*whole[:number], step, step, *whole[number + 1 :]]
        log.audit()
        # In one step, as who logs while he steps through another's log has them.
        log.steps = [*whole[:number], step * 2, *whole[number + 1 :]]
        log.audit()
