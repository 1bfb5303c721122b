"""Logs of one player who plays both sides from one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.steps import clock_of, log_of, step
from tests.replay.script import Script, acts, told
from trc_module.auditing.solo import is_solo
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.rules.clock import FIGHT, MOVE

Begin = Callable[[str], Script]
FRONT = "at: turn 2 russian impulse 1 movement clear\non X17: rum-cav\non R9: rus-worker-moscow\non Y19: rus-24-inf\n"
FRONT += "on Y17: rus-3-inf\nbox russian replacement-pool: rus-1-tank\n"


def played(log: Script, seat: str) -> Script:
    """Play a Russian impulse from a seat: a replacement, a move, a battle at lower odds."""
    log.say("REPLACE u=rus-1-tank", by=seat).move("rus-1-tank", "R9", by=seat).move("rus-24-inf", "Y17", by=seat).end()
    for line in ("ATT b=1 u=rus-24-inf", "ATT b=1 u=rus-3-inf", "DEF b=1 u=rum-cav", 'LOWER b=1 odds="1-1"'):
        log.say(line, by=seat)
    return log.say("ROLL b=1 die=6", by=seat).move("rum-cav", "W17", "V17", by=seat).end()


@pytest.mark.parametrize("seat", ["axis", "russian"])
def test_from_which_seat_he_acts_makes_no_difference(script: Begin, seat: str) -> None:
    audit = played(script(FRONT), seat).audit()
    assert [line for line in told(audit) if "log.die" not in line and "log.battle" not in line] == []
    assert acts(audit)[:2] == ["replace rus-1-tank R9", "move rus-24-inf Y19 > Y17"]
    assert "attack 1: rus-24-inf rus-3-inf x rum-cav at 1-1" in acts(audit)


def test_who_moves_the_other_sides_units_in_its_movement_alone_plays_both(script: Begin) -> None:
    assert is_solo(played(script(FRONT), "axis").audit().chain)
    assert not is_solo(played(script(FRONT), "russian").audit().chain)
    # Two players: the Axis player takes off what the Russian attack has cost him.
    log = script(FRONT).move("rus-24-inf", "Y17", by="russian").end().move("rum-cav", "W17", by="axis").end()
    assert not is_solo(log.audit().chain)


def test_what_another_player_declares_is_set_aside_where_there_are_two(script: Begin) -> None:
    log = script(FRONT).move("rus-24-inf", "Y17", by="russian").say("MODE u=rus-3-inf mode=rail", by="axis").end()
    assert "2 note log.line" in told(log.audit())


def test_his_next_move_for_the_other_side_before_the_tracker_was_set_on_is_that_sides(script: Begin) -> None:
    text = "at: turn 2 axis impulse 2 end clear\non E31: ger-12-inf\non R9: rus-24-inf\non T9: rus-3-inf\n"
    log = script(text).move("rus-24-inf", "R11").end().move("rus-3-inf", "T10").end()
    assert [line for line in told(log.audit()) if "note" not in line] == []
    assert acts(log.audit())[:2] == ["end", "move rus-24-inf R9 > R11"]


def turn(number: int, state: str, tracker: str = TRACKER_ID) -> Step:
    return step(number, events=[TurnSet(tracker, "", state)])


RED, BLUE = step(1, goes={"red-1": (1, 2)}, by="red"), step(3, goes={"blue-1": (1, 2)}, by="red")


@pytest.mark.parametrize(
    ("steps", "solo"),
    [
        ([RED, turn(2, "blue"), BLUE], True),
        ([RED, turn(2, "blue")], False),
        # Red moves blue units where blue does not move.
        ([RED, BLUE], False),
        ([RED, turn(2, "blue fights"), BLUE], False),
        ([RED, turn(2, "blue", "another tracker"), BLUE], False),
        ([RED, turn(2, "blue"), turn(2, "nonsense"), BLUE], True),
        ([RED, turn(2, "blue"), step(3, goes={"red-1": (1, 2)}, by="red")], False),
        # Two players, by their moves or their lines, and nobody at all.
        ([RED, turn(2, "blue"), step(3, goes={"blue-1": (1, 2)}, by="blue")], False),
        ([RED, turn(2, "blue"), BLUE, step(4, "ATT b=1 by=Blue")], False),
        ([RED, turn(2, "blue"), BLUE, step(4, "ATT b=1 by=nobody")], True),
        ([step(1, goes={"blue-1": (1, 2)}), turn(2, "blue"), step(3, goes={"blue-1": (1, 2)})], False),
        ([turn(2, "blue"), BLUE], True),
    ],
)
def test_one_side_alone_acts_and_moves_the_others_units_in_their_movement(steps: Sequence[Step], solo: bool) -> None:
    clocks = {"blue": clock_of(MOVE, "blue"), "blue fights": clock_of(FIGHT, "blue")}
    first: Any = SimpleNamespace(execution=SimpleNamespace(clocks=[clock_of(MOVE)]))
    chain: Any = SimpleNamespace(log=log_of(clock_of=clocks.get), links=[first], steps=steps)
    assert is_solo(chain) is solo
