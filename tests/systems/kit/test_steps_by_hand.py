"""A step that is lost late, by turning the counter, or by a key that is pressed wrongly and taken back accuses nobody.

The line of a step cannot be taken back by a line: the menu's "Gets a step back" of a wrong key prints none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.systems.kit.support import game_of
from tests.untidy.habits import Step, Turned
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.clock import Clock
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record
from trc_module.rules.state import State

Hand = Callable[[list[Step], int], list[Step]]
HERE = Path(__file__).parent
PLAYS = {
    "bfm": """at: turn 1 german combat
on 0304: ger-22
on 0404: sov-3
attack 1: ger-22 x sov-3
roll 1: 3
lose 1: sov-3
reduce 1: ger-22
end
""",
    "nr": """at: turn 2 axis combat
on L15: ger-6
on L16: sov-south
target sov-south
attack 1: ger-6 x sov-south
roll 1: 4
lose 1: sov-south
reduce 1: ger-6
end
""",
}


@dataclass(frozen=True)
class Player:
    """Somebody who loses his steps as a function says; what shows a unit its step lost is face 1."""

    hand: Hand

    def is_late(self, clock: Clock) -> bool:
        """Tell that the tracker is advanced in time."""
        return False

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps of a phase as he makes them."""
        found: list[Step] = list(steps)
        at = [i for i, step in enumerate(found) if isinstance(step, LogStep) and _loses(step)]
        return self.hand(found, at[0]) if at else found


def _loses(step: LogStep) -> bool:
    return bool(step.lines) and step.lines[0][0] in ("REDUCE", "LOWER")


def _unit(steps: list[Step], at: int) -> str:
    step = steps[at]
    assert isinstance(step, LogStep)
    return step.lines[0][1]["u"]


def _tidily(steps: list[Step], at: int) -> list[Step]:
    return steps


def _turned(steps: list[Step], at: int) -> list[Step]:
    return [*steps[:at], Turned(_unit(steps, at), 1), *steps[at + 1 :]]


def _last(steps: list[Step], at: int) -> list[Step]:
    return [*steps[:at], *steps[at + 1 :], steps[at]]


def _taken_back_and_lost_again(steps: list[Step], at: int) -> list[Step]:
    return [*steps[: at + 1], Turned(_unit(steps, at), 0), *steps[at:]]


def _twice_and_one_taken_back(steps: list[Step], at: int) -> list[Step]:
    return [*steps[: at + 1], steps[at], Turned(_unit(steps, at), 1), *steps[at + 1 :]]


def _taken_back_and_turned_again(steps: list[Step], at: int) -> list[Step]:
    unit = _unit(steps, at)
    return [*steps[: at + 1], Turned(unit, 0), Turned(unit, 1), *steps[at + 1 :]]


def _never(steps: list[Step], at: int) -> list[Step]:
    return [*steps[:at], *steps[at + 1 :]]


INNOCENT = [
    _tidily,
    _turned, _last, _taken_back_and_lost_again, _twice_and_one_taken_back, _taken_back_and_turned_again,
]  # fmt: skip


def _told(name: str, hand: Hand, folder: Path) -> list[str]:
    parts = _parts(name)
    record = read_record(f"game: {name}\nscenario: none\n{PLAYS[name]}", "a play", lambda *asked: parts.game)
    write(parts, record, folder / "play.vlog", Player(hand))
    log = replace(open_log(folder / "play.vlog", parts), scenario=record.start.scenario)
    return [f"{n.finding.verdict.value} {n.finding.rule}" for n in audit_log(log).findings if n.finding.accuses]


def _parts(name: str) -> ModuleInputs:
    if name == "bfm":
        return load_inputs(game_of(HERE / name), HERE / name)
    return load_inputs(find_game(name), game_folder(name))


@pytest.mark.parametrize("hand", INNOCENT)
@pytest.mark.parametrize("name", PLAYS)
def test_nobody_is_accused_of_a_step_that_is_lost_otherwise(name: str, hand: Hand, tmp_path: Path) -> None:
    assert _told(name, hand, tmp_path) == []


@pytest.mark.parametrize(("name", "rule"), [("bfm", "5.7"), ("nr", "10.7d")])
def test_a_step_that_is_never_lost_is_told(name: str, rule: str, tmp_path: Path) -> None:
    assert _told(name, _never, tmp_path) == [f"violation {rule}"]
