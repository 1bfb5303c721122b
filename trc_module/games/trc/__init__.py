"""The Russian Campaign, fifth edition: its policies, its words, and its rules, one module for each chapter.

`chapters` lists them in the rulebook's order.
"""

from trc_module.games.trc.data import Trc
from trc_module.games.trc.game import TrcGame, load
from trc_module.games.trc.option_catalogue import options_by_lot

__all__ = ["Trc", "TrcGame", "load", "options_by_lot"]
