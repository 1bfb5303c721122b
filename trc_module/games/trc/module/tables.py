"""The game's charts as a module's parts have them."""

from __future__ import annotations

from trc_module.games.trc.charts import Charts
from trc_module.module.recipe import ModuleInputs


def charts_of(parts: ModuleInputs) -> Charts:
    """Return the charts with those that the game's rules ask for at hand."""
    assert isinstance(parts.charts, Charts), "the module of this game is made of its own charts"
    return parts.charts
