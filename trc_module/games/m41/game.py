"""The game put together: its data, and what the chapters have to say of it as a whole."""

from __future__ import annotations

from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.games.m41 import chapters
from trc_module.games.m41.data import M41, NAME
from trc_module.games.m41.firepower import hits_of
from trc_module.games.m41.victory import score_of
from trc_module.resources import data_dir
from trc_module.roster import load_roster
from trc_module.rules.score import Score
from trc_module.rules.state import State
from trc_module.systems.dice_pools import Fire, FireOnTable


class MoscowGame(M41):
    """Moscow 1941, all chapters registered."""

    chapters = chapters.CHAPTERS

    def hits_scored(self, state: State, act: Fire | FireOnTable) -> int:
        """Return the hits of a roll, as the rules count them."""
        return hits_of(self, state, act)

    def score(self, state: State) -> Score:
        """Return how the game stands."""
        return score_of(self, state)


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> MoscowGame:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    folder = data_dir() / NAME
    return MoscowGame(
        folder, load_board(folder, overlay), load_roster(folder, overlay), load_chart_set(folder, overlay), options
    )
