"""Who is winning, and by what: a game's own count of a position, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from trc_module.printable import joined
from trc_module.rules.game import Game
from trc_module.rules.standing import Standing
from trc_module.rules.state import State


def standings(game: Game, states: Iterable[State]) -> Iterator[Standing]:
    """Yield how the game stands in each of some positions."""
    for state in states:
        yield game.standing(state)


def standing_text(standing: Standing, *, brief: bool = False) -> str:
    """Return a standing as text; with `brief` in one line."""
    head = f"{standing.scenario}, turn {standing.clock.turn} ({standing.clock.side} {standing.clock.phase}): "
    head += _points(standing)
    if brief:
        return head
    lines = [head]
    if standing.items:
        width = max(len(item.what) for item in standing.items)
        for item in sorted(standing.items, key=lambda item: (-abs(item.points), item.what)):
            if item.points or item.least != item.most:
                bounds = "" if item.least == item.most else f"  ({item.least:+d} to {item.most:+d})"
                lines.append(f"  {item.points:+3d}  {item.what:{width}}  {item.why}{bounds}")
    lines += [f"  {text}" for text in standing.conditions]
    lines += [f"  not known: {text}" for text in standing.unknown]
    return joined(lines)


def _points(standing: Standing) -> str:
    if standing.points is None:
        return "no victory points are counted."
    bounds = "" if standing.least == standing.most else f" (between {standing.least} and {standing.most})"
    return f"{standing.points} victory points{bounds}."


def standing_tree(standing: Standing) -> dict[str, Any]:
    """Return a standing as plain data."""
    return {
        "scenario": standing.scenario,
        "turn": standing.clock.turn,
        "side": standing.clock.side,
        "phase": standing.clock.phase,
        "points": standing.points,
        "least": standing.least,
        "most": standing.most,
        "items": [
            {"what": item.what, "why": item.why, "points": item.points, "least": item.least, "most": item.most}
            for item in standing.items
        ],
        "conditions": list(standing.conditions),
        "unknown": list(standing.unknown),
    }
