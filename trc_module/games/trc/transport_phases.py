"""Chapter 4: when rail and sea movement take place, and the order of the end phases."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, RUSSIAN
from trc_module.games.trc.turns import MOVEMENT
from trc_module.rules.clock import Clock


@book.rule("4.1.4c")
def no_axis_rail_in_the_second_impulse(clock: Clock) -> bool:
    """Use no rail movement in the Axis second impulse.

    Stukas stay on the ground as well; only headquarters are replaced.

    Log: the impulse (D02) and the mode of the move (D04).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-41-pz
        rail ger-41-pz E31 > L26
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        on E31: ger-41-pz
        rail ger-41-pz E31 > L26
        expect 4.1.4|9.3.1
    """
    return clock.side == AXIS and clock.impulse == 2 and clock.phase == MOVEMENT


@book.rule("4.2.3d")
def no_russian_rail_in_the_second_impulse(clock: Clock) -> bool:
    """Use no rail movement in the Russian second impulse.

    The allotment of the turn is used in the first impulse or lost.

    Log: the impulse (D02) and the mode of the move (D04).
    Data: none.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on R9: rus-24-inf
        rail rus-24-inf R9 > NN16
        expect ok

    Illegal::

        at: turn 2 russian impulse 2 movement clear
        on R9: rus-24-inf
        rail rus-24-inf R9 > NN16
        expect 4.2.3|9.3.1
    """
    return clock.side == RUSSIAN and clock.impulse == 2 and clock.phase == MOVEMENT


@book.rule("4.1.2e")
def axis_rail_while_moving(clock: Clock) -> bool:
    """Make Axis rail moves in the first movement phase, before the battles.

    Reinforcements and replacements come first, so that they can use the railroad too.

    Log: the phase (D02) and the mode of the move (D04).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-41-pz
        rail ger-41-pz E31 > L26
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 combat clear
        on E31: ger-41-pz
        rail ger-41-pz E31 > L26
        expect 4.1.2
    """
    return clock.side == AXIS and clock.impulse == 1


@book.rule("4.2.1f")
def russian_rail_while_moving(clock: Clock) -> bool:
    """Make Russian rail moves in the first movement phase, before the battles.

    A unit that arrives in this phase can use the railroad at once.

    Log: the phase (D02) and the mode of the move (D04).
    Data: none.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on R9: rus-24-inf
        rail rus-24-inf R9 > NN16
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 combat clear
        on R9: rus-24-inf
        rail rus-24-inf R9 > NN16
        expect 4.2.1
    """
    return clock.side == RUSSIAN and clock.impulse == 1


@book.rule("4.1.2f")
def axis_sea_while_moving(clock: Clock) -> bool:
    """Make Axis sea moves of the first impulse in its movement phase.

    The second movement phase allows them as well (4.1.4f), and one in each sea is all that a turn has (10.2).

    Log: the phase (D02), the sea move (D15).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        control: Odessa axis, Sevastopol axis
        on DD24: rum-cav
        sea transfer rum-cav DD24 JJ23 roll 2
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 combat clear
        control: Odessa axis, Sevastopol axis
        on DD24: rum-cav
        sea transfer rum-cav DD24 JJ23 roll 2
        expect 4.1.2|10.1
    """
    return clock.side == AXIS and clock.impulse == 1


@book.rule("4.2.1g")
def russian_sea_while_moving(clock: Clock) -> bool:
    """Make Russian sea moves of the first impulse in its movement phase.

    The second movement phase allows them as well, and one in each sea is all that a turn has (10.2).

    Log: the phase (D02), the sea move (D15).
    Data: none.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on DD24: rus-2-cav
        sea transfer rus-2-cav DD24 JJ23 roll 2
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 combat clear
        on DD24: rus-2-cav
        sea transfer rus-2-cav DD24 JJ23 roll 2
        expect 4.2.1|10.1
    """
    return clock.side == RUSSIAN and clock.impulse == 1


@book.told("4.1.4f")
def axis_sea_in_the_second_impulse() -> None:
    """Allow sea movement in the Axis second impulse too.

    What can move in that impulse can sail in it, if the turn's sea move is still to be made.

    Log: the impulse (D02), the sea move (D15).
    Data: none.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        control: Odessa axis, Sevastopol axis
        on DD24: rum-cav
        sea transfer rum-cav DD24 JJ23 roll 2
        expect ok
    """
