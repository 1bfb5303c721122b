"""Chapter 4, the sequence of play: when units arrive, are replaced, drop, and leave.

These steps belong to a movement phase. Their own chapters (18 to 22) judge them and ask here for the time.
"""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, RUSSIAN
from trc_module.games.trc.turns import END, MOVEMENT
from trc_module.roster import Unit
from trc_module.rules.clock import Clock
from trc_module.rules.state import State


def in_movement(clock: Clock, side: str, impulse: int) -> bool:
    """Tell whether it is a side's movement phase of some impulse."""
    return clock.side == side and clock.phase == MOVEMENT and clock.impulse == impulse


@book.rule("4.1.2a")
def something_done(state: State) -> bool:
    """Make the withdrawals of the Axis before anything else in the first impulse.

    The order of battle demands them in May 1944, March 1945 and May 1945 (20.9). One that comes after the first
    move, rail move, sea move or arrival of the impulse comes too late; one that never comes is the business of 20.9.

    Log: the withdrawal (D21) and its place among the moves.
    Data: none.

    Legal::

        at: turn 24 axis impulse 1 movement clear
        on Y20: ger-12-inf ger-13-inf
        withdraw ger-13-inf
        move ger-12-inf Y20 Y19
        expect ok

    Illegal::

        at: turn 24 axis impulse 1 movement clear
        on Y20: ger-12-inf ger-13-inf
        move ger-12-inf Y20 Y19
        withdraw ger-13-inf
        expect 4.1.2a
    """
    return bool(state.trails) or any(mark[0] in ("arrived", "railed", "sailed") for mark in state.marks)


@book.rule("4.1.2b")
def axis_arrivals_of_the_first_month(clock: Clock) -> bool:
    """Place the Axis reinforcements of the first month in the first movement phase.

    A breach carries the number 20.2a.

    Log: the phase (D02) and the arrival (D20).
    Data: none.

    Legal::

        at: turn 9 axis impulse 1 movement clear
        enter rum-3-inf BB31
        expect ok

    Illegal::

        at: turn 9 axis impulse 1 combat clear
        enter rum-3-inf BB31
        expect 4.1.2|20.2
    """
    return in_movement(clock, AXIS, 1)


@book.rule("4.1.4e")
def axis_arrivals_of_the_second_month(clock: Clock) -> bool:
    """Place the Axis reinforcements of the second month in the second movement phase.

    Coming an impulse early is a breach of 20.0b, coming outside a movement phase one of 20.2a.

    Log: the phase (D02) and the arrival (D20).
    Data: arrivals, most of them without a month.

    Legal::

        at: turn 3 axis impulse 2 movement clear
        enter ger-34-inf E33
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        enter ger-34-inf E33
        expect 4.1.4|20.0
    """
    return in_movement(clock, AXIS, 2)


@book.rule("4.2.1a")
def russian_arrivals_of_the_first_month(clock: Clock) -> bool:
    """Place the Russian reinforcements of the first month in the first movement phase.

    A breach carries the number 20.2a.

    Log: the phase (D02) and the arrival (D20).
    Data: none.

    Legal::

        at: turn 3 russian impulse 1 movement clear
        enter rus-29-inf R9
        expect ok

    Illegal::

        at: turn 3 russian impulse 1 combat clear
        enter rus-29-inf R9
        expect 4.2.1|20.2
    """
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.3e")
def russian_arrivals_of_the_second_month(clock: Clock) -> bool:
    """Place the Russian reinforcements of the second month in the second movement phase.

    Coming an impulse early is a breach of 20.0b.

    Log: the phase (D02) and the arrival (D20).
    Data: arrivals, most of them without a month.

    Legal::

        at: turn 3 russian impulse 2 movement clear
        enter rus-34-inf R9
        expect ok

    Illegal::

        at: turn 3 russian impulse 1 movement clear
        enter rus-34-inf R9
        expect 4.2.3|20.0
    """
    return in_movement(clock, RUSSIAN, 2)


def may_arrive(clock: Clock) -> bool:
    """Tell whether this is a phase in which reinforcements are placed."""
    return (
        axis_arrivals_of_the_first_month(clock)
        or axis_arrivals_of_the_second_month(clock)
        or russian_arrivals_of_the_first_month(clock)
        or russian_arrivals_of_the_second_month(clock)
    )


