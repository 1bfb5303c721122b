"""The content of one face of a counter: everything that the drawing reads, and nothing else.

A picture's cache key is made of these values, so a change of data that no face shows redraws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["front", "back"]
CounterStyle: TypeAlias = Literal["nato", "silhouette"]
FactorSize: TypeAlias = Literal["normal", "large"]

COUNTER_STYLES: tuple[CounterStyle, ...] = ("nato", "silhouette")
FACTOR_SIZES: tuple[FactorSize, ...] = ("normal", "large")


@dataclass(frozen=True, slots=True)
class UnitFace:
    """The face of a unit.

    `code` stands in the corner tab: a set-up area's letters, or the turn of arrival. `factors` are printed at the
    foot with a dash between them: two as a rule, one for a worker's value; without any the symbol is larger and the
    designation stands at the foot. `field_name` is written into the NATO field of a headquarters. A face with
    `lines` is a back, and says them instead.
    """

    livery: str
    symbol: str
    size_mark: str = ""
    designation: str = ""
    code: str = ""
    factors: tuple[str, ...] = ()
    field_name: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerFace:
    """The face of a marker: a pictogram, a line of caption, and a large figure beside the pictogram if there is one."""

    livery: str
    pictogram: str
    caption: str = ""
    figure: str = ""


CounterFace: TypeAlias = UnitFace | MarkerFace
