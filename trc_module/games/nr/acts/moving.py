"""The move: dragged without a line in a side's own movement, told by a line where an event lets a unit move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import OWNER, WAY, Declaration, Verb
from trc_module.rules.actions import Action, Move
from trc_module.rules.clock import MOVE
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, along, at, line, moving
from trc_module.systems.ground import SystemGame

VERB = "EVENTMOVE"


def _moving() -> Act:
    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> tuple[Action, ...] | None:
        ways = track.ways if track is not None else ()
        return tuple(Move(found["u"], trail) for trail in ways) or None

    def says(game: SystemGame, state: State, act: Move) -> Iterator[LogStep]:
        own = game.side_of[act.unit] == state.clock.side and game.sequence.kind_of(state.clock) == MOVE
        if not own:
            yield line(VERB, u=act.unit, at=at(game, state, act.unit))
        yield from along(act.unit, act.trail)

    verb = Verb(
        VERB,
        "A unit moves by an event, out of its side's movement; the steps or drags that follow are its way.",
        (UNIT, AT, BY),
        "D05",
        OWNER,
        WAY,
    )
    return replace(moving("8a"), verbs=(verb,), hears=hears, says=says)


MOVING = _moving()
