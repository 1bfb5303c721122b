"""Chapter 5: movement."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.mover import Mover
from trc_module.games.trc.too_far import TooFar
from trc_module.rules.paths import Limit


@book.rule("5.3a")
def friends_only(mover: Mover) -> Limit:
    """Move through friendly units and onto them, never onto the enemy.

    Friends are no hindrance and cost nothing. A hex that holds an enemy unit cannot be entered, partisans
    aside (19.2): that is how we read it (R1).

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: where the units stand.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y19: ger-12-inf
        move ger-41-pz Y20 Y19 Y18
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y19: rus-24-inf
        move ger-41-pz Y20 Y19
        expect 5.3|8.3
    """
    return Limit(
        "5.3a",
        shut=mover.foes,
        step="entered {b}, which {in_b} holds",
        stretch="leads onto an enemy unit",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@book.rule("5.5")
def bulgaria_is_closed(mover: Mover) -> Limit:
    """Stay out of Bulgaria until its garrison has been released.

    The release is that of 20.7, for both players; of its two causes the first opens the country (C11).

    Log: the event that released the garrison.
    Data: countries (Bulgaria).

    Legal::

        at: turn 2 axis impulse 1 movement clear
        before: triggered bulgarian-garrison
        on DD30: rum-cav
        move rum-cav DD30 EE30
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on DD30: rum-cav
        move rum-cav DD30 EE30
        expect 5.5
    """
    bulgaria = mover.game.board.regions["Bulgaria"].hexes
    return Limit(
        "5.5",
        shut=0 if ("triggered", "bulgarian-garrison") in mover.state.marks else bulgaria,
        step="entered Bulgaria in {b} before its garrison was released",
        stretch="leads through Bulgaria, whose garrison has not been released",
    )


@book.rule("5.3b")
def no_second_helping(case: TooFar) -> bool:
    """Do not use movement twice, save it up, or give it away.

    What a unit does not use in an impulse is lost. A unit may be moved in several steps, but all of them
    together keep within the allowance of the impulse (R2).

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


@book.told("5.1")
def any_all_or_none() -> None:
    """Move any of your units, all of them, or none.

    Nothing can be checked here.

    Log: nothing.
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on P20: ger-41-pz ger-56-pz
        move ger-56-pz P20 P19
        end
        expect ok
    """


@book.told("5.2", by="moves.judge_move")
def in_any_direction() -> None:
    """Move in any direction, from hex to neighbouring hex.

    Terrain (8) and zones of control (7) may cut a move short.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the map's grid.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        move ger-41-pz Y20 Y21 Z21 Z20
        expect ok
    """
