"""All charts of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.charts.air import AirChart, read_air
from trc_module.charts.combat import CombatChart, read_combat
from trc_module.charts.movement import MovementChart, read_movement
from trc_module.charts.replacements import ReplacementChart, read_replacements
from trc_module.charts.terrain import TerrainEffect, read_terrain
from trc_module.charts.transport import TransportChart, read_transport
from trc_module.charts.trees import chart_path, read_tree, tree_facts
from trc_module.charts.turns import Turn, read_turns
from trc_module.charts.victory import VictoryChart, read_victory
from trc_module.charts.weather import WeatherChart, read_weather
from trc_module.facts import DataError, Fact
from trc_module.facts.errors import Collected
from trc_module.facts.overlay import check_overlay
from trc_module.roster.errata import Erratum, blame_erratum, read_errata

NAMES = ("turns", "weather", "movement", "terrain", "combat", "air", "replacements", "transport", "victory")
"""The charts in the order in which players use them."""


@dataclass(frozen=True, slots=True)
class Charts:
    """Every chart, with all errata applied."""

    turns: Mapping[int, Turn]
    weather: WeatherChart
    movement: MovementChart
    terrain: Mapping[str, TerrainEffect]
    combat: CombatChart
    air: AirChart
    replacements: ReplacementChart
    transport: TransportChart
    victory: VictoryChart
    trees: Mapping[str, Mapping[str, Any]]
    """The charts as their files hold them, by name: what a page or a window shows in full."""

    def facts(self) -> Iterator[Fact]:
        """Yield every datum of every chart."""
        for name, tree in self.trees.items():
            if name == "movement":
                yield from self.movement.facts()
            else:
                yield from tree_facts(name, tree)


def load_charts(folder: Path, overlay: Path | None = None) -> Charts:
    """Read the charts of a game from its data folder (`data/trc`), with its errata.

    An overlay is a folder of an owner's own: its `charts/<name>.toml` hold only the tables to be replaced, its
    `errata` are applied last. DataError names the file, the line and the key that are wrong.
    """
    return load_with(folder, overlay, read_errata(folder))


def load_with(
    folder: Path, overlay: Path | None, errata: tuple[Erratum, ...], theirs: tuple[Erratum, ...] | None = None
) -> Charts:
    """Read the charts with these errata in place of the folder's, and `theirs` in place of the overlay's."""
    if theirs is None:
        theirs = read_errata(overlay, folder) if overlay else ()
    if overlay:
        check_overlay(folder, overlay)
    trees: dict[str, Any] = {}
    collected = Collected()
    for name in NAMES:
        with collected:
            trees[name] = read_tree(name, folder, overlay, errata, theirs)
    collected.close()

    def read(name: str, reader: Callable[[Mapping[str, Any], Path], Any]) -> Any:
        # Ours is right when it stands alone: whatever is wrong with it now came with the last to write on it.
        path = chart_path(overlay, name) if overlay else chart_path(folder, name)
        try:
            return reader(trees[name], path if path.is_file() else chart_path(folder, name))
        except DataError as error:
            raise blame_erratum(error, name, (*errata, *theirs)) from None

    charts: dict[str, Any] = {}
    for name, reader in _READERS.items():
        with collected:
            charts[name] = read(name, reader)
    collected.close()
    return Charts(**charts, trees=trees)


_READERS: Mapping[str, Callable[[Mapping[str, Any], Path], Any]] = {
    "turns": read_turns,
    "weather": read_weather,
    "movement": read_movement,
    "terrain": read_terrain,
    "combat": read_combat,
    "air": read_air,
    "replacements": read_replacements,
    "transport": read_transport,
    "victory": read_victory,
}
