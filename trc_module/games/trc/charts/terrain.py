"""Terrain effects: what terrain does to movement and to battle (8, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trc_module.charts.terrain import TerrainEffect
from trc_module.facts import DataError
from trc_module.facts.toml_file import shape, table_at


class TerrainRule(TerrainEffect, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One row of the terrain effects chart: in words for players, as switches for the rules."""

    exempt: tuple[str, ...] = ()
    """The unit types that need not stop (8.2)."""
    clear_in_snow: bool = False
    doubles_defence: bool = False
    """The hex itself doubles its defenders (14.1); rivers and the strait depend on the attackers and have no switch."""
    ignores_retreat: bool = False
    """Units here do not carry out retreats (14.2)."""


def read_terrain(tree: Mapping[str, Any], path: Path) -> dict[str, TerrainRule]:
    """Shape the chart out of its tree, by terrain; DataError names the line that is wrong."""
    rows = table_at(tree, path, "terrain")
    if not rows:
        raise DataError(path, "tables [terrain.<name>]")
    return {name: shape(row, TerrainRule, path, at=["terrain", name]) for name, row in rows.items()}
