"""Which rule speaks of a unit that has moved too far (4.1, 4.2, 5.3, 5.4, 11, 22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trc_module.games.trc.book import book
from trc_module.roster import Unit
from trc_module.rules.clock import Clock


@dataclass(frozen=True, slots=True)
class TooFar:
    """A unit that moved further than it may."""

    unit: Unit
    clock: Clock
    allowance: int
    """How far it may move."""
    again: bool
    """Whether it had moved before in this phase."""


@book.rule("11.2a")
def leaders_go_by_rail(case: TooFar) -> bool:
    """Move Hitler and Stalin by rail only, in the first impulse.

    Log: the mode of the move (D04).
    Data: the movement chart.
    """
    return case.unit.type == "leader"


@book.rule("22.2b")
def workers_stay(case: TooFar) -> bool:
    """Never move a worker unit once it has been placed.

    Log: the move itself.
    Data: the movement chart.
    """
    return case.unit.type == "worker"


@book.rule("11.1b")
def headquarters_move_second(case: TooFar) -> bool:
    """Move headquarters in the second impulse only.

    The three Army Group headquarters and Stavka have no movement in the first impulse; in the second they have
    their whole printed factor, whatever the weather.

    Log: the impulse (D02).
    Data: the movement chart.
    """
    return case.unit.type == "hq" and case.clock.impulse == 1


@book.rule("4.1.4a")
def second_impulse_of_the_axis(case: TooFar) -> bool:
    """Move in the Axis second impulse only what has second-impulse movement.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.
    """
    return case.clock.side == "axis" and case.clock.impulse == 2 and case.allowance == 0


@book.rule("4.2.3a")
def second_impulse_of_the_russians(case: TooFar) -> bool:
    """Move in the Russian second impulse only what has second-impulse movement.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.
    """
    return case.clock.side == "russian" and case.clock.impulse == 2 and case.allowance == 0


@book.rule("5.3b")
def no_second_helping(case: TooFar) -> bool:
    """Do not use movement twice, save it up, or give it away.

    What a unit does not use in an impulse is lost. A unit may be moved in several steps, but all of them
    together keep within the allowance of the impulse.

    Log: every move of the unit in the phase.
    Data: the movement chart.
    """
    return case.again


@book.rule("4.1.2c")
def first_impulse_of_the_axis(case: TooFar) -> bool:
    """Move each unit at most its allowance in the Axis first impulse.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.
    """
    return case.clock.side == "axis" and case.clock.impulse == 1


@book.rule("4.2.1b")
def first_impulse_of_the_russians(case: TooFar) -> bool:
    """Move each unit at most its allowance in the Russian first impulse.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.
    """
    return case.clock.side == "russian" and case.clock.impulse == 1


@book.rule("5.4")
def within_the_allowance(case: TooFar) -> bool:
    """Move a unit no further than its movement factor allows.

    The printed factor counts hexes in the first impulse of a clear turn; impulse, weather, nationality and type
    change it as the movement chart says. Rail, sea and drops are not counted.

    Log: the weather (D03); the hexes crossed (D05), without which the shortest legal way is taken.
    Data: the movement chart, which is partly assumed.
    """
    return True


SPEAKERS: tuple[tuple[str, Callable[[TooFar], bool]], ...] = (
    ("11.2a", leaders_go_by_rail),
    ("22.2b", workers_stay),
    ("11.1b", headquarters_move_second),
    ("4.1.4a", second_impulse_of_the_axis),
    ("4.2.3a", second_impulse_of_the_russians),
    ("5.3b", no_second_helping),
    ("4.1.2c", first_impulse_of_the_axis),
    ("4.2.1b", first_impulse_of_the_russians),
    ("5.4", within_the_allowance),
)
"""Several rows of the rules own a move that is too long; the most special speaks."""


def speaker(case: TooFar) -> str:
    """Return the number of the rule that speaks of a unit that moved too far."""
    return next(number for number, applies in SPEAKERS if applies(case))
