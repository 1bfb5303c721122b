"""A log divided at the turn tracker, of steps in short words: `M1` sets the tracker, `a` moves a unit of the Axis."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.steps import log_of, step
from tests.auditing.test_dividing import AXIS, MOMENTS, NAMES, RUSSIAN, words
from trc_module.auditing.phases import phases
from trc_module.hexgrid import Hex
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Moved, Step, TurnSet


def log(foreign: object = None) -> Any:
    given = log_of("trc")
    recipe = SimpleNamespace(placed={"turn"})
    return log_of(
        "trc",
        parts=SimpleNamespace(**vars(given.parts), recipe=recipe),
        clock_of=MOMENTS.get,
        foreign=foreign,
        marker_of=lambda piece: SimpleNamespace(kind=piece.id) if piece.id in ("turn", "railhead") else None,
    )


def done(number: int, word: str) -> Step:
    if word in MOMENTS:
        return step(number, events=[TurnSet(TRACKER_ID, "", word)])
    if word == "other":
        return step(number, events=[TurnSet("another tracker", "", "M1")])
    if word in ("turn", "railhead"):
        moved: Any = (SimpleNamespace(id=word),)
        return step(number, events=[Moved(moved, *places())])
    if word == "roll":
        return step(number, "ROLL b=1 die=3", by="axis")
    unit, side = (AXIS, "axis") if word[0] == "a" else (RUSSIAN, "russian")
    return step(number, f"MODE u={unit} mode=ground", goes={unit: (5, 6)}, by=side)


def places() -> Any:
    return Hex(1), Hex(2)


def divided(text: str, foreign: object = None) -> tuple[str, str]:
    """Return the phases with their steps, and what the tracker showed beside them."""
    first, *rest = text.split()
    found = phases(log(foreign), MOMENTS[first], [done(number, word) for number, word in enumerate(rest, 1)])
    beside = [f"{NAMES[one.clock]}: {at} {NAMES[clock]}" for one in found for at, clock in one.asides]
    beside += [f"{NAMES[one.clock]}: idle {NAMES[clock]} {at}" for one in found for clock, at in one.idle.items()]
    return words(tuple(found)), ", ".join(beside)


@pytest.mark.parametrize(
    ("log", "found", "beside"),
    [
        ("m1 a c1 roll m2 a", "m1 1 | c1 3 | m2 5", ""),
        ("m1 a other a", "m1 1 3", ""),
        # Only where the tracker ends up counts.
        ("m1 a c1 m2 a", "m1 1 | m2 4", "m1: idle c1 3"),
        ("m1 a c1 m1 a", "m1 1 4", ""),
        # What the module does by itself is nothing.
        ("m1 a c1 turn m2 a", "m1 1 | m2 5", "m1: idle c1 4"),
        ("m1 a c1 railhead m2 a", "m1 1 | c1 3 | m2 5", ""),
        # It was set on by mistake, and back before others acted, and not for long.
        ("m1 a c1 a m1 a", "m1 1 3 5", "m1: 4 c1"),
        ("m1 a M1 a m1 a", "m1 1 3 5", "m1: 4 M1"),
        ("m1 a M1 r m1 a", "m1 1 | M1 3 | m1 5", ""),
        (f"m1 a c1 {'a ' * 12}m1 a", "m1 1 " + " ".join(map(str, range(3, 15))) + " 16", "m1: 15 c1"),
        (f"m1 a c1 {'a ' * 13}m1 a", "m1 1 | c1 " + " ".join(map(str, range(3, 16))) + " | m1 17", ""),
        # It was set too far, and came back partly: to the phase of the same name before that.
        ("w a m2 a c1 roll", "w 1 | m1 3 | c1 5", "m1: 4 m2"),
        ("m1 a c2 a c1 roll", "m1 1 | c1 3 5", "c1: 4 c2"),
        # To the one that it had shown before; else that was done before the leap.
        ("m1 a c1 e a c1 roll", "m1 1 | c1 4 6", "c1: 5 e, m1: idle c1 3"),
        ("c1 a M1 a c2 a", "c1 1 3 | c2 5", "c1: 4 M1"),
        ("m1 a C1 a m2 a", "m1 1 3 | m2 5", "m1: 4 C1"),
        ("m1 a E a c1 roll", "m1 1 3 | c1 5", "m1: 4 E"),
        ("m1 a m2 a c1 roll", "m1 1 3 | c1 5", "m1: 4 m2"),
        ("m1 a C1 a c1 roll", "m1 1 | c1 3 5", "c1: 4 C1"),
        ("m1 a C1 r m2 a", "m1 1 | C1 3 | m2 5", ""),
        ("m1 a E c1 roll", "m1 1 | c1 4", ""),
        ("m1 a m2 a M1 a", "m1 1 | m2 3 | M1 5", ""),
        ("m2 a c2 a m1 a", "m2 1 | c2 3 | m1 5", ""),
    ],
)
def test_phases_are_where_the_tracker_was_set_unless_by_mistake(log: str, found: str, beside: str) -> None:
    assert divided(log) == (found, beside)


def test_in_a_log_of_another_module_a_phase_begins_with_what_was_done_first() -> None:
    assert divided("m1 turn a c1 a", foreign="a profile") == ("m1 1 2 | c1 3 4", "")
