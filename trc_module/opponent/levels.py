"""The level at which the program plays a game."""

from __future__ import annotations

from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.rules.game import Game
from trc_module.rules.players import FAIR, OPPONENTS


def level_of(game: Game, named: str) -> str:
    """Return the level that is named, '' for fair or the best that the game has; UserError if it has none such."""
    known = game.opponents
    if not named:
        return FAIR if FAIR in known else known[-1]
    if named in known:
        return named
    if named in OPPONENTS:
        raise UserError(f"Nobody plays {game.title} at the level '{named}' yet; expected {one_of(known)}.")
    raise UserError(f"There is no level '{named}'; expected {one_of(OPPONENTS, named)}.")
