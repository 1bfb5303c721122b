"""Workers that are evacuated by rail, and work again in the Urals (26.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import FATE, OWNER, Declaration, Field, Verb
from trc_module.digits import is_number
from trc_module.games.trc.boxes import TRACK, URALS
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, hex_, unit, word
from trc_module.rules.state import State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY

TURNS_AWAY = 3
"""The number of turns after which an evacuated worker works again."""


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Evacuate a worker by rail over the east edge, onto the turn record track."""

    unit: UnitId
    edge: Hex | None = None
    """The rail hex of the edge, if the record says which."""
    box: str = ""
    """The box of the track in which it was put, if the record says which."""


@dataclass(frozen=True, slots=True)
class Resume(Action):
    """Put an evacuated worker from the track into the box of the Urals industry."""

    unit: UnitId


_WORKER = Field("u", "$unit$", "the worker, by its id in the data")
_EVAC = Verb(
    "EVAC",
    "A worker is evacuated by rail and put onto the turn record track (26.2).",
    (
        _WORKER,
        Field("at", "$LocationName$", "where it was: a hex", required=False, quoted=True),
        Field("edge", "", "the rail hex of the edge, where the line says so", required=False),
        Field("turn", "$ReturnTurn$", "the turn of its return", required=False),
        BY,
    ),
    "D27",
    OWNER,
    FATE,
)


def _hear(game: Trc, says: Declaration, track: PieceTrack | None) -> Evacuate:
    turn = says.get("turn") or ""
    edge = game.board.grid.find(says.get("edge") or "")
    return Evacuate(says["u"], edge, f"{TRACK}{turn}" if is_number(turn) else "")


def _say(game: Trc, state: State, act: Evacuate) -> Iterator[LogStep]:
    box = act.box or f"{TRACK}{state.clock.turn + TURNS_AWAY}"
    edge = "" if act.edge is None else game.hex_name(act.edge)
    fields = {"u": act.unit, "edge": edge, "turn": act.box.removeprefix(TRACK)}
    yield LogStep((("EVAC", fields),), ((act.unit, box),))


def _say_resumed(game: Trc, state: State, act: Resume) -> Iterator[LogStep]:
    yield LogStep((("RESUME", {"u": act.unit}),), ((act.unit, URALS),))


_BOX = word("box", "a box of the track, as 'turn-record-6'", r"turn-record-\d{1,2}")
RESUME = Act(
    RecordSyntax("resume", Resume, "26", (unit(),)),
    (
        Verb(
            "RESUME",
            "An evacuated worker goes into the Urals, where it works again (26.2).",
            (_WORKER, BY),
            "D27",
            OWNER,
            FATE,
        ),
    ),
    lambda game, says, track: Resume(says["u"]),
    _say_resumed,
)
EVACUATE = Act(
    RecordSyntax(
        "evacuate",
        Evacuate,
        "26",
        (
            unit(),
            Maybe("by", (hex_("edge"),), lambda act: act.edge is not None),
            Maybe("to", (_BOX,), lambda act: act.box),
        ),
    ),
    (_EVAC,),
    _hear,
    _say,
)
