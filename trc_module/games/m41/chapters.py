"""The chapters of the rules, in the order in which they judge an act and change the position after it."""

from __future__ import annotations

from trc_module.games.m41 import (
    air,
    arrivals,
    attacks,
    combat,
    firepower,
    movement,
    recovery,
    retreats_and_advances,
    setup,
    supply,
    victory,
    weather,
)
from trc_module.games.m41.data import book

CHAPTERS = (
    setup,
    weather,
    supply,
    movement,
    firepower,
    attacks,
    air,
    combat,
    retreats_and_advances,
    recovery,
    arrivals,
    victory,
)
MODULES = (*(chapter.__name__ for chapter in CHAPTERS), "trc_module.systems.effects", "trc_module.systems.dice_pools")
book.arrange(MODULES)
