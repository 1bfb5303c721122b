"""The way that an act is read to have gone, of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.auditing.steps import clock_of
from tests.reading.phases import TOY
from tests.untidy.other_plays import found_in, parts_of, told_of
from trc_module.auditing.act_readings import ActReadings, Fairest
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Move, Retreat
from trc_module.rules.battles import Battle
from trc_module.rules.clock import MOVE
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Unknown, Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import Interpretation
from trc_module.rules.state import Trail

PAST_AN_ARMY = """
at: turn 2 axis moves-1 good
on K5: ger-1-inf
on L5: sov-8-army
move ger-1-inf K5 K6 L6
end
"""


def test_a_way_that_may_be_is_read_rather_than_one_of_which_nobody_knows(tmp_path: Path) -> None:
    """What stands of hexes with enemies is in a part of the rules that is not to be had: the stop there was a slip."""
    found = found_in(parts_of("trp"), PAST_AN_ARMY, ["onto ger-1-inf 1 L5"], tmp_path)
    (told,) = [finding for finding in found if finding.rule == "XII.1"]
    assert told.verdict is Verdict.NOTE
    assert told.sentence.startswith("As it was dragged: ger-1-inf entered L5, where sov-8-army stood;")
    assert told.sentence.endswith("Another way leads there, so nothing is broken.")


def went(*hexes: int, gaps: Sequence[int] = ()) -> Move:
    return Move("red-1", Trail(tuple(map(Hex, hexes)), frozenset(gaps)))


def found(rule: str, *units: str, verdict: Verdict = Verdict.VIOLATION) -> Finding:
    return Finding(rule, verdict, f"Rule {rule}.", units)


def fairest(told: Mapping[Move, Sequence[Finding]]) -> Fairest:
    """Return which of some ways of a unit is taken, by what is told of each."""
    state = replace(TOY.start("campaign", frozenset()), clock=clock_of(MOVE)).with_unit("red", "red-1", Hex(1))

    def judge(game: object, position: object, action: Action) -> list[Finding]:
        assert isinstance(action, Move)
        return list(told[action])

    done = Interpretation((1,), tuple(told))
    return ActReadings(Referee(TOY, state), done, lambda finding: finding, lambda *given: None, judge).fairest()


STEPS, STRAIGHT = went(1, 2, 3), went(1, 3, gaps=[0])
NOTE = "note 7: As it was dragged: Rule 7. Another way leads there, so nothing is broken."


@pytest.mark.parametrize(
    ("told", "action", "notes"),
    [
        ({STEPS: [], STRAIGHT: []}, STEPS, []),
        ({STEPS: [found("7", "red-1")], STRAIGHT: []}, STRAIGHT, [NOTE]),
        # A way from one hex to the next was not dragged hex by hex.
        ({went(1, 2): [found("7", "red-1")], went(1, 2, gaps=[0]): []}, went(1, 2, gaps=[0]), []),
        # What is told of each way, and of no unit, speaks against none.
        ({STEPS: [found("9"), found("7", "red-1")], STRAIGHT: [found("9")]}, STRAIGHT, [NOTE]),
        ({STEPS: [found("9")], STRAIGHT: [found("9")]}, STEPS, []),
        # A way of which the data do not tell whether it may be gives way to one that may.
        ({STEPS: [found("7", verdict=Verdict.SKIPPED)], STRAIGHT: []}, STRAIGHT, [NOTE]),
        ({STEPS: [found("7", verdict=Verdict.NOTE)], STRAIGHT: []}, STEPS, []),
        (
            {STEPS: [found("7", verdict=Verdict.SKIPPED)], STRAIGHT: [found("7", verdict=Verdict.SKIPPED)]},
            STEPS,
            [],
        ),
    ],
)
def test_the_way_that_breaks_least_is_taken(
    told: Mapping[Move, Sequence[Finding]], action: Move, notes: Sequence[str]
) -> None:
    taken = fairest(told)
    assert (taken.action, [str(note) for note in taken.notes]) == (action, notes)


TOO_FAR = """
at: turn 3 axis combat
on F12: ger-4-pz ger-3-pz
on F13: sov-northwest
target sov-northwest
attack 1: ger-4-pz ger-3-pz x sov-northwest
roll 1: 5
retreat 1: sov-northwest F13 F14 F15
advance 1: ger-4-pz F12 {}
end
"""


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("F13", []),
        ("F13 F14", ["violation 13.1d: ger-4-pz advanced 2 hexes; it may advance 1."]),
        ("E12", ["violation 10.8: ger-4-pz advanced into E12; battle 1 was about F13."]),
    ],
)
def test_a_way_after_a_die_without_a_key_is_a_breach_if_all_that_it_may_be_is_one(
    way: str, expected: list[str], tmp_path: Path
) -> None:
    assert told_of(parts_of("nr"), TOO_FAR.format(way), ["drop ADVANCE"], tmp_path) == expected


def of_a_battle(told: Mapping[Action, Sequence[Finding]], shorter: int = 5, **how: bool) -> Fairest:
    """Return as what a defender's way is read, by what is told of what it may be.

    `shorter` is the number of accusations of an act that had ended earlier.
    """
    fought = tuple(Battle(number, (), ("red-1",), FrozenMap({"red-1": Hex(1)})) for number in (1, 2))
    state = replace(TOY.start("campaign", frozenset()), battles=fought).with_unit("red", "red-1", Hex(1))

    def judge(game: object, position: object, action: Action) -> list[Finding]:
        return list(told[action]) if action in told else [found("7")] * shorter

    def before(finding: Finding, position: object, action: object) -> Unknown | None:
        return Unknown("who held a hex", "held") if finding.rule == "before" else None

    done = Interpretation((1,), tuple(told), perhaps=how.get("perhaps", False), fought=how.get("fought", False))
    return ActReadings(Referee(TOY, state), done, lambda finding: finding, before, judge).fairest()


def after_a_die(told: Mapping[Action, Sequence[Finding]], shorter: int = 5, *, fought: bool = True) -> Action | None:
    """Return as what a way that no line explains is read."""
    return of_a_battle(told, shorter, perhaps=True, fought=fought).action


BACK = Retreat(1, "red-1", Trail((Hex(1), Hex(2), Hex(3))))
AWAY = Retreat(2, "red-1", Trail((Hex(1), Hex(3))))


@pytest.mark.parametrize(
    ("told", "shorter", "expected"),
    [
        ({BACK: [], AWAY: [found("7")]}, 5, BACK),
        ({BACK: [found("7")], AWAY: []}, 5, AWAY),
        ({BACK: [found("7"), found("8")], AWAY: [found("7")]}, 5, AWAY),
        # What would be legal had it ended earlier is what was meant.
        ({AWAY: [found("7")], BACK: [found("7"), found("8")]}, 0, BACK),
        # Behind a die of its battle it is of that rather than a movement.
        ({STEPS: [found("4")], BACK: [found("7"), found("8")]}, 5, BACK),
    ],
)
def test_what_breaks_least_was_meant(told: Mapping[Action, Sequence[Finding]], shorter: int, expected: Action) -> None:
    assert after_a_die(told, shorter) == expected


def test_what_hangs_on_the_game_before_accuses_nobody() -> None:
    assert after_a_die({BACK: [found("7")], AWAY: [found("before")]}) is None
    assert after_a_die({BACK: [found("7")], AWAY: [found("before"), found("8")]}) == BACK


def test_before_a_die_it_may_be_something_else() -> None:
    assert after_a_die({BACK: [found("7")]}) == BACK
    assert after_a_die({BACK: [found("7")]}, fought=False) is None


def test_a_retreat_that_was_dragged_hex_by_hex_another_way_is_noted() -> None:
    straight = Retreat(1, "red-1", Trail((Hex(1), Hex(3)), frozenset((0,))))
    for dragged, notes in ((BACK, [NOTE]), (Retreat(1, "red-1", Trail((Hex(1), Hex(4)))), [])):
        read = of_a_battle({dragged: [found("7", "red-1")], straight: []})
        assert (read.action, [str(note) for note in read.notes]) == (straight, notes)