@book.rule("4.1.2d")
def axis_replacements_first(clock: Clock) -> bool:
    """Take Axis replacements in the first movement phase.

    Headquarters come in the second (4.1.4d). A replacement of the second impulse that is no headquarters breaks
    21.2c or 21.2d; one taken outside a movement phase breaks this rule.

    Log: the phase (D02) and the replacement (D19, D20).
    Data: none.

    Legal::

        at: turn 7 axis impulse 1 movement clear
        box axis replacement-pool: ger-13-inf
        replace ger-13-inf E33
        expect ok

    Illegal::

        at: turn 7 axis impulse 1 combat clear
        box axis replacement-pool: ger-13-inf
        replace ger-13-inf E33
        expect 4.1.2d
    """
    return in_movement(clock, AXIS, 1)


@book.rule("4.1.4d")
def axis_headquarters_second(clock: Clock, unit: Unit) -> bool:
    """Take only headquarters as Axis replacements in the second impulse.

    A breach carries the number 21.2c or 21.2d.

    Log: the phase (D02) and the replacement (D20).
    Data: unit types.

    Legal::

        at: turn 7 axis impulse 2 movement clear
        box axis replacement-pool: ger-hq-south
        replace ger-hq-south E33
        expect ok

    Illegal::

        at: turn 7 axis impulse 2 movement clear
        box axis replacement-pool: ger-13-inf
        replace ger-13-inf E33
        expect 4.1.4|21.2
    """
    return in_movement(clock, AXIS, 2) and unit.type == "hq"


@book.rule("4.2.1c")
def russian_replacements_first(clock: Clock) -> bool:
    """Take Russian replacements in the first movement phase, the die of Archangel among them.

    Stavka may come in the second (4.2.3b).

    Log: the phase (D02), the replacement and the die (D19).
    Data: none.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on W19: rus-worker-kiev
        on R9: rus-worker-moscow
        box russian replacement-pool: rus-13-inf
        replace rus-13-inf R9
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 combat clear
        on W19: rus-worker-kiev
        on R9: rus-worker-moscow
        box russian replacement-pool: rus-13-inf
        replace rus-13-inf R9
        expect 4.2.1c
    """
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.3b")
def stavka_second(clock: Clock, unit: Unit) -> bool:
    """Take only Stavka as a Russian replacement in the second impulse.

    All others come in the first (22.6).

    Log: the phase (D02) and the replacement (D19).
    Data: unit types.

    Legal::

        at: turn 5 russian impulse 2 movement snow
        on R9: rus-worker-moscow
        box russian replacement-pool: rus-stavka
        replace rus-stavka R9
        expect ok

    Illegal::

        at: turn 5 russian impulse 2 movement snow
        on R9: rus-worker-moscow
        box russian replacement-pool: rus-1-tank
        replace rus-1-tank R9
        expect 4.2.3b
    """
    return in_movement(clock, RUSSIAN, 2) and unit.type == "hq"


@book.rule("4.2.1d")
def drops_first(clock: Clock) -> bool:
    """Drop paratroops in the Russian first movement phase.

    A breach carries the number 18.1a.

    Log: the phase (D02) and the drop (D25).
    Data: none.

    Legal::

        at: turn 5 russian impulse 1 movement snow
        on R9: rus-stavka
        box russian paratroop-reserve: rus-5-para
        drop rus-5-para U12
        expect ok

    Illegal::

        at: turn 5 russian impulse 2 movement snow
        on R9: rus-stavka
        box russian paratroop-reserve: rus-5-para
        drop rus-5-para U12
        expect 4.2.1|18.1
    """
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.1e")
def russian_withdrawals_first(clock: Clock) -> bool:
    """Withdraw Russian units in the first movement phase.

    The Russian withdraws only to match factors that the Axis has moved off the map (20.10).

    Log: the phase (D02) and the withdrawal (D21).
    Data: none.

    Legal::

        at: turn 6 russian impulse 1 movement clear
        used: russian unmatched 4
        on Y10: rus-24-inf
        withdraw rus-24-inf because 20.10.1
        expect ok

    Illegal::

        at: turn 6 russian impulse 1 combat clear
        used: russian unmatched 4
        on Y10: rus-24-inf
        withdraw rus-24-inf because 20.10.1
        expect 4.2.1e
    """
    return in_movement(clock, RUSSIAN, 1)


@book.rule("4.2.5c")
def partisans_relocate(clock: Clock) -> bool:
    """Relocate partisans at the end of the Russian second impulse.

    That is the Russian end phase. Where they may go is said in 19.1.

    Log: the phase (D02) and the placing (D24).
    Data: none.

    Legal::

        at: turn 5 russian impulse 2 end snow
        control: Minsk axis
        box russian partisans: rus-partisan-1
        enter rus-partisan-1 O19
        expect ok
    """
    return clock.side == RUSSIAN and clock.phase == END
