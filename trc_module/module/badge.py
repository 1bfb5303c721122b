"""Signs on counters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Badge:
    """The sign on a counter in a battle, or on one that moves by rail, sea or air.

    The sign is a few letters or an arrow: `up` for an attacker, `down` for a defender. VASSAL draws the badge in the
    middle of the counter; `x` and `y` are its offset in pixels.
    """

    sign: str
    ground: str
    x: int
    y: int
