"""The charts of a game as data, each read by the reader that its file names: turns, results, terrain and more.

Holds numbers and words, not the code of any rule.
"""

from trc_module.charts.air import AirChart
from trc_module.charts.charts import Charts, load_charts
from trc_module.charts.chartset import ChartSet, load_chart_set
from trc_module.charts.combat import CombatChart
from trc_module.charts.movement import Allowance, MovementChart
from trc_module.charts.replacements import ReplacementChart
from trc_module.charts.terrain import TerrainEffect
from trc_module.charts.transport import TransportChart
from trc_module.charts.turns import Turn
from trc_module.charts.victory import VictoryChart
from trc_module.charts.weather import WeatherChart, WeatherRoll

__all__ = [
    "AirChart",
    "Allowance",
    "ChartSet",
    "Charts",
    "CombatChart",
    "MovementChart",
    "ReplacementChart",
    "TerrainEffect",
    "TransportChart",
    "Turn",
    "VictoryChart",
    "WeatherChart",
    "WeatherRoll",
    "load_chart_set",
    "load_charts",
]
