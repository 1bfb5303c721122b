"""What a step of a log holds: whose unit goes where, and of whom its lines speak."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.auditing.steps import Goes, log_of, step
from trc_module.auditing.step_contents import (
    arrives,
    begins_to_move,
    dragged_units,
    enemys_first,
    moves_own,
    owner_of,
    rolls_for_a_battle,
    says_how_it_goes,
    says_of,
    says_role,
    side_of,
    taken_off,
    tells_a_fate,
    tells_of_a_battle,
    units_about,
    units_in_battle,
    with_a_way,
)
from trc_module.declarations import LOSE, ROLL
from trc_module.replay.events import Step

LOG = log_of()


@pytest.mark.parametrize(
    ("goes", "own", "comes", "dragged", "off"),
    [
        ({"red-1": (1, 2)}, True, False, ["red-1"], []),
        ({"red-1": (1, 2), "blue-1": (3, 4)}, True, False, ["blue-1", "red-1"], []),
        ({"blue-1": (1, 2)}, False, False, ["blue-1"], []),
        ({"red-1": ("pool", 2)}, False, True, [], []),
        ({"red-1": ("pool", "next")}, False, True, [], ["red-1"]),
        ({"blue-1": ("pool", 2)}, False, False, [], []),
        ({"red-1": (1, "pool")}, False, False, [], ["red-1"]),
        ({"red-1": (1, "pool"), "red-2": (1, 2)}, True, False, [], []),
        ({"red-1": (1, None)}, True, False, [], []),
        ({"red-1": (None, 1)}, True, False, [], []),
        ({"red-1": (1, 2), "red-2": (2, None)}, True, False, [], []),
    ],
)
def test_where_units_go_in_a_step(
    goes: Goes, own: bool, comes: bool, dragged: Sequence[str], off: Sequence[str]
) -> None:
    done = step(1, goes=goes)
    assert (moves_own(LOG, done, "red"), arrives(LOG, done, "red")) == (own, comes)
    assert (sorted(dragged_units(LOG, done)), sorted(taken_off(LOG, done))) == (dragged, off)
    # What a line tells of was not only dragged.
    said = step(1, "OUT b=1", goes=goes)
    assert not dragged_units(LOG, said)
    assert not taken_off(LOG, said)
    assert begins_to_move(LOG, done, "red") is (own or comes)


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("ARRIVE u=red-1", True),
        ("ARRIVE u=blue-1", False),
        ("ARRIVE at=A1", False),
        ("RETREAT b=1 u=red-1", False),
        ("LOSS b=1 u=red-1", False),
        ("ATT b=1 u=red-1", False),
    ],
)
def test_a_line_says_how_a_unit_goes(said: str, goes: bool) -> None:
    assert says_how_it_goes(LOG, step(1, said), "red") is goes
    assert begins_to_move(LOG, step(1, said), "red") is goes


def test_a_key_of_a_way_says_how_a_unit_goes_in_every_game() -> None:
    assert says_how_it_goes(log_of("m41"), step(1, "ADVANCE b=1 u=ger-2-army"), "german")


@pytest.mark.parametrize(
    ("said", "rolls"),
    [
        ("ROLL b=1 die=3", True),
        ("ROLL b=1", False),
        ("DIE die=3", True),
        ("DIE", False),
        ("ROLL die=3", False),
        ("ATT b=1 u=red-1", False),
    ],
)
def test_a_die_may_be_that_of_a_battle(said: str, rolls: bool) -> None:
    assert rolls_for_a_battle(LOG, step(1, said)) is rolls


def test_lines_say_of_whom_they_speak() -> None:
    said = step(2, "LOSS b=1 u=red-1", "ATT b=2 u=red-2", "DEF b=2 u=blue-2", "OUT b=2 u=grey-1")
    assert units_in_battle(LOG, said) == {"red-2", "blue-2"}
    assert units_in_battle(LOG, step(2, "ATT b=2", "ATT b=3 u=red-1")) == {"red-1"}
    assert [says_of(LOG, said, [unit]) for unit in ("red-1", "red-2")] == [True, False]
    assert says_of(LOG, step(2, "RETREAT b=1 u=red-2"), ["red-2", "red-1"])
    assert [says_role(LOG, said, role) for role in (LOSE, ROLL)] == [True, False]
    assert units_about(LOG, step(1, "ATT b=1 u=red-1", "ROLL b=1 die=3", goes={"red-2": (1, 2)})) == {
        "",
        "red-1",
        "red-2",
    }
    assert with_a_way(LOG, said) == {"red-1"}


@pytest.mark.parametrize(
    ("done", "fate", "battle"),
    [
        (step(1, "LOSS b=1 u=red-1"), True, True),
        (step(1, "RETREAT b=1 u=red-1"), True, True),
        (step(1, "ATT b=1 u=red-1"), False, True),
        (step(1, "ARRIVE u=red-1"), False, False),
        (step(1, goes={"red-1": (1, 2)}), True, False),
        (step(1, goes={"red-1": (1, "lost")}), False, True),
        (step(1, goes={"red-1": ("pool", "lost")}), False, False),
        (step(1, words="dice server: 5"), False, True),
        (step(1, words="hello"), False, False),
    ],
)
def test_steps_tell_of_battles_and_of_what_became_of_units(done: Step, fate: bool, battle: bool) -> None:
    assert (tells_a_fate(LOG, done), tells_of_a_battle(LOG, done)) == (fate, battle)


def test_the_side_of_a_step_is_said_by_its_lines_or_by_the_log() -> None:
    assert side_of(LOG, step(1, "ATT b=1 u=red-1 by=Blue", by="red")) == "blue"
    assert side_of(LOG, step(1, "ATT b=1 u=red-1 by=nobody", by="red")) == "red"
    assert side_of(LOG, step(1, "ATT b=1 u=red-1 by=nobody", "OUT b=1 by=grey")) == "grey"
    assert side_of(LOG, step(1, "ATT b=1 u=red-1")) is None
    alone = log_of(solo=True)
    assert side_of(alone, step(1, "ATT b=1 by=Blue", goes={"red-1": (1, 2), "red-2": (1, 2)})) == "red"
    assert owner_of(LOG, step(1, goes={"red-1": (1, 2), "blue-1": (1, 2)})) is None
    assert owner_of(LOG, step(1)) is None


MOVES, FOE = step(1, goes={"red-1": (1, 2)}), step(4, goes={"blue-1": (3, 4)})


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ([MOVES, FOE], [1]),
        ([FOE], [0]),
        ([MOVES, FOE, step(5, goes={"red-2": (1, 2)})], []),
        ([MOVES, FOE, step(5, goes={"blue-2": (3, 4)})], [1]),
        ([MOVES, step(2, "ARRIVE u=red-2"), FOE], [2]),
        # Between the two may be what is said of the side's own units, but of no battle.
        ([MOVES, step(2, "REDUCE u=red-2"), step(3, "DRAW side=red"), FOE], [3]),
        ([MOVES, step(2, "ATT b=1 u=red-2"), FOE], []),
        ([MOVES, step(2, "DEF b=1 u=blue-2"), FOE], [1]),
        # Before any die, and who moves behind one is no matter.
        ([MOVES, FOE, step(5, "ROLL b=1 die=3"), step(6, goes={"red-2": (1, 2)})], [1]),
        ([MOVES, step(3, "DIE die=3"), FOE], [2]),
        # Who is taken off the map has not gone back.
        ([MOVES, step(4, goes={"blue-1": (3, "lost")})], []),
        ([MOVES, step(4, "REDUCE u=blue-1")], [1]),
        ([MOVES, step(4, goes={"a-stranger": (3, 4)})], []),
        ([MOVES], []),
        ([], []),
    ],
)
def test_the_enemys_first_deed_after_the_last_move(steps: Sequence[Step], found: Sequence[int]) -> None:
    assert list(enemys_first(LOG, steps, "red")) == found
