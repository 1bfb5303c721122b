"""Sudden Death objectives and victory points (25.2, 27.12)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from trc_module.facts.toml_file import shape


class Objectives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places that win the game for who holds them all when the turn ends."""

    turn: int
    places: tuple[str, ...]
    source: str


class LastObjectives(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The conditions by which one side wins in 1945, when the sides have different aims."""

    turn: int
    german_cities: Literal["one", "all"]
    oil_wells: Literal["one", "all"]
    source: str
    surrendered: tuple[str, ...] = ()
    not_surrendered: tuple[str, ...] = ()


class PointValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The victory points of each kind of place."""

    major_city: int
    minor_city: int
    oil_well: int
    source: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sudden_death: dict[str, Objectives] = msgspec.field(name="sudden-death")
    sudden_death_1945: dict[str, LastObjectives] = msgspec.field(name="sudden-death-1945")
    victory_points: PointValues = msgspec.field(name="victory-points")


class VictoryChart(Struct, frozen=True):
    """Objectives of both sides by year, of each side for 1945, and what places count."""

    sudden_death: Mapping[int, Objectives]
    """By year, while both sides have the same objectives."""
    last: Mapping[str, LastObjectives]
    """By side, for 1945."""
    points: PointValues


def read_victory(tree: Mapping[str, Any], path: Path) -> VictoryChart:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    file = shape(tree, _File, path)
    return VictoryChart(
        {int(year): objectives for year, objectives in file.sudden_death.items()},
        file.sudden_death_1945,
        file.victory_points,
    )
