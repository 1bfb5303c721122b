"""The chapters of the rules; importing this module enters all of them."""

from trc_module.games.trp import advances, attacks, control, odds, opening, results, retreats, stacking, supply, turn

__all__ = [
    "advances",
    "attacks",
    "control",
    "odds",
    "opening",
    "results",
    "retreats",
    "stacking",
    "supply",
    "turn",
]
