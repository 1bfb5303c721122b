"""Description of a game by its folder of data alone: name, sides, dice, languages, and the package with its rules.

Knows neither map nor counters nor rules; finds the games that are installed, here or elsewhere.
"""

from trc_module.gamespec.finding import (
    GAMES_PATH,
    current_game,
    find_spec,
    first_game,
    game_folder,
    game_names,
    game_of_module,
    installed_games,
)
from trc_module.gamespec.package import game_package, imported, module_of_game
from trc_module.gamespec.spec import FILE, Dice, GameSpec, Side, read_spec
from trc_module.gamespec.trusted import distrust, trust

__all__ = [
    "FILE",
    "GAMES_PATH",
    "Dice",
    "GameSpec",
    "Side",
    "current_game",
    "distrust",
    "find_spec",
    "first_game",
    "game_folder",
    "game_names",
    "game_of_module",
    "game_package",
    "imported",
    "installed_games",
    "module_of_game",
    "read_spec",
    "trust",
]
