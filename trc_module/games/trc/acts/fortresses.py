"""Fortress City markers (26.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import PHASING, Declaration, Field, Verb
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, hex_
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """Put a Fortress City marker on a city."""

    hex: Hex


_LINE = Verb(
    "FORT",
    "A Fortress City marker is placed (26.9).",
    (
        Field("at", "$LocationName$", "the hex of the city", quoted=True),
        Field("marker", "$unit$", "the marker, by its id in the data", required=False),
        BY,
    ),
    "D26",
    PHASING,
    marker="fortress",
)


def _hear(game: Trc, says: Declaration, track: PieceTrack | None) -> Fortify | None:
    place = game.board.grid.find(says["at"]) or game.places.get(says["at"])
    return None if place is None else Fortify(place)


def _say(game: Trc, state: State, act: Fortify) -> Iterator[LogStep]:
    yield line("FORT", at=game.hex_name(act.hex), marker=f"fortress-{state.clock.side}")


FORTIFY = Act(RecordSyntax("fortify", Fortify, "26", (hex_(),)), (_LINE,), _hear, _say)
