"""The Russian Campaign, fifth edition: its policies, its words, and its rules, one module for each chapter.

`chapters` lists them in the rulebook's order.
"""

from trc_module.games.trc.catalogue import options_by_lot
from trc_module.games.trc.data import Trc
from trc_module.games.trc.game import TrcGame, load

__all__ = ["Trc", "TrcGame", "load", "options_by_lot"]
