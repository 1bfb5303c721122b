"""Chapter 4: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.actions import Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.combat import moved_in_combat
from trc_module.games.trc.game import Trc
from trc_module.games.trc.too_far import TooFar
from trc_module.games.trc.turns import COMBAT, MOVEMENT, WEATHER
from trc_module.rules.actions import Action, Attack, Lose, Move, Retreat, Roll, WeatherRoll
from trc_module.rules.finding import Finding, breach
from trc_module.rules.state import State

PHASE_OF: dict[type[Action], str] = {
    WeatherRoll: WEATHER,
    Move: MOVEMENT,
    Strategic: MOVEMENT,
    Attack: COMBAT,
    Roll: COMBAT,
    Lose: COMBAT,
    Retreat: COMBAT,
}
"""The phase to which each kind of act belongs, where no rule of its own says so."""


@book.check("4.0a", *PHASE_OF)
def in_its_phase(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """Do everything in its own phase, one phase after the other.

    A turn begins with the weather; then each side has two impulses of movement and combat, and an end
    phase. A phase is completed before the next begins: nobody moves while battles are fought.

    Log: every change of phase (D02).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on P20: ger-41-pz
        move ger-41-pz P20 P19
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 end clear
        on P20: ger-41-pz
        move ger-41-pz P20 P19
        expect 4.0
    """
    phase = PHASE_OF[type(act)]
    if state.clock.phase != phase and not moved_in_combat(state, act):
        statement = next(s for s in game.statements if s.makes(act))
        # A battle is one act out of its phase, its die and what comes of it included.
        what = "battle" if isinstance(act, Attack | Roll | Lose | Retreat) else statement.verb
        yield breach(
            "4.0a",
            f"'{statement.verb}' belongs to the {phase} phase, not to the {state.clock.phase} phase ({state.clock}).",
            lasting=(state.clock.side, "4.0a", what, state.clock),
        )


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


@book.told("4.0b")
def free_order_within_a_phase() -> None:
    """Do the acts of one phase in any order, unless a rule says otherwise.

    Such rules are those on withdrawals (4.1.2), on battles one after another (4.1.3) and on the steps of an end
    phase (4.1.6, 4.2.5). Nothing can be checked here.

    Log: nothing.
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on P20: ger-41-pz ger-56-pz
        move ger-56-pz P20 P19
        move ger-41-pz P20 P19
        expect ok
    """
