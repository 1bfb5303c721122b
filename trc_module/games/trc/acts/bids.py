"""The bid for the Axis side (26.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.digits import is_whole
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, signed
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """State the bid with which a player has won the Axis side."""

    points: int


_LINE = Verb(
    "BID",
    "The bid with which a player has won the Axis side (26.8).",
    (Field("points", "$Bid$", "replacement points for the Russian, with their sign"), BY),
    "D28",
    ANYBODY,
)


def _hear(game: Trc, says: Declaration, track: PieceTrack | None) -> Bid | None:
    return Bid(int(says["points"])) if is_whole(says["points"]) else None


def _say(game: Trc, state: State, act: Bid) -> Iterator[LogStep]:
    yield line("BID", points=f"{act.points:+d}")


BID = Act(RecordSyntax("bid", Bid, "26", (signed("points", "the bid with its sign, as '+7'"),)), (_LINE,), _hear, _say)
