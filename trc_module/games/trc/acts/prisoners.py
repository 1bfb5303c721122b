"""Surrendered units that come back: recoveries (26.12), and the army of Vlasov (28.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, FATE, OWNER, Declaration, Field, Verb
from trc_module.games.trc.boxes import POOL, REMOVED
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, die, unit
from trc_module.rules.state import State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, UNIT


@dataclass(frozen=True, slots=True)
class Recover(Action):
    """Move a surrendered Russian unit into the replacement pool, for replacement points."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Let a Russian unit that surrendered join the army of Vlasov, by a die."""

    unit: UnitId
    die: int


_WAITS = Field("at", "$LocationName$", "where it is: a box as its window names it", required=False, quoted=True)
_RECOVER = Verb(
    "RECOVER",
    "A surrendered unit is moved into the replacement pool, for replacement points (26.12).",
    (UNIT, _WAITS, BY),
    "D19",
    OWNER,
    FATE,
)
_VLASOV = Verb(
    "VLASOV",
    "A Russian unit that surrendered joins the army of Vlasov, by the plain die rolled before (28.7).",
    (UNIT, Field("die", "$Die_result$", "what the plain die showed last, 1 to 6"), _WAITS, BY),
    "D29",
    ANYBODY,
    FATE,
)


def _say_recovered(game: Trc, state: State, act: Recover) -> Iterator[LogStep]:
    yield LogStep((("RECOVER", {"u": act.unit, "at": ""}),), ((act.unit, POOL),))


def _hear_joined(game: Trc, says: Declaration, track: PieceTrack | None) -> Join | None:
    pips = says.get("die") or ""
    return Join(says["u"], int(pips)) if pips in tuple("123456") else None


def _say_joined(game: Trc, state: State, act: Join) -> Iterator[LogStep]:
    yield LogStep((("VLASOV", {"u": act.unit, "die": str(act.die), "at": ""}),), ((act.unit, REMOVED),))


RECOVER = Act(
    RecordSyntax("recover", Recover, "26", (unit(),)),
    (_RECOVER,),
    lambda game, says, track: Recover(says["u"]),
    _say_recovered,
)
JOIN = Act(RecordSyntax("join", Join, "28", (unit(), die())), (_VLASOV,), _hear_joined, _say_joined)
