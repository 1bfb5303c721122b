"""The chapters of the rules; importing this module enters all of them."""

from trc_module.games.trp import (
    advances,
    attacks,
    cancelling,
    control,
    odds,
    opening,
    results,
    retreats,
    stacking,
    supply,
    turn,
    victory,
)

__all__ = [
    "advances",
    "attacks",
    "cancelling",
    "control",
    "odds",
    "opening",
    "results",
    "retreats",
    "stacking",
    "supply",
    "turn",
    "victory",
]
