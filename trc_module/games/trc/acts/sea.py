"""Movement by sea (10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, ONCE, OWNER, Declaration, Field, Verb
from trc_module.games.trc.acts.common import DIE, begins_there, fixed, put
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, die, place, unit, word
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, at, line

SEA = "sea-"
"""The prefix of the modes of sea movement in a line: `sea-transfer`."""


@dataclass(frozen=True, slots=True)
class SeaMove(Action):
    """Move a unit by sea (10); the die is 0 where none is rolled."""

    kind: str
    unit: UnitId
    start: Place
    goal: Place
    die: int = 0


_LINES = (
    Verb(
        "SAIL",
        "A unit goes by sea, or has just gone.",
        (UNIT, fixed("kind", "sea-transfer, sea-invasion, sea-evacuation"), AT, BY),
        "D15",
        OWNER,
        ONCE,
    ),
    Verb(
        "SEA",
        "The die of a sea move is rolled.",
        (Field("u", "$SeaUnit$", "the unit at sea", required=False), DIE, BY),
        "D15",
        ANYBODY,
    ),
)


def _hear(game: Trc, says: Declaration, track: PieceTrack | None) -> SeaMove | None:
    """Return the move without its die, which lines of its own tell."""
    if says.verb != "SAIL" or track is None or track.start is None or track.goal is None:
        return None
    return SeaMove(says["kind"].removeprefix(SEA), track.unit, track.start, track.goal)


def _say(game: Trc, state: State, act: SeaMove) -> Iterator[LogStep]:
    yield line("SAIL", u=act.unit, kind=f"{SEA}{act.kind}", at=at(game, state, act.unit))
    yield LogStep(moves=((act.unit, act.goal),))
    if act.die:
        yield line("SEA", u=act.unit, die=str(act.die))
    if game.apply(state, act).place(act.unit) == POOL != act.goal:
        # The counter lies at its goal until the die has sunk it.
        there = state.with_unit(game.side_of[act.unit], act.unit, act.goal)
        yield put(game, there, act.unit, "REMOVED", POOL, because="10.4")


def _fits(game: Trc, state: State, act: SeaMove) -> str:
    return begins_there(game, state, act.unit, act.start)


_PARTS = (
    word("kind", "transfer, invasion or evacuation", "transfer|invasion|evacuation"),
    unit(),
    place("start"),
    place("goal"),
    Maybe("roll", (die(),), lambda act: act.die),
)
SAIL = Act(RecordSyntax("sea", SeaMove, "10", _PARTS), _LINES, _hear, _say, _fits)
