"""The game put together: its data, and its rules, which the chapters enter."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.games.trp import chapters
from trc_module.games.trp.data import NAME, Trp
from trc_module.gamespec import game_folder
from trc_module.roster import load_roster

RULES = chapters.__all__
"""The chapters whose rules are in force; importing them enters their rules."""


@lru_cache(maxsize=8)
def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Trp:
    """Load the game; `overlay` is a folder with an owner's forms and corrections."""
    folder = game_folder(NAME)
    return Trp(
        folder, load_board(folder, overlay), load_roster(folder, overlay), load_chart_set(folder, overlay), options
    )
