"""Chapter 4: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.actions import Convert, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.games.trc.turns import COMBAT, END, MOVEMENT, WEATHER
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
    Convert: END,
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

        at: turn 2 axis impulse 1 combat clear
        on P20: ger-41-pz
        move ger-41-pz P20 P19
        expect 4.0
    """
    phase = PHASE_OF[type(act)]
    if state.clock.phase != phase:
        statement = next(s for s in game.statements if s.makes(act))
        yield breach(
            "4.0a",
            f"'{statement.verb}' belongs to the {phase} phase, not to the {state.clock.phase} phase ({state.clock}).",
            lasting=(state.clock.side, "4.0a", statement.verb, state.clock),
        )
