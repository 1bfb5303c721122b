"""The game itself: its sequence of play and its data at hand."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import ChartSet, load_chart_set
from trc_module.games.nr.data import FOLDER, SIDES
from trc_module.roster import load_roster
from trc_module.rules.clock import FIGHT, MOVE, OTHER, Sequence, Step
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.systems import common_acts as acts
from trc_module.systems.acts import ActTable
from trc_module.systems.base_game import BaseGame

book = RuleBook(__package__, lambda: read_rulebook(FOLDER / "rules"))
"""All rules by number."""


class NoRetreat(BaseGame):
    """No Retreat! The Russian Front."""

    charts: ChartSet
    name = "nr"
    title = "No Retreat! The Russian Front"
    turn_rule = "4"
    sequence = Sequence(
        tuple(
            Step(side, 1, phase, kind)
            for side in SIDES
            for phase, kind in (
                ("cards", OTHER),
                ("supply", OTHER),
                ("organization", OTHER),
                ("movement", MOVE),
                ("combat", FIGHT),
                ("removals", OTHER),
            )
        )
    )
    basic_book = book
    acts = ActTable((acts.setting_up("4"), acts.moving("8"), acts.ending("4")))


@lru_cache(maxsize=8)
def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> NoRetreat:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    return NoRetreat(
        FOLDER, load_board(FOLDER, overlay), load_roster(FOLDER, overlay), load_chart_set(FOLDER, overlay), options
    )
