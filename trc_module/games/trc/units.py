"""Chapter 2: units and markers."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.actions import Delay, Drop, Exit, RailMove, SeaMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.rules.actions import Enter, Move, Replace, Withdraw
from trc_module.rules.finding import Finding, breach
from trc_module.rules.state import State

UnitAct = Move | Strategic | RailMove | SeaMove | Drop | Enter | Replace | Withdraw | Exit | Delay


@book.check("2.1a", Move, Strategic, RailMove, SeaMove, Drop, Enter, Replace, Withdraw, Exit, Delay)
def own_units_only(game: Trc, state: State, act: UnitAct) -> Iterator[Finding]:
    """Handle only units of your own side.

    The Axis player moves the units of every Axis nation, the Russian player all Russian units. In a
    player turn only the side whose turn it is acts with its units.

    Log: whose phase it is (D02) and which piece moved.
    Data: the side of the unit.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on P20: fin-4-inf
        move fin-4-inf P20 P19
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on P12: rus-24-inf
        move rus-24-inf P12 P11
        expect 2.1a
    """
    side = game.side_of[act.unit]
    if side != state.clock.side:
        yield breach(
            "2.1a", f"{act.unit} is a {side} unit and was handled by the {state.clock.side} player.", units=(act.unit,)
        )
