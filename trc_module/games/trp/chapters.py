"""The chapters of the rules; importing this module enters all of them."""

from trc_module.games.trp import (
    advances,
    aftermath,
    attacks,
    cancelling,
    control,
    listing,
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
    "aftermath",
    "attacks",
    "cancelling",
    "control",
    "listing",
    "odds",
    "opening",
    "results",
    "retreats",
    "stacking",
    "supply",
    "turn",
    "victory",
]
