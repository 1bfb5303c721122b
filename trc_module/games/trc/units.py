"""Chapter 2: units and markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trc_module.facts import Fact, Source
from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.departures import Exit
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.scenarios import AT_START, scenario_of, set_up_by_a_card
from trc_module.roster import Unit
from trc_module.rules.actions import Enter, Move, Replace, Setup, Withdraw
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence

UnitAct = Move | Strategic | RailMove | SeaMove | Drop | Enter | Replace | Withdraw | Exit | Delay


@book.check("2.1a", Move, Strategic, RailMove, SeaMove, Drop, Enter, Replace, Withdraw, Exit, Delay)
def own_units_only(game: Trc, state: State, act: UnitAct) -> Sequence[Finding]:
    """Players handle only units of their own side."""
    side = game.side_of[act.unit]
    if side == state.clock.side:
        return ()
    text = Sentence(
        "{unit} is {side}, but the {clock_side} player acted with it.",
        act.unit,
        side.capitalize(),
        state.clock.side.capitalize(),
    )
    return (violation("2.1a", text, units=(act.unit,)),)


@book.check("2.2a", Setup)
def set_up_what_starts(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Only units that start on the map are set up."""
    unit = game.units[act.unit]
    in_play = not unit.option or unit.option in state.options
    if in_play and set_up_by_a_card(state):
        yield from _by_the_card(game, state, act)
        return
    if unit.entry == "start" and in_play:
        return
    when = Sentence("arrives on turn {arrival}", unit.arrival) if unit.arrival else "does not start on the map"
    if unit.option:
        when = Sentence("belongs to rule {option}", unit.option)
    at = game.hex_name(act.hex)
    facts = (unit.fact("arrival"), unit.fact("option"))
    yield violation(
        "2.2a",
        Sentence("{unit} was set up in {at}, but it {when}.", act.unit, at, when),
        units=(act.unit,),
        hexes=(at,),
        facts=facts,
    )


def _by_the_card(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Judge a set-up in a scenario that begins in the middle of the war, with the forces of its card."""
    scenario = scenario_of(state.scenario, game.overlay)
    assert scenario is not None
    unit, at = game.units[act.unit], game.hex_name(act.hex)
    box = scenario.forces.get(unit.side, {}).get(act.unit)
    if box == AT_START:
        return
    if scenario.forces:
        where = Sentence("in the box '{box}'", spaced(box)) if box else "not in play"
        text = Sentence(
            "{unit} was set up in {at}, but the card of {name} has it {where}.", act.unit, at, scenario.name, where
        )
        fact = Fact(f"{scenario.name}: forces", scenario.source)
        yield violation("2.2a", text, units=(act.unit,), hexes=(at,), facts=(fact,))
    elif unit.arrival is not None and unit.arrival >= scenario.first_turn:
        text = Sentence(
            "{unit} was set up in {at}; the forces of {name} are not in our data.", act.unit, at, scenario.name
        )
        fact = Fact(f"{scenario.name}: forces", Source("missing", scenario.missing.get("forces", "the scenario card")))
        yield Finding("2.2a", Verdict.SKIPPED, text, (act.unit,), (at,), facts=(fact,))


@book.rule("2.3")
def stacking_class(unit: Unit) -> str:
    """The size symbol says how a unit counts when it stacks."""
    return unit.stacks


@book.rule("2.4")
def combat_factor(unit: Unit) -> int | None:
    """A unit has one combat factor, for attack and for defence."""
    return unit.combat
