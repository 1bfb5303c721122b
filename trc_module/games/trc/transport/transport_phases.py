"""Chapter 4: when rail and sea movement take place, and the order of the end phases."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN
from trc_module.games.trc.steps import MOVEMENT
from trc_module.rules.clock import Clock


@book.rule("4.1.4c")
def no_axis_rail_in_the_second_impulse(clock: Clock) -> bool:
    """The Axis second impulse has no rail movement."""
    return clock.side == AXIS and clock.part == 2 and clock.phase == MOVEMENT


@book.rule("4.2.3d")
def no_russian_rail_in_the_second_impulse(clock: Clock) -> bool:
    """The Russian second impulse has no rail movement."""
    return clock.side == RUSSIAN and clock.part == 2 and clock.phase == MOVEMENT


@book.rule("4.1.2e")
def axis_rail_while_moving(clock: Clock) -> bool:
    """Axis rail moves belong to the first movement phase, before the battles."""
    return clock.side == AXIS and clock.part == 1


@book.rule("4.2.1f")
def russian_rail_while_moving(clock: Clock) -> bool:
    """Russian rail moves belong to the first movement phase, before the battles."""
    return clock.side == RUSSIAN and clock.part == 1


@book.rule("4.1.2f")
def axis_sea_while_moving(clock: Clock) -> bool:
    """Axis sea moves of the first impulse are made in its movement phase."""
    return clock.side == AXIS and clock.part == 1


@book.rule("4.2.1g")
def russian_sea_while_moving(clock: Clock) -> bool:
    """Russian sea moves of the first impulse are made in its movement phase."""
    return clock.side == RUSSIAN and clock.part == 1
