"""Players that play The Russian Campaign against themselves, by its rules alone.

`player` makes one: `random` tries everything that the rules allow, `greedy` plays to win. What may be done is asked of
the rules; what is done of a `Taste`.
"""

from trc_module.games.trc.players.player import LEVELS, TrcPlayer, played_on, player

__all__ = ["LEVELS", "TrcPlayer", "played_on", "player"]
