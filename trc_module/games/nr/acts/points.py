"""The act by which players state the victory points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.digits import is_number
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, number
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line
from trc_module.systems.ground import SystemGame


@dataclass(frozen=True, slots=True)
class Points(Action):
    """Say how many victory points the side with the initiative has."""

    points: int


def _saying() -> Act:
    verb = Verb(
        "POINTS",
        "The marker of victory points stands at a number.",
        (Field("at", "$LocationName$", "the number, as its box is called", quoted=True), BY),
        "D02",
        ANYBODY,
    )

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return Points(found.number("at")) if is_number(found["at"]) else None

    def says(game: SystemGame, state: State, act: Points) -> Iterator[LogStep]:
        yield line("POINTS", at=str(act.points))

    return Act(RecordSyntax("points", Points, "12.5", (number("points", "a number", 0, 99),)), (verb,), hears, says)


SAYING_POINTS = _saying()
