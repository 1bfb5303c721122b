"""Chapter 2: units and markers."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trc.actions import Delay, Drop, Exit, RailMove, SeaMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.games.trc.scenarios import AT_START, scenario_of, set_up_by_a_card
from trc_module.roster import Unit
from trc_module.rules.actions import Enter, Move, Replace, Setup, Withdraw
from trc_module.rules.finding import Finding, Verdict, breach
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
    in_play = not unit.option or unit.option in state.options
    if in_play and set_up_by_a_card(state):
        yield from _by_the_card(game, state, act)
        return
    if unit.entry == "start" and in_play:
        return
    when = f"arrives on turn {unit.arrival}" if unit.arrival else "does not start on the map"
    if unit.option:
        when = f"belongs to rule {unit.option}"
    at = game.hex_name(act.hex)
    facts = (unit.fact("arrival"), unit.fact("option"))
    yield breach("2.2a", f"{act.unit} was set up in {at}, but it {when}.", units=(act.unit,), hexes=(at,), facts=facts)


def _by_the_card(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Judge a set-up in a scenario that begins in the middle of the war, with the forces of its card."""
    scenario = scenario_of(state.scenario, game.overlay)
    assert scenario is not None
    unit, at = game.units[act.unit], game.hex_name(act.hex)
    box = scenario.forces.get(unit.side, {}).get(act.unit)
    if box == AT_START:
        return
    if scenario.forces:
        where = f"in the box '{box}'" if box else "not in play"
        text = f"{act.unit} was set up in {at}, but the card of {scenario.name} has it {where}."
        fact = Fact(f"{scenario.name}: forces", scenario.source)
        yield breach("2.2a", text, units=(act.unit,), hexes=(at,), facts=(fact,))
    elif unit.arrival is not None and unit.arrival >= scenario.first_turn:
        text = f"{act.unit} was set up in {at}; nobody has told us the forces with which {scenario.name} begins."
        fact = Fact(f"{scenario.name}: forces", Source("missing", scenario.missing.get("forces", "the scenario card")))
        yield Finding("2.2a", Verdict.SKIPPED, text, (act.unit,), (at,), facts=(fact,))


@book.told("2.1b")
def faces_of_one_unit() -> None:
    """Count both faces of a counter, the symbol and the silhouette, as the same unit.

    Players choose the one they like; no rule asks which.

    Log: nothing.
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on P20: ger-41-pz
        move ger-41-pz P20 P19
        expect ok
    """


@book.rule("2.3")
def stacking_class(unit: Unit) -> str:
    """Take from its size symbol what a unit counts as when it stacks.

    Corps have three crosses, armies four; what stands above an army and what has no symbol counts for nothing (6.3).

    Log: nothing.
    Data: unit sizes.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on Y20: rus-1-tank rus-2-tank rus-3-tank
        end
        expect ok
    """
    return unit.stacks


@book.rule("2.4")
def combat_factor(unit: Unit) -> int | None:
    """Fight with one and the same combat factor in attack and in defence.

    None stands for a factor that nobody has told us.

    Log: nothing.
    Data: combat factors.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        on Y17: ger-41-pz ger-47-pz
        on X17: rus-24-inf
        attack 1: ger-41-pz ger-47-pz x rus-24-inf
        expect ok
    """
    return unit.combat


@book.told("2.5", by="moves.allowance_of")
def movement_factor() -> None:
    """Move by the movement factor: so many hexes of clear terrain in clear weather in a first impulse.

    Headquarters are the exception: their factor is for second impulses (11.1). What weather and impulse make of it
    is read off the movement chart (5.4).

    Log: nothing.
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-12-inf
        move ger-12-inf Y20 > Y16
        expect ok
    """


@book.told("2.6", by="moves.judge_move")
def unit_type() -> None:
    """Take from its type how a unit moves in the second impulse and through rough terrain.

    The movement chart goes by nation and type (4.1.4, 4.2.3), and so do the stops in woods, mountains and swamp (8.2).

    Log: nothing.
    Data: unit types.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on S15: ger-12-inf
        move ger-12-inf S15 S14 S13
        expect ok
    """
