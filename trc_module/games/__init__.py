"""Games found by name: one package each, with its policies, its rules chapter by chapter, and its words.

Nothing above this room imports a particular game, and no game imports another.
"""

from trc_module.games.finder import find_game, game_names, load_game, load_rules, options_by_lot

__all__ = ["find_game", "game_names", "load_game", "load_rules", "options_by_lot"]
