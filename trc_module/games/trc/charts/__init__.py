"""The charts of The Russian Campaign, each with a type of its own.

Only the game and what draws its charts in the module import this package.
"""

from trc_module.games.trc.charts.air import AirChart
from trc_module.games.trc.charts.charts import Charts, load_charts
from trc_module.games.trc.charts.combat import CombatChart
from trc_module.games.trc.charts.movement import Allowance, MovementChart
from trc_module.games.trc.charts.replacements import ReplacementChart
from trc_module.games.trc.charts.terrain import TerrainRule
from trc_module.games.trc.charts.transport import TransportChart
from trc_module.games.trc.charts.turns import Turn
from trc_module.games.trc.charts.victory import VictoryChart
from trc_module.games.trc.charts.weather import WeatherChart, WeatherOutcome

__all__ = [
    "AirChart",
    "Allowance",
    "Charts",
    "CombatChart",
    "MovementChart",
    "ReplacementChart",
    "TerrainRule",
    "TransportChart",
    "Turn",
    "VictoryChart",
    "WeatherChart",
    "WeatherOutcome",
    "load_charts",
]
