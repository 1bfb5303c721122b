"""Rail capacity, sea moves and invasions (9.2, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.facts.toml_file import shape


class Rail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Rail capacity: the number of units that a side moves by rail in a turn, and in a snow turn."""

    units: int
    in_snow: int
    source: str


class Sea(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One sea: the roll that a unit survives, and the ports that help it."""

    survives: int
    """A modified die of at most this."""
    ports: tuple[str, ...]
    source: str
    russian_modifier: int = 0
    invasions: bool = False


class SeaRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The rules that hold on both seas."""

    friendly_port_modifier: int
    evacuation_modifier: int
    moves_per_turn: int
    source: str


class Invasions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The number of invasions that a side may try in a game, and the first turn for them."""

    per_game: int
    first_turn: int
    source: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    rail: dict[str, Rail]
    sea: dict[str, Sea]
    sea_rules: SeaRules
    invasions: dict[str, Invasions]


class TransportChart(Struct, frozen=True):
    """Capacities by side, and the two seas (`black`, `baltic`)."""

    rail: Mapping[str, Rail]
    sea: Mapping[str, Sea]
    sea_rules: SeaRules
    invasions: Mapping[str, Invasions]


def read_transport(tree: Mapping[str, Any], path: Path) -> TransportChart:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    file = shape(tree, _File, path)
    return TransportChart(file.rail, file.sea, file.sea_rules, file.invasions)
