"""The readers of charts: those that serve any game, and those that a game's package brings."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.charts.allowances import read_allowances
from trc_module.charts.counts import read_counts
from trc_module.charts.firing import read_firing
from trc_module.charts.reader import Reader
from trc_module.charts.results import read_results
from trc_module.charts.terrain_costs import read_terrain_costs
from trc_module.charts.terrain_words import read_terrain_words
from trc_module.charts.turn_track import read_turn_track
from trc_module.charts.values import read_values
from trc_module.errors import UserError
from trc_module.gamespec import GameSpec, module_of_game

READERS: Mapping[str, Reader] = {
    "turn-track": Reader(read_turn_track),
    "results": Reader(read_results),
    "terrain-costs": Reader(read_terrain_costs),
    "terrain-words": Reader(read_terrain_words),
    "allowances": Reader(read_allowances),
    "counts-by-turn": Reader(read_counts),
    "values": Reader(read_values),
    "firing": Reader(read_firing),
}
"""The readers that serve any game, by the word that a chart's file names."""

MODULE = "chart_readers"
"""The module of a game's package that has its own readers, in a dict READERS."""


def readers_of(spec: GameSpec) -> dict[str, Reader]:
    """Return all readers that a game's charts may name; UserError if its package names one of its own as we do."""
    own: Mapping[str, Reader] = getattr(module_of_game(spec, MODULE), "READERS", {})
    same = sorted(READERS.keys() & own.keys())
    if same:
        where = f"{spec.package}.{MODULE}"
        raise UserError(f"{where}: expected another name than {same[0]!r}, which is that of a reader for any game.")
    return {**READERS, **own}
