"""Chapter 4, the sequence of play: when units arrive, are replaced, drop, and leave.

These steps belong to a movement phase. Their own chapters (18 to 22) judge them and ask here for the time.
"""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN
from trc_module.games.trc.marks import Arrived, Railed, Sailed
from trc_module.games.trc.steps import END, MOVEMENT
from trc_module.roster import Unit
from trc_module.rules.clock import Clock
from trc_module.rules.state import State


def in_movement(clock: Clock, side: str, impulse: int) -> bool:
    """Tell whether it is a side's movement phase of some impulse."""
    return clock.side == side and clock.phase == MOVEMENT and clock.part == impulse


@book.rule("4.1.2a")
def something_done(state: State) -> bool:
    """The Axis makes its withdrawals before anything else in the first impulse."""
    return bool(state.trails) or any(kind.any(state) for kind in (Arrived, Railed, Sailed))


@book.rule("4.1.2b", "4.1.4e", "4.2.1a", "4.2.3e")
def may_arrive(clock: Clock) -> bool:
    """Reinforcements of a month arrive in the first movement phase of their side, those of the next in its second."""
    return clock.phase == MOVEMENT


@book.rule("4.1.2d")
def axis_replacements_first(clock: Clock) -> bool:
    """Axis replacements are taken in the first movement phase."""
    return in_movement(clock, AXIS, 1)


@book.rule("4.1.4d")
def axis_headquarters_second(clock: Clock, unit: Unit) -> bool:
    """Only headquarters are Axis replacements in the second impulse."""
    return in_movement(clock, AXIS, 2) and unit.type == "hq"


@book.rule("4.2.1c")
def russian_replacements_first(clock: Clock) -> bool:
    """Russian replacements, with the Archangel die, are taken in the first movement phase."""
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.3b")
def stavka_second(clock: Clock, unit: Unit) -> bool:
    """Only Stavka is a Russian replacement in the second impulse."""
    return in_movement(clock, RUSSIAN, 2) and unit.type == "hq"


@book.rule("4.2.1d")
def drops_first(clock: Clock) -> bool:
    """Paratroops drop in the Russian first movement phase."""
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.1e")
def russian_withdrawals_first(clock: Clock) -> bool:
    """Russian units are withdrawn in the first movement phase."""
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.5c")
def partisans_relocate(clock: Clock) -> bool:
    """Partisans are relocated at the end of the Russian second impulse."""
    return clock.side == RUSSIAN and clock.phase == END
