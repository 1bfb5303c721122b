"""Chapter 23: motorization."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.arrivals.entry_hexes import waiting_in
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, something_done
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import MOTORIZATION, POOL, REMOVED
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.roster import Unit
from trc_module.rules.actions import Enter, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence


def german_infantry(unit: Unit) -> bool:
    """Tell whether a unit is a German infantry corps."""
    return unit.nation == "german" and unit.type == "infantry"


def _wanted(game: Trc, motorized: str) -> str:
    """Return the factors of the infantry whose place a motorized corps takes, as '4-4'; '' if it takes none."""
    exchange = game.charts.replacements.motorization.get(motorized)
    return exchange.replaced if exchange else ""


def _on_map(game: Trc, state: State) -> list[Unit]:
    stacks = state.forces[AXIS].stacks.values()
    return [game.units[unit] for stack in stacks for unit in stack if german_infantry(game.units[unit])]


def _exact(unit: Unit, wanted: str) -> bool:
    return f"{unit.combat}-{unit.move}" == wanted


def _facts(unit: Unit) -> tuple[Fact, ...]:
    return (unit.fact("type"), unit.fact("combat"), unit.fact("move"))


@book.check("23.1a", Motorize)
def in_july_and_november(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """German infantry is exchanged for motorized corps at the start of July and November 1943."""
    new, old = game.units[act.motorized], game.units[act.infantry]
    if special_rule(game, state, new, Basic.EXCHANGE):
        return
    exchange = game.charts.replacements.motorization.get(act.motorized)
    why = ""
    facts: tuple[Fact, ...] = ()
    if exchange is None:
        why = Sentence("{motorized} is not one of the corps that come by exchange", act.motorized)
    elif state.clock.turn not in exchange.turns or not in_movement(state.clock, AXIS, 1):
        why = "exchanges belong to the first movement phase of July/August and November/December 1943"
    elif new.arrival is not None and new.arrival > state.clock.turn:
        why, facts = (
            Sentence("{motorized} is available from turn {arrival} on", act.motorized, new.arrival),
            (new.fact("arrival"),),
        )
    elif something_done(state):
        why = "other units had already moved or arrived in this impulse"
    elif waiting_in(state, new) != MOTORIZATION:
        why = Sentence("{motorized} was {at}", act.motorized, game.where(state.place(act.motorized)))
    elif isinstance(state.place(act.infantry), str | None):
        why = Sentence("{infantry} was {at}, not on the map", act.infantry, game.where(state.place(act.infantry)))
    elif not german_infantry(old):
        why, facts = Sentence("{infantry} is not a German infantry corps", act.infantry), (old.fact("type"),)
    if why:
        text = Sentence("{infantry} was exchanged for {motorized}, but {why}.", act.infantry, act.motorized, why)
        yield violation("23.1a", text, units=(act.infantry, act.motorized), facts=facts)


@book.check("23.1b", Enter, Replace, Delay)
def exchanged_for_good(game: Trc, state: State, act: Enter | Replace | Delay) -> Iterator[Finding]:
    """The exchanged infantry is removed from the game."""
    if state.place(act.unit) == REMOVED and game.side_of[act.unit] == state.clock.side:
        yield violation(
            "23.1b", Sentence("{unit} was removed from the game and came back.", act.unit), units=(act.unit,)
        )


@book.check("23.1.1", "23.1.2", "23.1.3", Motorize)
def for_a_corps_of_its_kind(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    """Any 4-4 infantry corps gives the 11th Motorized, a 3-4 the 26th or 29th, a 5-4 the 43rd."""
    old, wanted = game.units[act.infantry], _wanted(game, act.motorized)
    rule = {"4-4": "23.1.1", "3-4": "23.1.2", "5-4": "23.1.3"}.get(wanted)
    if rule is None or not german_infantry(old) or old.id not in {unit.id for unit in _on_map(game, state)}:
        return
    if _exact(old, wanted) or stands_in_when_there_is_none(game, state, old, wanted):
        return
    yield violation(
        rule if any(_exact(unit, wanted) for unit in _on_map(game, state)) else "23.2a",
        Sentence(
            "{infantry} ({combat}-{move}) was exchanged for {motorized}, which takes the place of a {wanted}.",
            act.infantry,
            old.combat,
            old.move,
            act.motorized,
            wanted,
        ),
        units=(act.infantry, act.motorized),
        facts=_facts(old),
    )


@book.rule("23.2a")
def stands_in_when_there_is_none(game: Trc, state: State, unit: Unit, wanted: str) -> bool:
    """Any stronger German infantry is exchanged if the map has none of the kind."""
    if any(_exact(other, wanted) for other in _on_map(game, state)):
        return False
    return unit.combat is not None and unit.combat > int(wanted.split("-")[0])


@book.check("23.2b", Enter)
def into_the_pool_without_infantry(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """A motorized corps goes to the replacement pool if there is no infantry to exchange for it."""
    unit = game.units[act.unit]
    wanted = _wanted(game, act.unit)
    if not wanted or waiting_in(state, unit) != MOTORIZATION:
        return
    left = [
        other
        for other in _on_map(game, state)
        if _exact(other, wanted) or (other.combat or 0) > int(wanted.split("-")[0])
    ]
    if act.place != POOL:
        yield violation(
            "23.2b", Sentence("{unit} can only come by an exchange for infantry.", act.unit), units=(act.unit,)
        )
    elif state.clock.turn not in game.charts.replacements.motorization[act.unit].turns:
        yield violation(
            "23.2b",
            Sentence("{unit} went into the pool on turn {turn}.", act.unit, state.clock.turn),
            units=(act.unit,),
        )
    elif left:
        yield violation(
            "23.2b",
            Sentence("{unit} went into the pool, but {left_id} could be exchanged for it.", act.unit, left[0].id),
            units=(act.unit, left[0].id),
            facts=_facts(left[0]),
        )


@book.effect(Motorize)
def exchange(game: Trc, state: State, act: Motorize) -> State:
    """Put the motorized corps where the infantry stood, and remove the infantry."""
    at = state.place(act.infantry)
    if at is None or isinstance(at, str):
        return state
    return state.with_unit(game.side_of[act.motorized], act.motorized, at).with_unit(
        game.side_of[act.infantry], act.infantry, REMOVED
    )
