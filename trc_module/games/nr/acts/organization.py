"""Acts of the organization phase: units come back, are improved, fortified, reverted and reorganized."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from trc_module.declarations import FATE, ONCE, OWNER, Declaration, Verb
from trc_module.games.nr.acts.of_a_unit import of_a_unit
from trc_module.rules.actions import Action, Replace, Withdraw
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, place, unit, word
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, at, line
from trc_module.systems.ground import SystemGame


@dataclass(frozen=True, slots=True)
class Improve(Action):
    """Turn a unit to its better face: a German one back to full strength, a Soviet one to its upgrade."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Revert(Action):
    """Turn a fort back to regional infantry."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Reorganize(Action):
    """Take the marker off a disorganized unit."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class ToTrack(Action):
    """Put a cadre that was removed on the turn track, to come back as a reinforcement."""

    unit: UnitId
    box: str


def _replacing() -> Act:
    """Return the return of a lost unit, out of whichever box it lies in."""

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return Replace(found["u"], track.goal) if track is not None and track.goal is not None else None

    def says(game: SystemGame, state: State, act: Replace) -> Iterator[LogStep]:
        yield line("REPLACE", u=act.unit, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.place),))

    def wrong(game: SystemGame, state: State, act: Replace) -> str:
        found = state.place(act.unit)
        return (
            "" if isinstance(found, str) else Sentence("{unit} is {found}, and not lost", act.unit, game.where(found))
        )

    verb = Verb("REPLACE", "A lost unit comes back.", (UNIT, AT, BY), "D19", OWNER, ONCE)
    return Act(RecordSyntax("replace", Replace, "7.1", (unit(), place())), (verb,), hears, says, wrong)


def _improving() -> Act:
    def says(game: SystemGame, state: State, act: Improve) -> Iterator[LogStep]:
        verb = "IMPROVE" if game.side_of[act.unit] == game.sides[0] else "UPGRADE"
        yield line(verb, u=act.unit, at=at(game, state, act.unit))

    fields = (UNIT, AT, BY)
    verbs = (
        Verb("IMPROVE", "An Axis unit gets a step back.", fields, "D19", OWNER),
        Verb("UPGRADE", "A Soviet unit is upgraded or fortified.", fields, "D19", OWNER),
    )
    return Act(
        RecordSyntax("improve", Improve, "7.1", (unit(),)), verbs, lambda game, found, track: Improve(found["u"]), says
    )


def _withdrawing() -> Act:
    def says(game: SystemGame, state: State, act: Withdraw) -> Iterator[LogStep]:
        yield LogStep((("WITHDRAW", {"u": act.unit, "at": at(game, state, act.unit)}),), ((act.unit, "removed"),))

    verb = Verb("WITHDRAW", "A unit leaves play for good.", (UNIT, AT, BY), "D21", OWNER, FATE)
    return Act(
        RecordSyntax("withdraw", Withdraw, "13.5", (unit(),)),
        (verb,),
        lambda game, found, track: Withdraw(found["u"]),
        says,
    )


def _track(game: Any, state: State) -> list[str]:
    """Return the boxes of the track, and that of the cadres."""
    boxes = frozenset[str]().union(*game.boxes.values())
    return sorted(box for box in boxes if box.startswith("turn-") or box == "cadre")


def _tracking() -> Act:
    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return ToTrack(found["u"], track.goal) if track is not None and isinstance(track.goal, str) else None

    def says(game: SystemGame, state: State, act: ToTrack) -> Iterator[LogStep]:
        yield line("TRACK", u=act.unit, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.box),))

    verb = Verb("TRACK", "A cadre goes to a turn of the track, or into its box.", (UNIT, AT, BY), "D20", OWNER, ONCE)
    box = word("box", "the box of a turn or 'cadre'", r"turn-\d+|cadre", _track)
    return Act(RecordSyntax("track", ToTrack, "15.3.3", (unit(), box)), (verb,), hears, says)


REPLACING, IMPROVING, WITHDRAWING, TRACKING = _replacing(), _improving(), _withdrawing(), _tracking()
REVERTING = of_a_unit("revert", Revert, "REVERT", "A fort becomes regional infantry again.", "7.5", number="D19")
REORGANIZING = of_a_unit(
    "reorganize", Reorganize, "REORGANIZE", "A unit is disorganized no more.", "7.10", number="D19"
)
