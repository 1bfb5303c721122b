"""The Russian Campaign, fifth edition: its policies, its words, and its rules, one module for each chapter.

`chapters` lists them in the rulebook's order.
"""

from trc_module.games.trc.catalogue import options_by_lot
from trc_module.games.trc.game import Trc, load

__all__ = ["Trc", "load", "options_by_lot"]
