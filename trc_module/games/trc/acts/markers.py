"""Markers (2), the conversion of rails (9.4), and claims of victory (25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, PHASING, Declaration, Field, Verb
from trc_module.games.trc.acts.common import MARKED, NUMBER, fixed
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Claim, Marker
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Hexes, Literal, RecordSyntax, rest, word
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Convert rail hexes in the end phase (9.4)."""

    hexes: tuple[Hex, ...]


_MARKERS = (
    Verb(
        "RAILHEAD",
        "A railhead marker stands on the last rail hex that the Axis can use.",
        (MARKED, BY),
        "D16",
        ANYBODY,
        marker="railhead",
    ),
    Verb(
        "CONTROL",
        "A place is controlled by a side: a cross-check of what follows from the moves.",
        (MARKED, fixed("side", "axis or russian"), BY),
        "D17",
        ANYBODY,
        marker="control",
        changes=True,
    ),
    Verb(
        "MARK",
        "A marker is put where a rule speaks of it.",
        (
            Field("marker", "$unit$", "the marker, by its id in the data"),
            Field("at", "$LocationName$", "the place", quoted=True),
            BY,
        ),
        "D16",
        ANYBODY,
    ),
)


def _hear_marker(game: Trc, says: Declaration, track: PieceTrack | None) -> Marker:
    match says.verb:
        case "RAILHEAD":
            return Marker("rail", f"{says['at']} axis")
        case "CONTROL":
            return Marker("control", f"{says['at']} {says['side']}")
    return Marker(says["marker"], says["at"])


def _mark(game: Trc, state: State, act: Marker) -> Iterator[LogStep]:
    where, _, side = act.where.rpartition(" ")
    if act.marker == "control" and where:
        yield line("CONTROL", at=where, side=side)
    elif act.marker == "rail" and side == "axis" and where:
        yield line("RAILHEAD", at=where)
    else:
        yield line("MARK", marker=act.marker, at=act.where)


def _convert(game: Trc, state: State, act: Convert) -> Iterator[LogStep]:
    yield LogStep(tuple(("CONVERT", {"at": game.hex_name(h)}) for h in act.hexes))


def _claim(game: Trc, state: State, act: Claim) -> Iterator[LogStep]:
    yield line("WIN", side=act.side, because=act.because)


MARK = Act(
    RecordSyntax("mark", Marker, "2", (word("marker", "a marker", "[a-z0-9-]+"), rest("where", "a place"))),
    _MARKERS,
    _hear_marker,
    _mark,
)
CONVERT = Act(
    RecordSyntax("convert", Convert, "9", (Hexes("hexes"),)),
    (
        Verb(
            "CONVERT",
            "A rail hex is converted to the side whose phase it is.",
            (MARKED, BY),
            "D16",
            PHASING,
            marker="rr-convert",
        ),
    ),
    says=_convert,
)
CLAIM = Act(
    RecordSyntax(
        "win",
        Claim,
        "25",
        (word("side", "a side", "axis|russian"), Literal("because"), word("because", "a rule number", NUMBER)),
    ),
    (
        Verb(
            "WIN",
            "A side claims the victory.",
            (fixed("side", "axis or russian"), fixed("because", "the rule"), BY),
            "D02",
            ANYBODY,
        ),
    ),
    lambda game, says, track: Claim(says["side"], says["because"]),
    _claim,
)
