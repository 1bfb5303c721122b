"""A move that is longer than the unit's allowance: which of the rules that forbid it is named."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from trc_module.games.trc.book import book
from trc_module.games.trc.movement.headquarters import is_headquarters
from trc_module.roster import Unit
from trc_module.rules.clock import Clock


class AllowanceExceeded(Struct, frozen=True):
    """Several single rules own a move that is too long; `SPEAKERS` says which one speaks."""

    unit: Unit
    clock: Clock
    allowance: int
    """The movement points that the unit may spend."""
    again: bool
    """Whether it had moved before in this phase."""
    arrived: bool = False
    """Whether it has come onto the map in this phase."""


@book.rule("4.1.2c")
def first_impulse_of_the_axis(case: AllowanceExceeded) -> bool:
    """In the Axis first impulse each unit moves at most its allowance."""
    return case.clock.side == "axis" and case.clock.part == 1


@book.rule("4.1.4a")
def second_impulse_of_the_axis(case: AllowanceExceeded) -> bool:
    """In the Axis second impulse only units with second-impulse movement move."""
    return case.clock.side == "axis" and case.clock.part == 2 and case.allowance == 0


@book.rule("4.2.1b")
def first_impulse_of_the_russians(case: AllowanceExceeded) -> bool:
    """In the Russian first impulse each unit moves at most its allowance."""
    return case.clock.side == "russian" and case.clock.part == 1


@book.rule("4.2.3a")
def second_impulse_of_the_russians(case: AllowanceExceeded) -> bool:
    """In the Russian second impulse only units with second-impulse movement move."""
    return case.clock.side == "russian" and case.clock.part == 2 and case.allowance == 0


@book.rule("5.3b")
def no_second_helping(case: AllowanceExceeded) -> bool:
    """Movement is not used twice, saved or given away."""
    return case.again


@book.rule("5.4")
def within_the_allowance(case: AllowanceExceeded) -> bool:
    """A unit moves no further than its movement factor allows."""
    return True


@book.rule("11.1b")
def headquarters_move_second(case: AllowanceExceeded) -> bool:
    """Headquarters move in the second impulse only."""
    return is_headquarters(case.unit) and case.clock.part == 1


@book.rule("11.2a")
def leaders_go_by_rail(case: AllowanceExceeded) -> bool:
    """Hitler and Stalin move by rail only, in the first impulse."""
    return case.unit.type == "leader"


@book.rule("20.3b")
def second_arrivals_move_as_in_the_second(case: AllowanceExceeded) -> bool:
    """Second-impulse arrivals have only their second-impulse movement."""
    return case.clock.part == 2 and case.arrived


@book.rule("22.2b")
def workers_stay(case: AllowanceExceeded) -> bool:
    """A worker never moves once it has been placed."""
    return case.unit.type == "worker"


SPEAKERS: tuple[tuple[str, Callable[[AllowanceExceeded], bool]], ...] = (
    ("11.2a", leaders_go_by_rail),
    ("22.2b", workers_stay),
    ("11.1b", headquarters_move_second),
    ("20.3b", second_arrivals_move_as_in_the_second),
    ("4.1.4a", second_impulse_of_the_axis),
    ("4.2.3a", second_impulse_of_the_russians),
    ("5.3b", no_second_helping),
    ("4.1.2c", first_impulse_of_the_axis),
    ("4.2.1b", first_impulse_of_the_russians),
    ("5.4", within_the_allowance),
)
"""Several rows of the rules own a move that is too long; the most special speaks."""
