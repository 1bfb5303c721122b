"""The charts of The Russian Campaign, each with a type of its own.

Only the game and what draws its charts in the module import this package.
"""

from trc_module.charts.trc.air import AirChart
from trc_module.charts.trc.charts import Charts, load_charts
from trc_module.charts.trc.combat import CombatChart
from trc_module.charts.trc.movement import Allowance, MovementChart
from trc_module.charts.trc.replacements import ReplacementChart
from trc_module.charts.trc.terrain import TerrainRule
from trc_module.charts.trc.transport import TransportChart
from trc_module.charts.trc.turns import Turn
from trc_module.charts.trc.victory import VictoryChart
from trc_module.charts.trc.weather import WeatherChart, WeatherOutcome

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
