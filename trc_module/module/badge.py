"""Signs on counters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Badge:
    """The sign on a counter in a battle, or on one that moves by rail, sea or air.

    The sign is a few letters or an arrow: `up` for an attacker, `down` for a defender. VASSAL draws the badge in the
    middle of the counter; with an offset in pixels, `x` and `y`, the picture is as large as a counter and the badge
    lies there in it. Without one it is a picture of the badge alone, which its layer may put beside the counter.
    """

    sign: str
    ground: str
    x: int = 0
    y: int = 0
