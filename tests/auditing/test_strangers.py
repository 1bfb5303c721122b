"""Units of a log that the data do not know: from then on nobody is accused for certain in that player turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.steps import clock_of, log_of, step
from tests.reading.phases import TOY
from trc_module.auditing.strangers import Strangers
from trc_module.hexgrid import Hex
from trc_module.replay.events import Moved, Step
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.finding import Finding, Verdict

WRONG, ASIDE = Finding("4.1", Verdict.VIOLATION, "It is so."), Finding("4.1", Verdict.NOTE, "It is so.")
UNSURE = "It is so. But {} took part in this turn, and our data do not know what that is."


def strangers() -> Strangers:
    roster = SimpleNamespace(units=TOY.roster.units, markers={"a-marker": 1})
    parts = SimpleNamespace(game=TOY, roster=roster)
    return Strangers(log_of(parts=parts, name_of=lambda piece: piece.id))


def moves(*names: str) -> Step:
    pieces: Any = tuple(SimpleNamespace(id=name) for name in names)
    return step(1, events=[Moved(pieces, cast("Any", Hex(1)), cast("Any", Hex(2)))])


@pytest.mark.parametrize(
    ("done", "names"),
    [
        (step(1, "ATT b=1 u=guards"), "guards"),
        (step(1, "ATT b=1 u=guards", "DEF b=1 u=militia"), "guards, militia"),
        (step(1, "ATT b=1 u=red-1"), ""),
        (step(1, "DRAW side=red"), ""),
        (moves("guards", "red-1", "a-marker", ""), "guards"),
        (moves("red-1"), ""),
        (step(1, words="guards"), ""),
    ],
)
def test_who_takes_part_and_is_not_known_leaves_open_what_accuses(done: Step, names: str) -> None:
    found = strangers()
    found.see(clock_of(MOVE), [done])
    doubted = found.doubt(WRONG)
    assert (doubted.verdict, str(doubted.sentence)) == (
        (Verdict.UNDECIDED, UNSURE.format(names)) if names else (Verdict.VIOLATION, "It is so.")
    )
    assert found.doubt(ASIDE) is ASIDE


def test_strangers_are_of_one_player_turn() -> None:
    found = strangers()
    found.see(clock_of(MOVE), [moves("guards")])
    found.see(clock_of(FIGHT), [moves("militia", "guards")])
    assert str(found.doubt(WRONG).sentence) == UNSURE.format("guards, militia")
    found.see(clock_of(MOVE, "blue"), [])
    assert found.doubt(WRONG) is WRONG
    found.see(clock_of(MOVE, "blue"), [moves("militia")])
    found.see(clock_of(MOVE, "blue", 2), [])
    assert found.doubt(WRONG) is WRONG
