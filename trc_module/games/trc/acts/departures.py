"""Units that leave for another place: withdrawals (20.9), exits (20.10), and exchanges for motorized corps (23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import EXCHANGE, FATE, OWNER, Declaration, Field, Verb
from trc_module.games.trc.acts.common import NUMBER, put
from trc_module.games.trc.boxes import REMOVED, WITHDRAWN
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action, Withdraw
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, unit, word
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, line


@dataclass(frozen=True, slots=True)
class Exit(Action):
    """Move a unit off the map (20.10)."""

    unit: UnitId
    edge: str = ""
    """The edge of the map, if the record says so: 'west', 'east', 'south', 'north'."""


@dataclass(frozen=True, slots=True)
class Motorize(Action):
    """Exchange an infantry unit for a motorized one (23.1)."""

    infantry: UnitId
    motorized: UnitId


_EXIT = Verb(
    "EXIT",
    "A unit leaves over an edge of the map.",
    (
        UNIT,
        Field("edge", "", "the edge: west, east, south, north", required=False),
        Field("factors", "$CF$", "the combat factors that the enemy has to match", required=False),
        AT,
        BY,
    ),
    "D22",
    OWNER,
    FATE,
)
_LEAVE = Verb(
    "LEAVE",
    "A unit is withdrawn.",
    (UNIT, Field("because", "", "the rule: 20.9, 20.10", required=False), AT, BY),
    "D21",
    OWNER,
    FATE,
)
_MOTORIZE = Verb(
    "MOTORIZE",
    "A motorized corps takes the place of an infantry corps.",
    (Field("infantry", "$Exchanged$", "the infantry corps that leaves the game"), UNIT, BY),
    "D21",
    OWNER,
    role=EXCHANGE,
    exchanges=("infantry", "u"),
)


def _hear_withdrawal(game: Trc, says: Declaration, track: PieceTrack | None) -> Withdraw:
    return Withdraw(says["u"], says.get("because") or "")


def _withdraw(game: Trc, state: State, act: Withdraw) -> Iterator[LogStep]:
    yield put(game, state, act.unit, "LEAVE", WITHDRAWN, because=act.because)


def _hear_exit(game: Trc, says: Declaration, track: PieceTrack | None) -> Exit:
    return Exit(says["u"], says.get("edge") or "")


def _exit(game: Trc, state: State, act: Exit) -> Iterator[LogStep]:
    yield put(game, state, act.unit, "EXIT", REMOVED, edge=act.edge)


def _can_exit(game: Trc, state: State, act: Exit) -> str:
    found = state.place(act.unit)
    on_map = found is not None and not isinstance(found, str)
    return "" if on_map else Sentence("{unit} is {found}, not on the map", act.unit, game.where(found))


def _hear_motorize(game: Trc, says: Declaration, track: PieceTrack | None) -> Motorize:
    return Motorize(says["infantry"], says["u"])


def _motorize(game: Trc, state: State, act: Motorize) -> Iterator[LogStep]:
    place = state.place(act.infantry)
    yield LogStep(moves=((act.infantry, REMOVED),))
    yield line("MOTORIZE", infantry=act.infantry, u=act.motorized)
    if place is not None:
        yield LogStep(moves=((act.motorized, place),))


_BECAUSE = Maybe("because", (word("because", "a rule number", NUMBER),), lambda act: act.because)
_EDGE = Maybe("", (word("edge", "west, east, south or north", "west|east|south|north"),), lambda act: act.edge)
WITHDRAW = Act(RecordSyntax("withdraw", Withdraw, "20", (unit(), _BECAUSE)), (_LEAVE,), _hear_withdrawal, _withdraw)
EXIT = Act(RecordSyntax("exit", Exit, "20", (unit(), _EDGE)), (_EXIT,), _hear_exit, _exit, _can_exit)
MOTORIZE = Act(
    RecordSyntax("motorize", Motorize, "23", (unit("infantry"), unit("motorized"))),
    (_MOTORIZE,),
    _hear_motorize,
    _motorize,
)
