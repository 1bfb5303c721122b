"""The game put together: its data, and the rules that the chapters register."""

from __future__ import annotations

from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.games.m41 import chapters
from trc_module.games.m41.data import M41, NAME
from trc_module.resources import data_dir
from trc_module.roster import load_roster


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> M41:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    folder = data_dir() / NAME
    assert chapters.CHAPTERS
    return M41(
        folder, load_board(folder, overlay), load_roster(folder, overlay), load_chart_set(folder, overlay), options
    )
