"""The chapters of the rules; importing this module enters all of them."""

from trc_module.games.trp import (
    advances,
    attacks,
    cancelling,
    control,
    legal_actions,
    legal_actions_after_combat,
    odds,
    opening,
    results,
    retreats,
    rough_ground,
    stacking,
    supply,
    turn,
    unasked,
    victory,
)

__all__ = [
    "advances",
    "attacks",
    "cancelling",
    "control",
    "legal_actions",
    "legal_actions_after_combat",
    "odds",
    "opening",
    "results",
    "retreats",
    "rough_ground",
    "stacking",
    "supply",
    "turn",
    "unasked",
    "victory",
]
