"""The charts of a game as data, each read by the reader that its file names: turns, results, terrain and more.

Holds numbers and words, not the code of any rule. `trc` has the charts that only The Russian Campaign has.
"""

from trc_module.charts.chartset import ChartSet, load_chart_set
from trc_module.charts.terrain import TerrainEffect

__all__ = ["ChartSet", "TerrainEffect", "load_chart_set"]
