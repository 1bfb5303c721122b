"""Games: one package each, with its policies, its rules chapter by chapter, its words, its charts and its module.

Games are plug-ins: they stand above what they are made of, nothing imports one, and `find_game` finds them by name.
"""

from trc_module.gamespec import game_names
from trc_module.rules.finder import find_game, load_game, load_rules, options_by_lot

__all__ = ["find_game", "game_names", "load_game", "load_rules", "options_by_lot"]
