"""The phases of a log as they would be had the tracker been set earlier or later, of small logs made by hand.

Phases are called by short words: `m1 1 2 | c1 3` are the steps 1 and 2 in the first movement phase of the Axis, and
step 3 in its first battles; those of the Russian are large, `w` is the weather and `e` the end of a player turn.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import pytest

from tests.auditing.steps import clock_of, log_of, step
from trc_module.auditing.overtime import carried_out_late, divided_otherwise, moved_on_without_battles
from trc_module.auditing.phases import Phase
from trc_module.replay.events import Step
from trc_module.rules.clock import OTHER, Clock

LOG = log_of("trc")
SEQUENCE = LOG.parts.game.sequence
AXIS, OTHERS, RUSSIAN = "ger-41-pz", "ger-56-pz", "rus-24-inf"


def _moments() -> dict[str, Clock]:
    clock, found = clock_of(OTHER, game="trc"), {}
    for turn in ("", "'"):
        for name in ("w", "m1", "c1", "m2", "c2", "e", "M1", "C1", "M2", "C2", "E"):
            found[name + turn] = clock
            clock = SEQUENCE.after(clock)
    return found


MOMENTS = _moments()
NAMES = {clock: name for name, clock in MOMENTS.items()}


def done(number: int, what: str) -> Step:
    """Return a step from a word: who moves (`a`, `b`, `r`), comes (`+a`), goes off (`-a`), or what is said."""
    unit = {"a": AXIS, "b": OTHERS, "r": RUSSIAN, "s": "rus-13-inf"}.get(what[-1:], "")
    lines = {
        "att": f"ATT b=1 u={AXIS}",
        "att2": f"ATT b=2 u={OTHERS}",
        "roll": "ROLL b=1 die=3",
        "die": "DIE die=3",
        "sea": f"SEA u={AXIS} die=3",
        "weather": "WEATHER die=3",
        "lost": f"LOSS b=1 u={RUSSIAN}",
        "back": f"RETREAT b=1 u={RUSSIAN}",
        "won": "AV b=1",
    }
    if what in lines:
        return step(number, lines[what])
    if what.startswith("'"):
        return step(number, words=what.strip("'"))
    goes: dict[str, tuple[int | str, int | str]] = {"+": ("pool", 5), "-": (5, "lost"), "<": (6, 5)}
    return step(number, goes={unit: goes.get(what[:1], (5, 6))})


def phases(text: str, follows: str = "") -> list[Phase]:
    """Return phases of steps, numbered from 1: `m1 a att roll | c1`; what `follows` on the last, if anything."""
    number, found = 0, []
    for part in text.split(" | "):
        name, *whats = part.split()
        steps = []
        for what in whats:
            number += 1
            steps.append(done(number, what.replace("_", " ")))
        found.append(Phase(MOMENTS[name], steps))
    for one, other in pairwise(found):
        one.next, one.ended = other.clock, max([step.number for step in one.steps], default=0)
    found[-1].next = MOMENTS.get(follows)
    return found


def words(parts: tuple[Phase, ...]) -> str:
    return " | ".join(" ".join((NAMES[part.clock], *(str(step.number) for step in part.steps))) for part in parts)


def ways(text: str, units: Collection[str] = (), told: Collection[int] = ()) -> list[str]:
    earlier, later = phases(text)
    found = [parts for _, parts in divided_otherwise(LOG, earlier, later, units, told)]
    for parts in found:
        # Each goes on where the next one begins.
        assert [part.next for part in parts[:-1]] == [part.clock for part in parts[1:]]
    return [words(parts) for parts in found]


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("w | m1 weather a", ["w 1 | m1 2"]),
        ("w weather a | m1 b", []),
        ("w a | m1 weather", ["w 1 2 | m1"]),
        ("w' a | m1' b", ["w' | m1' 1 2"]),
        ("m1 | m2 weather a", ["m1 | c1 1 2 | m2", "m1 | c1 1 | m2 2"]),
        ("e | M1 weather", []),
        ("c1 | m2 die a", ["c1 1 | m2 2"]),
        ("m1 a att roll | c1", ["m1 1 | c1 2 3"]),
        ("m1 a att roll b | c1", ["m1 1 | c1 2 3 4"]),
        ("m1 a att roll | m2", ["m1 1 | c1 2 3 | m2"]),
        ("m1 a roll b roll | c1", ["m1 1 | c1 2 3 4", "m1 1 2 3 | c1 4"]),
        ("m1 a lost att | c1", ["m1 1 | c1 2 3"]),
        ("m1 a 'combat' roll | c1", ["m1 1 | c1 2 3", "m1 1 | c1 2 3", "m1 1 2 | c1 3"]),
        ("m1 a 'combat' roll b | m2 a", ["m1 1 | c1 2 3 4 | m2 5", "m1 1 | c1 2 3 4 | m2 5", "m1 1 2 | c1 3 4 | m2 5"]),
        ("m1 a att roll b att2 roll | m2", ["m1 1 | c1 2 3 4 5 6 | m2"]),
        (
            "m1 a att roll b att2 roll | M1",
            [
                "m1 1 | c1 2 3 4 5 6 | M1",
                "m1 1 | c1 2 3 | m2 4 5 6 | M1",
                "m1 1 | c1 2 3 | m2 4 | c2 5 6 | M1",
                "m1 1 2 3 | m2 4 5 6 | M1",
            ],
        ),
        ("m1 a r roll | c1", ["m1 1 2 | c1 3", "m1 1 | c1 2 3"]),
        ("c1 a roll | m2", []),
        ("c1 att roll a | m2 b", ["c1 1 2 | m2 3 4"]),
        ("c1 roll a roll b | m2", ["c1 1 2 3 | m2 4", "c1 1 | m2 2 3 4"]),
        ("c1 att roll a b | e", ["c1 1 2 | m2 3 4 | e", "c1 1 2 3 | m2 4 | e"]),
        (
            "c1 att roll a die att2 b | e",
            [
                "c1 1 2 3 4 5 | m2 6 | e",
                "c1 1 2 | m2 3 4 5 6 | e",
                "c1 1 2 3 | c2 4 5 6 | e",
                "c1 1 2 3 4 | c2 5 6 | e",
            ],
        ),
        ("c1 att a | e", ["c1 1 | m2 2 | e"]),
        ("c1 att roll att2 roll | e", ["c1 1 2 | c2 3 4 | e", "c1 1 2 3 | c2 4 | e"]),
        ("c1 roll att2 att roll | M1", ["c1 1 | c2 2 3 4 | M1", "c1 1 2 3 | c2 4 | M1"]),
        ("c1 att roll att2 roll | m2", []),
        ("m1 a att roll att2 | c2", ["m1 1 | c1 2 3 4 | c2"]),
        ("m1 a 'second_impulse' b | e", ["m1 1 | m2 2 3 | e", "m1 | m2 1 2 3 | e", "m1 1 2 | m2 3 | e"]),
        (
            "m1 a 'second_impulse' b att roll | e",
            ["m1 1 2 3 | c1 4 5 | e", "m1 1 | m2 2 3 4 5 | e", "m1 1 | m2 2 3 | c2 4 5 | e"],
        ),
        ("c1 roll 'second_impulse' a | m2 a", ["c1 1 2 | m2 3 4"]),
        ("m1 a 'second_impulse' b | M1", ["m1 1 | m2 2 3 | M1", "m1 | m2 1 2 3 | M1", "m1 1 2 | m2 3 | M1"]),
        ("c1 att roll back r a | m2", ["c1 1 2 3 4 | m2 5"]),
        ("c1 att roll back r r a | m2 b", ["c1 1 2 3 4 5 | m2 6 7"]),
        ("c1 +a | m2", ["c1 | m2 1"]),
        ("C1 roll back r +s roll | M2", ["C1 1 2 3 | M2 4 5", "C1 1 2 | M2 3 4 5"]),
        ("c1 att roll r b r | m2", ["c1 1 2 3 | m2 4 5"]),
        ("c1 a | m2", []),
        ("c1 roll a | M1", ["c1 1 | m2 2 | M1"]),
        ("c2 att roll +a -b a | e", []),
        ("c2 att roll +a -b | M1", []),
        ("c1 roll a | e", ["c1 1 | m2 2 | e"]),
        ("m1 a | c2 roll b", ["m1 | m2 1 | c2 2 3", "m1 1 | c1 2 3 | c2", "m1 1 | c1 2 | c2 3"]),
        ("m1 a | m2 roll b +a r", ["m1 1 | c1 2 3 4 5 | m2", "m1 1 | c1 2 | m2 3 4 5", "m1 1 | c1 2 3 | m2 4 5"]),
        ("m1 a | m2 b", []),
        ("m1 a | e roll", ["m1 | m2 1 | e 2", "m1 1 | c1 2 | e"]),
        ("m1 a roll | m2", ["m1 1 | c1 2 | m2"]),
        ("c1 a roll r | m2 a b", []),
        ("c2 att roll r | e a", []),
        ("c2 r | M1 r a", ["c2 | M1 1 2 3"]),
    ],
)
def test_two_phases_are_divided_where_the_tracker_may_have_been_set(log: str, found: list[str]) -> None:
    assert ways(log) == found


@pytest.mark.parametrize(
    ("log", "units", "told", "found"),
    [
        ("c1 att roll r | m2 r a roll", "r", [], ["c1 1 2 3 4 | m2 5 6", "c1 1 2 3 4 | m2 5 6", "c1 1 2 3 6 | m2 4 5"]),
        ("c1 att roll | M1 -r +r a", "r", [], ["c1 1 2 3 | M1 4 5", "c1 1 2 | e 3 | M1 4 5", "c1 1 2 3 | M1 4 5"]),
        (
            "c2 att roll -r | M1 +r r",
            "r",
            [],
            [
                "c2 1 2 3 4 5 | M1",
                "c2 1 2 3 | e 4 5 | M1",
                "c2 1 2 3 4 | M1 5",
                "c2 1 2 3 | e 4 | M1 5",
                "c2 1 2 3 4 | M1 5",
            ],
        ),
        ("c2 att roll | M1 -r", "ar", [], ["c2 1 2 3 | M1", "c2 1 2 | e 3 | M1", "c2 1 2 3 | M1"]),
        ("c2 att roll r a | M1", "", [4], []),
        ("c2 att roll +a b | e", "", [3, 4], []),
        ("c2 att roll +a | M1", "", [3], ["c2 1 2 | e 3 | M1"]),
        ("c2 att roll +a | e", "", [2, 3], ["c2 1 2 | e 3"]),
        ("c1 att roll +a | m2", "", [3], ["c1 1 2 | m2 3"]),
        ("c1 att roll | e r -a", "r", [], ["c1 1 2 3 | e 4", "c1 1 2 3 | e 4"]),
        ("c1 att roll | M1 +r", "r", [], []),
    ],
)
def test_what_is_left_to_be_said_may_have_been_done_late(
    log: str, units: str, told: list[int], found: list[str]
) -> None:
    assert ways(log, [{"a": AXIS, "b": OTHERS, "r": RUSSIAN}[unit] for unit in units], told) == found


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("m1 a | c1 b | c2 att roll", "m1 1 | c1 | m2 2 | c2 3 4"),
        ("m1 a | c1 b | m2 att roll", "m1 1 | c1 | m2 2 3 4"),
        ("m1 a | c1 b | m2 b att roll", ""),
        ("m1 a | c1 b | e", "m1 1 | c1 | m2 2 | e"),
        ("m1 a | c1 a | e", ""),
        ("m1 a | c1 a b +b | e", ""),
        ("m1 a | c1 a b | M1", ""),
        ("m1 a b | c1 a b -b | e", ""),
        ("m1 a | c1 a b r +a | e", "m1 1 | c1 | m2 2 3 4 5 | e"),
        ("m1 a b | c1 a +b b | e", ""),
        ("m1 a | c1 b roll | c2 att roll", ""),
        ("m1 a | c1 r | c2 att roll", ""),
        ("m1 a | c1 r b | c2 roll", "m1 1 | c1 2 | m2 3 | c2 4"),
        ("c1 a | m2 b | e", ""),
        ("m1 a | c2 b | e", ""),
        ("m1 a b | c1 a b +a +b | e", ""),
        ("m1 | c1 +a +b | e", "m1 | c1 | m2 1 2 | e"),
        ("m1 r | c1 a +b | E", "m1 1 | c1 | m2 2 3 | E"),
        ("m1 a r | c1 a r +b | M1", "m1 1 2 | c1 | m2 3 4 5 | M1"),
    ],
)
def test_moves_of_a_phase_of_battles_in_which_no_die_fell_are_the_next_movement(log: str, found: str) -> None:
    before, combat, after = phases(log)
    parts = moved_on_without_battles(LOG, before, combat, after)
    assert (words(parts) if parts else "") == found


@pytest.mark.parametrize(
    ("log", "units", "found"),
    [
        ("c1 att roll r | m2 r a", "r", "c1 1 2 3 4 | m2 5"),
        ("c1 att roll r | m2 -r r roll -r -a", "r", "c1 1 2 3 4 5 7 | m2 6 8"),
        ("c1 att roll r | M1 <r a", "r", "c1 1 2 3 4 | M1 5"),
        ("c1 att roll r | M1 r", "r", ""),
        ("c1 att roll r | M1 -r", "r", "c1 1 2 3 4 | M1"),
        ("m1 r | M1 -r", "r", ""),
        ("c1 att roll | m2 lost a", "r", ""),
        ("c1 att roll | m2 att roll -a -r", "ra", "c1 1 2 6 | m2 3 4 5"),
        ("c1 att roll | m2 roll -r -b", "r", "c1 1 2 4 | m2 3 5"),
        ("c1 roll | m2 roll -r r", "r", "c1 1 3 | m2 2 4"),
    ],
)
def test_what_battles_have_brought_may_be_carried_out_late(log: str, units: str, found: str) -> None:
    earlier, later = phases(log)
    late = carried_out_late(LOG, earlier, later, [{"a": AXIS, "b": OTHERS, "r": RUSSIAN}[unit] for unit in units])
    assert (words(late[1]) if late else "") == found


@pytest.mark.parametrize(
    "log",
    ["w a | m1 b", "w weather a | m1 b", "m1 a att roll | c1", "c1 roll a | m2", "c2 att roll +a | e", "c1 r | M1 r"],
)
def test_phases_that_are_no_row_are_divided_nowhere(log: str) -> None:
    earlier, later = phases(log)
    earlier.next = MOMENTS["E'"]
    assert list(divided_otherwise(LOG, earlier, later, [RUSSIAN], [3])) == []
