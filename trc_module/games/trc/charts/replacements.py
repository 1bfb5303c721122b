"""Replacements, exchanges and withdrawals: the numbers of sections 20.9, 21 to 23 and 26.1."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.facts.toml_file import shape


class _Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    source: str


class Workers(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The turn from which the workers' values double (22.7)."""

    doubled_from: int


class ArchangelDie(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The Archangel die: from which turn, and in which years one is added (22.4)."""

    first_turn: int
    plus_one_in: tuple[int, ...]


class ReplacementLimits(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The numbers of armor and of Guards units that the Russians may replace a turn, from a turn on (22.5)."""

    from_turn: int
    armor: int
    guards: int


class Stavka(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The turns on which Stavka is replaced, and the points that it costs (22.8)."""

    turns: tuple[int, ...]
    cost: int


class Turns(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Turns on which something holds."""

    turns: tuple[int, ...]


class AxisEachTime(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The Axis replacements besides SS, Luftwaffe, HQs and armor for its oil (21.4)."""

    infantry: tuple[str, ...]
    """One German infantry corps of each of these factors."""
    mountain: int
    motorized: int
    minor_ally: int
    """Of each nation."""


class Never(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Units that are never replaced."""

    units: tuple[str, ...]


class CorpsExchange(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A motorized corps that takes the place of an infantry corps of these factors (23.1)."""

    replaced: str = msgspec.field(name="for")
    turns: tuple[int, ...] = ()


class Replenishment(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """An extra replacement while an SS unit lives: on which turns, and one of what (26.1)."""

    turns: tuple[int, ...]
    gives: tuple[str, ...]


class Withdrawal(_Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Units that the Axis must take off the map (20.9)."""

    turn: int
    impulse: int
    count: int
    type: str = ""
    """The unit type, empty if any German corps will do."""
    ss_first: bool = False
    back_on: int | None = None
    """The turn on whose first impulse they come back, None if never."""


class _Russian(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    workers: Workers
    archangel: ArchangelDie
    limits: dict[str, ReplacementLimits]
    stavka: Stavka


class _Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    when: Turns
    each_time: AxisEachTime
    never: Never
    no_italians: Turns


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    russian: _Russian
    axis: _Axis
    motorization: dict[str, CorpsExchange]
    ss_replenishment: dict[str, Replenishment]
    withdrawals: dict[str, Withdrawal]


class ReplacementChart(Struct, frozen=True):
    """All numbers of the replacement steps."""

    workers: Workers
    archangel: ArchangelDie
    limits: tuple[ReplacementLimits, ...]
    stavka: Stavka
    axis_turns: tuple[int, ...]
    axis_each_time: AxisEachTime
    never_replaced: tuple[str, ...]
    no_italians_on: tuple[int, ...]
    motorization: Mapping[str, CorpsExchange]
    """By the motorized unit."""
    ss_replenishment: Mapping[str, Replenishment]
    """By the SS unit."""
    withdrawals: tuple[Withdrawal, ...]

    def limits_on(self, turn: int) -> ReplacementLimits:
        """Return the Russian limits that hold on a turn."""
        return max((limits for limits in self.limits if limits.from_turn <= turn), key=lambda limits: limits.from_turn)


def read_replacements(tree: Mapping[str, Any], path: Path) -> ReplacementChart:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    file = shape(tree, _File, path)
    return ReplacementChart(
        workers=file.russian.workers,
        archangel=file.russian.archangel,
        limits=tuple(file.russian.limits.values()),
        stavka=file.russian.stavka,
        axis_turns=file.axis.when.turns,
        axis_each_time=file.axis.each_time,
        never_replaced=file.axis.never.units,
        no_italians_on=file.axis.no_italians.turns,
        motorization=file.motorization,
        ss_replenishment=file.ss_replenishment,
        withdrawals=tuple(file.withdrawals.values()),
    )
