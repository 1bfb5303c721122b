"""Small logs, made by hand: steps with what they say and where counters go, for tests of what reads steps.

A spot is the place that lies there: a number is a hex, a word a box, None no place of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

from tests.reading.phases import TOY, line
from tests.untidy.other_plays import parts_of
from trc_module.auditing.drags import DragLeg
from trc_module.auditing.phases import Phase
from trc_module.hexgrid import Hex
from trc_module.replay.events import ChatLine, Event, Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.table import Changes, PieceChange
from trc_module.rules.clock import Clock
from trc_module.rules.state import Place

Goes: TypeAlias = Mapping[str, Sequence[int | str | None]]
"""Where counters go in a step: from where, and to where."""


def place(name: int | str | None) -> Place | None:
    return Hex(name) if isinstance(name, int) else name


def leg(step: int, before: int | str | None, after: int | str | None, unit: str = "red-1", by: str = "") -> DragLeg:
    """Return a counter's way in a step."""
    return DragLeg(step, unit, place(before), place(after), by or None)


def change(unit: str, before: Any, after: Any, old: Any = ("",), new: Any = ("",)) -> PieceChange:
    """Return what a step changed of a counter."""
    return PieceChange(cast("Any", SimpleNamespace(id=unit)), before, after, old, new)


def step(
    number: int,
    *said: str,
    goes: Goes | None = None,
    words: str = "",
    by: str = "",
    changes: Iterable[PieceChange] = (),
    events: Iterable[Event] = (),
) -> Step:
    """Return a step in which some lines say something (`LOSS b=1 u=red-1`), counters go, and words are typed."""
    lines = [Reported("", line(f"{number} {each}").says) for each in said]
    typed = [ChatLine("a player", words)] if words else []
    moved = tuple(change(unit, place(before), place(after)) for unit, (before, after) in (goes or {}).items())
    return Step(number, (*events, *lines, *typed), Changes((*moved, *changes), {}), cast("Any", by or None))


def log_of(game: str = "toy", **given: Any) -> GameLog:
    """Return a log of a game, of which only what its steps need is there."""
    played = TOY if game == "toy" else parts_of(game).game
    parts = SimpleNamespace(game=played, roster=played.roster, board=played.board)
    fields: dict[str, Any] = {
        "parts": parts,
        "solo": False,
        "side_of": lambda by: by,
        "unit_of": lambda piece: piece if piece.id in played.side_of else None,
        "place_of": lambda spot: spot,
    }
    return cast("GameLog", SimpleNamespace(**{**fields, **given}))


def clock_of(kind: str, side: str = "", turn: int = 1, game: str = "toy") -> Clock:
    """Return the first moment of a turn in which a side, or any, moves or fights, or does something else."""
    played = TOY if game == "toy" else parts_of(game).game
    clock = played.start("campaign", frozenset()).clock
    while (played.sequence.kind_of(clock), clock.turn) != (kind, turn) or side not in ("", clock.side):
        clock = played.sequence.after(clock)
    return clock


def phase(kind: str, *steps: Step, side: str = "", turn: int = 1, game: str = "toy") -> Phase:
    """Return a phase of a game with some steps."""
    return Phase(clock_of(kind, side, turn, game), list(steps))
