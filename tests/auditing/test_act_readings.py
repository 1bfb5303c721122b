"""The way that an act is read to have gone, of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.auditing.steps import clock_of
from tests.reading.phases import TOY
from tests.untidy.other_plays import found_in, parts_of
from trc_module.auditing.act_readings import ActReadings, Fairest
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Move
from trc_module.rules.clock import MOVE
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
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
