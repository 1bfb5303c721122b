"""A new game: a folder of data and a package of rules that work at once, to be filled in by the author of the game."""

from trc_module.newgame.skeleton import write_skeleton

__all__ = ["write_skeleton"]
