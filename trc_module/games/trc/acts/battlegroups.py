"""Battlegroups that survive a loss, and are rebuilt (26.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, EXCHANGE, ONCE, OWNER, Declaration, Field, Verb
from trc_module.games.trc.boxes import OPTIONAL
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, battle, hex_, unit
from trc_module.rules.state import State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT


@dataclass(frozen=True, slots=True)
class Remnant(Action):
    """Put a battlegroup in the place of a unit lost in a battle, and retreat it to a hex."""

    number: int
    lost: UnitId
    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Bring a replacement in where a battlegroup stands, which is removed."""

    unit: UnitId
    battlegroup: UnitId


def _hear_remnant(game: Trc, says: Declaration, track: PieceTrack | None) -> Remnant | None:
    goal = game.board.grid.find(says.get("at") or "")
    if goal is None or says["lost"] not in game.units:
        return None
    return Remnant(says.number("b"), says["lost"], says["u"], goal)


def _say_remnant(game: Trc, state: State, act: Remnant) -> Iterator[LogStep]:
    fields = {"b": str(act.number), "u": act.unit, "lost": act.lost, "at": game.hex_name(act.hex)}
    yield LogStep((("REMNANT", fields),), ((act.unit, act.hex),))


def _hear_rebuild(game: Trc, says: Declaration, track: PieceTrack | None) -> Rebuild | None:
    return Rebuild(says["u"], says["for"]) if says["for"] in game.units else None


def _say_rebuild(game: Trc, state: State, act: Rebuild) -> Iterator[LogStep]:
    at = state.place(act.battlegroup)
    yield LogStep(moves=((act.battlegroup, OPTIONAL),))
    yield LogStep((("REBUILD", {"u": act.unit, "for": act.battlegroup}),), () if at is None else ((act.unit, at),))


REMNANT = Act(
    RecordSyntax("remnant", Remnant, "26", (battle(), unit("lost"), unit(), hex_())),
    (
        Verb(
            "REMNANT",
            "A battlegroup survives in the place of a lost unit, and has retreated (26.4).",
            (
                BATTLE,
                UNIT,
                Field("lost", "$Remembered$", "the unit lost, by its id in the data"),
                Field("at", "$LocationName$", "the hex it has retreated to", quoted=True),
                BY,
            ),
            "D12",
            ANYBODY,
            ONCE,
        ),
    ),
    _hear_remnant,
    _say_remnant,
)
REBUILD = Act(
    RecordSyntax("rebuild", Rebuild, "26", (unit(), unit("battlegroup"))),
    (
        Verb(
            "REBUILD",
            "A replacement comes in where a battlegroup stands (26.4).",
            (UNIT, Field("for", "$Remembered$", "the battlegroup, by its id in the data"), AT, BY),
            "D19",
            OWNER,
            ONCE,
            role=EXCHANGE,
            exchanges=("for",),
        ),
    ),
    _hear_rebuild,
    _say_rebuild,
)
