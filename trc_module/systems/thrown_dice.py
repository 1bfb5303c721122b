"""Acts with dice, thrown by somebody else than the player who has proposed them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

Roll = Callable[[], int]
"""Rolls a die."""
FOLLOWS = ("result", "weather", "told", "hits", "drm")
"""The fields of an act that say what its die brings: who reads the die out of the act itself needs none."""


def with_dice(act: Any, roll: Roll) -> Any:
    """Return an act whose dice, if it has any, are thrown anew; what was read out of them is left out."""
    names = {each.name for each in fields(act)}
    changed: dict[str, Any] = {}
    if "die" in names and act.die and isinstance(act.die, int):
        changed["die"] = roll()
    if "dice" in names and act.dice:
        changed["dice"] = tuple(roll() for _ in act.dice)
    if not changed:
        return act
    for name in FOLLOWS:
        if name in names:
            changed[name] = "" if isinstance(getattr(act, name), str) else None
    return replace(act, **changed)
