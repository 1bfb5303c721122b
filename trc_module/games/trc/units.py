"""Chapter 2: units and markers."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.actions import Delay, Drop, Exit, RailMove, SeaMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.rules.actions import Enter, Move, Replace, Setup, Withdraw
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


@book.check("2.2a", Setup)
def set_up_what_starts(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up only the units that start on the map.

    The set-up code of a unit gives its area at the start, or the turn and place of its arrival. Where each at-start
    unit goes is said in 3.3 and 3.4; what arrives later waits in the order of battle (20).

    Log: the placing of the unit.
    Data: set-up codes.

    Legal::

        at: turn 1 axis impulse 1 weather clear
        setup rus-3-inf K21
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 weather clear
        setup rus-29-inf R9
        expect 2.2
    """
    unit = game.units[act.unit]
    if unit.entry == "start" and (not unit.option or unit.option in state.options):
        return
    when = f"arrives on turn {unit.arrival}" if unit.arrival else "does not start on the map"
    if unit.option:
        when = f"belongs to rule {unit.option}"
    at = game.hex_name(act.hex)
    facts = (unit.fact("arrival"), unit.fact("option"))
    yield breach("2.2a", f"{act.unit} was set up in {at}, but it {when}.", units=(act.unit,), hexes=(at,), facts=facts)
