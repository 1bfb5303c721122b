"""The charts of The Russian Campaign, each under its name with its own type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trc_module.charts.chartset import ChartSet, load_chart_set
from trc_module.games.trc.charts.air import AirChart
from trc_module.games.trc.charts.combat import CombatChart
from trc_module.games.trc.charts.movement import MovementChart
from trc_module.games.trc.charts.replacements import ReplacementChart
from trc_module.games.trc.charts.terrain import TerrainRule
from trc_module.games.trc.charts.transport import TransportChart
from trc_module.games.trc.charts.turns import Turn
from trc_module.games.trc.charts.victory import VictoryChart
from trc_module.games.trc.charts.weather import WeatherChart


@dataclass(frozen=True, slots=True)
class Charts(ChartSet):
    """A set of charts in which those that this game's rules ask for are at hand."""

    turns: Mapping[int, Turn]
    weather: WeatherChart
    movement: MovementChart
    terrain: Mapping[str, TerrainRule]
    combat: CombatChart
    air: AirChart
    replacements: ReplacementChart
    transport: TransportChart
    victory: VictoryChart

    @classmethod
    def of(cls, charts: ChartSet) -> Charts:
        """Return a set with its charts at hand; DataError if one is not there or of another kind."""
        return cls(
            charts.folder,
            charts.by_name,
            charts.trees,
            charts.readers,
            turns=charts.get("turns", dict),
            weather=charts.get("weather", WeatherChart),
            movement=charts.get("movement", MovementChart),
            terrain=charts.get("terrain", dict),
            combat=charts.get("combat", CombatChart),
            air=charts.get("air", AirChart),
            replacements=charts.get("replacements", ReplacementChart),
            transport=charts.get("transport", TransportChart),
            victory=charts.get("victory", VictoryChart),
        )


def load_charts(folder: Path, overlay: Path | None = None) -> Charts:
    """Read the charts of the game from its data folder, as `load_chart_set` does."""
    return Charts.of(load_chart_set(folder, overlay))
