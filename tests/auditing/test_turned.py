"""Counters that were turned, or given another status, in steps in which no line tells of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.auditing.steps import change, log_of, step
from tests.reading.phases import line
from trc_module.auditing.turned import TurnedByHand, still_untold, turned_by_hand, turns_in
from trc_module.hexgrid import Hex
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.interpretation import Shown

State = tuple[str, ...] | None
NONE: Mapping[str, int | None] = {}


def log() -> GameLog:
    """Return a log whose counters show a face and a status by the two words of their state; - for none."""
    return log_of(
        face_in=lambda piece, state: None if state[0] == "-" else int(state[0]),
        status_in=lambda piece, state: None if state[1] == "-" else int(state[1]),
    )


def turned(number: int, old: str | None, new: str | None, *said: str, unit: str = "red-1", at: object = Hex(1)) -> Step:
    states: list[State] = [None if each is None else tuple(each.split()) for each in (old, new)]
    return step(number, *said, changes=[change(unit, at, at, *states)], by="red")


def told(number: int, face: tuple[int, int] | None, status: tuple[int, int] | None) -> TurnedByHand:
    faces, statuses = face or (None, None), status or (None, None)
    return TurnedByHand(number, Shown("red-1", faces[0], statuses[0]), Shown("red-1", faces[1], statuses[1]), by="red")


@pytest.mark.parametrize(
    ("done", "found"),
    [
        (turned(1, "0 0", "1 0"), [told(1, (0, 1), None)]),
        (turned(1, "0 0", "0 2"), [told(1, None, (0, 2))]),
        (turned(1, "0 1", "1 2"), [told(1, (0, 1), (1, 2))]),
        (turned(1, "- -", "- -"), []),
        (turned(1, "0 0 turned round", "0 0"), []),
        (turned(1, "0 0", "0 0"), []),
        (turned(1, None, "1 0"), []),
        (turned(1, "1 0", None), []),
        (turned(1, "0 0", "1 0", unit="a marker"), []),
        (turned(1, "0 0", "1 0", at="lost"), []),
    ],
)
def test_a_counter_on_the_map_is_turned_in_a_step(done: Step, found: Sequence[TurnedByHand]) -> None:
    assert list(turns_in(log(), done)) == found
    # A step of which a line tells of the counter tells what was done.
    assert list(turned_by_hand(log(), [done])) == found


def test_what_it_shows_before_and_since_is_known_where_both_are() -> None:
    both = told(1, (0, 1), (1, 2))
    assert (both.unit, both.faces, both.statuses) == ("red-1", (0, 1), (1, 2))
    for before, after in ((Shown("red-1"), Shown("red-1", 1, 1)), (Shown("red-1", 1, 1), Shown("red-1"))):
        half = TurnedByHand(1, before, after)
        assert (half.faces, half.statuses) == (None, None)


def test_what_was_taken_back_in_the_same_phase_is_nothing() -> None:
    out, back = turned(1, "0 0", "1 0"), turned(3, "1 0", "0 0")
    assert list(turned_by_hand(log(), [out, back])) == []
    on = turned(3, "1 0", "2 0")
    assert list(turned_by_hand(log(), [out, on])) == [told(1, (0, 1), None), told(3, (1, 2), None)]


def test_a_line_of_its_step_or_one_that_is_supplied_tells_of_a_counter() -> None:
    assert list(turned_by_hand(log(), [turned(1, "0 0", "1 0", "REDUCE b=1 u=red-1")])) == []
    assert list(turned_by_hand(log(), [turned(1, "0 0", "1 0", "REDUCE b=1 u=red-2")])) == [told(1, (0, 1), None)]
    found = [told(1, (0, 1), None), told(3, (1, 2), None)]
    assert list(still_untold(found, [line("1 REDUCE b=1 u=red-1"), line("3 REDUCE b=1 u=red-2")])) == found[1:]


def test_why_it_was_turned_is_open() -> None:
    read = told(4, (0, 1), None).read()
    assert (read.steps, read.by, read.shows) == ((4,), "red", (Shown("red-1", 1, None),))
    assert [str(finding) for finding in read.findings] == [
        "undecided log.face: red-1 was turned, or its status was changed; the log does not say why."
    ]
