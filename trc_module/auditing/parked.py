"""Counters that are laid beside the map and put back on it when another phase has begun: a move of that length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Spot
from trc_module.replay.table import PieceChange


def without_parking(log: GameLog, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps, those that lay a unit beside the map and back as one way from where it stood to where it came.

    Within a phase that is one way in any case; and who never comes back is left beside the map.
    """
    parked = dict(_parked(log, steps))
    if not parked:
        return tuple(steps)
    return tuple(_without(step, parked) for step in steps)


def _parked(log: GameLog, steps: Sequence[Step]) -> Iterator[tuple[tuple[int, str], Spot | None]]:
    """Yield step and piece of each change that parks a unit (None), or brings it back, with where it had stood."""
    away: dict[str, tuple[int, Spot, int]] = {}
    phase = 0
    for step in steps:
        phase += any(isinstance(event, TurnSet) and event.tracker == TRACKER_ID for event in step.events)
        for change in step.changes.pieces:
            id_ = change.piece.id
            if change.before == change.after or log.unit_of(change.piece) is None:
                continue
            stood, lies = log.place_of(change.before), log.place_of(change.after)
            if change.before and change.after and lies is None and isinstance(stood, int):
                away[id_] = step.number, change.before, phase
            elif id_ in away and lies is not None:
                number, spot, began = away.pop(id_)
                if began != phase:
                    yield (number, id_), None
                    yield (step.number, id_), spot


def _without(step: Step, parked: dict[tuple[int, str], Spot | None]) -> Step:
    if not any((step.number, change.piece.id) in parked for change in step.changes.pieces):
        return step
    changes: list[PieceChange] = []
    for change in step.changes.pieces:
        key = step.number, change.piece.id
        if key not in parked:
            changes.append(change)
        elif parked[key] is not None:
            changes.append(replace(change, before=parked[key]))
    return replace(step, changes=replace(step.changes, pieces=tuple(changes)))
