"""Rules as data: a game whose rules most games of hexes and counters have says them in `rules/basics.toml`.

A game that has nothing else writes no Python. One with a rule unlike any other has a package that makes a `Kit` of its
folder, adds that rule to `kit.book`, and overrides methods of `KitGame` where it is unlike:

    kit = Kit(Path(__file__).parents[1], __package__, Game)     # class Game(KitGame)
    load = kit.load
"""

from trc_module.systems.kit.game import Kit, KitGame

__all__ = ["Kit", "KitGame"]
