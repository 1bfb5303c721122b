"""Additional acts of options, and their moments: the hooks by which players of `trc-module play` use them.

The basic game adds nothing here. An option puts its own acts in, so that random games with it use it; what it lists is
legal by its own rules, and judged like everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId

SET_UP, DUE, ARRIVALS, RIDES, LOSSES, AT_LAST = "set-up", "due", "arrivals", "rides", "losses", "at-last"
"""Moments: before the set-up; when a movement phase begins, what has to be done and what may be; when trains go; after
each loss of a battle; before a player turn ends."""


@hook
def further(game: Trc, state: State, moment: str) -> Iterator[Action]:
    """Yield the acts of options that may be done at a moment."""
    yield from ()


class March(Struct, frozen=True):
    """A way of moving over land that an option adds: where it leads a unit, and the act that goes there."""

    reach: HexSet
    go: Callable[[Hex], Action]


@hook
def marches(game: Trc, state: State, unit: UnitId) -> Iterator[March]:
    """Yield the ways of moving that options add for a unit that has not moved."""
    yield from ()


@hook
def stays(game: Trc, state: State, unit: UnitId) -> bool:
    """Tell whether an option lets a unit move no more in this phase."""
    return False


@hook
def left_open(game: Trc, state: State) -> HexSet:
    """Return the hexes that the side to play must hold when its turn ends and does not hold now."""
    return 0
