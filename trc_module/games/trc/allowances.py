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

    They have no movement factor of their own; with 26.16 other counters take their place.

    Log: the mode of the move (D04).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-hitler
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-hitler
        move ger-hitler E31 > E30
        expect 11.2
    """
    return case.unit.type == "leader"


@book.rule("22.2b")
def workers_stay(case: TooFar) -> bool:
    """Never move a worker unit once it has been placed.

    A worker fights where it stands, and is lost where it stands.

    Log: the move itself.
    Data: the movement chart.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on W19: rus-worker-kiev
        end
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 movement clear
        on W19: rus-worker-kiev
        move rus-worker-kiev W19 > W17
        expect 22.2
    """
    return case.unit.type == "worker"


@book.rule("11.1b")
def headquarters_move_second(case: TooFar) -> bool:
    """Move headquarters in the second impulse only.

    The three Army Group headquarters and Stavka have no movement in the first impulse; in the second they have
    their whole printed factor, whatever the weather.

    Log: the impulse (D02).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-hq-south
        move ger-hq-south Y20 > Y14
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-hq-south
        move ger-hq-south Y20 > Y19
        expect 11.1
    """
    return case.unit.type == "hq" and case.clock.impulse == 1


@book.rule("4.1.4a")
def second_impulse_of_the_axis(case: TooFar) -> bool:
    """Move in the Axis second impulse only what has second-impulse movement.

    The movement chart says who has; in mud only headquarters do.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-41-pz
        move ger-41-pz Y20 > Y17
        expect ok

    Illegal::

        at: turn 3 axis impulse 2 movement mud
        on Y20: ger-41-pz
        move ger-41-pz Y20 > Y19
        expect 4.1.4|5.4
    """
    return case.clock.side == "axis" and case.clock.impulse == 2 and case.allowance == 0


@book.rule("4.2.3a")
def second_impulse_of_the_russians(case: TooFar) -> bool:
    """Move in the Russian second impulse only what has second-impulse movement.

    The movement chart says who has; Russian infantry has none in any weather.

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.

    Legal::

        at: turn 2 russian impulse 2 movement clear
        on Y20: rus-1-tank
        move rus-1-tank Y20 > Y18
        expect ok

    Illegal::

        at: turn 2 russian impulse 2 movement clear
        on Y20: rus-24-inf
        move rus-24-inf Y20 > Y19
        expect 4.2.3|5.4
    """
    return case.clock.side == "russian" and case.clock.impulse == 2 and case.allowance == 0


@book.rule("5.3b")
def no_second_helping(case: TooFar) -> bool:
    """Do not use movement twice, save it up, or give it away.

    What a unit does not use in an impulse is lost. A unit may be moved in several steps, but all of them
    together keep within the allowance of the impulse.

    Log: every move of the unit in the phase.
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-12-inf
        move ger-12-inf Y20 Y19
        move ger-12-inf Y19 > Y16
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-12-inf
        move ger-12-inf Y20 Y19
        move ger-12-inf Y19 > Y15
        expect 5.3|5.4
    """
    return case.again


@book.rule("4.1.2c")
def first_impulse_of_the_axis(case: TooFar) -> bool:
    """Move each unit at most its allowance in the Axis first impulse.

    How far that is depends on the weather and on the unit (5.4).

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-12-inf
        move ger-12-inf Y20 Y19 Y18 Y17 Y16
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-12-inf
        move ger-12-inf Y20 Y19 Y18 Y17 Y16 Y15
        expect 4.1.2|5.4
    """
    return case.clock.side == "axis" and case.clock.impulse == 1


@book.rule("4.2.1b")
def first_impulse_of_the_russians(case: TooFar) -> bool:
    """Move each unit at most its allowance in the Russian first impulse.

    How far that is depends on the weather and on the unit (5.4).

    Log: the impulse (D02) and the weather (D03).
    Data: the movement chart.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on Y20: rus-24-inf
        move rus-24-inf Y20 > Y17
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 movement clear
        on Y20: rus-24-inf
        move rus-24-inf Y20 > Y16
        expect 4.2.1|5.4
    """
    return case.clock.side == "russian" and case.clock.impulse == 1


@book.rule("5.4")
def within_the_allowance(case: TooFar) -> bool:
    """Move a unit no further than its movement factor allows.

    The printed factor counts hexes in the first impulse of a clear turn; impulse, weather, nationality and type
    change it as the movement chart says. Rail, sea and drops are not counted.

    Log: the weather (D03); the hexes crossed (D05), without which the shortest legal way is taken.
    Data: the movement chart, which is partly assumed.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-41-pz
        move ger-41-pz Y20 > Y16
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-41-pz
        move ger-41-pz Y20 > Y12
        expect 5.4
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
