"""The readers of this game's charts, by the word that a chart's file names."""

from __future__ import annotations

from trc_module.charts.reader import Reader
from trc_module.games.trc.charts.air import read_air
from trc_module.games.trc.charts.combat import read_combat
from trc_module.games.trc.charts.movement import MovementChart, movement_sheet, read_movement
from trc_module.games.trc.charts.replacements import read_replacements
from trc_module.games.trc.charts.terrain import read_terrain
from trc_module.games.trc.charts.transport import read_transport
from trc_module.games.trc.charts.turns import read_turns
from trc_module.games.trc.charts.victory import read_victory
from trc_module.games.trc.charts.weather import read_weather

READERS = {
    "months": Reader(read_turns),
    "weather-die": Reader(read_weather),
    "classes": Reader(read_movement, facts=MovementChart.facts, sheet=movement_sheet),
    "terrain-effects": Reader(read_terrain),
    "odds": Reader(read_combat),
    "air": Reader(read_air),
    "replacements": Reader(read_replacements),
    "transport": Reader(read_transport),
    "victory": Reader(read_victory),
}
