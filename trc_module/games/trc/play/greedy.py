"""A player who wants to win."""

from __future__ import annotations

from trc_module.games.trc.play.taste import Taste


class Greedy(Taste):
    """Play to win."""

    variety = 0.0
