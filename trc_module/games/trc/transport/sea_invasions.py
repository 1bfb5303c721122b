"""Chapter 10.3.2, 10.5 and 10.7: sea invasions."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.scenarios import INVASION_RULES, scenario_of
from trc_module.games.trc.transport.sea_crossing import BALTIC, BLACK, INVASION, crossing_of
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import agree, in_words, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.state import State
from trc_module.sentence import Sentence


@book.check("10.3.2a", SeaMove)
def invaders_come_from_ports(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """An invader is a replacement, a reinforcement, or a unit from a friendly port."""
    case = crossing_of(game, state, act)
    if case is not None and act.kind == INVASION and case.seas_joined:
        yield from case.must_be_friendly_port("10.3.2a", act.start, case.may_leave)


@hook
def invasions_allowed(game: Trc, state: State, side: str) -> tuple[int, str]:
    """Return how many invasions a side has in a game, and the rule that says so."""
    scenario = scenario_of(state.scenario)
    if scenario is not None and scenario.invasions:
        return scenario.invasions[side], INVASION_RULES[scenario.id]
    return game.charts.transport.invasions[side].per_game, "10.3.2b"


@book.check("10.3.2b", SeaMove)
def two_invasions_a_game(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Each side invades twice in the game."""
    case = crossing_of(game, state, act)
    if case is None or act.kind != INVASION:
        return
    most, rule = invasions_allowed(game, state, case.side)
    used = state.used.get(f"{case.side} invasions", 0)
    if used >= most:
        yield violation(
            rule,
            Sentence(
                "This is invasion number {used} of the {side} side, which may make {most} in this game.",
                used + 1,
                case.side.capitalize(),
                most or "none",
            ),
            units=(act.unit,),
        )


@book.check("10.3.2c", "10.5b", SeaMove)
def land_on_an_open_coast(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """An invasion lands on a coastal hex of the Black Sea or Sea of Azov without an enemy unit, never on the Baltic."""
    case = crossing_of(game, state, act)
    if case is None or act.kind != INVASION:
        return
    if isinstance(act.goal, str):
        yield violation(
            "10.3.2c", Sentence("{unit} invaded the box '{goal}'.", act.unit, spaced(act.goal)), units=(act.unit,)
        )
        return
    name = game.hex_name(act.goal)
    foes = state.forces[ENEMY[case.side]].stack(act.goal)
    if BALTIC in case.goal:
        text = Sentence("{unit} invaded {name} on the Baltic, where there are no invasions.", act.unit, name)
        yield violation("10.5b", text, units=(act.unit,), hexes=(name,), facts=case.facts)
    elif case.goal & {"caspian", "white"}:
        return
    elif BLACK not in case.goal:
        text = Sentence(
            "{unit} landed in {name}, which is not on the coast of the Black Sea or the Sea of Azov.", act.unit, name
        )
        yield violation("10.3.2c", text, units=(act.unit,), hexes=(name,), facts=case.facts)
    elif foes:
        text = Sentence(
            "{unit} landed in {name}, where {foes} {verb}.", act.unit, name, in_words(foes), agree(foes, "is", "are")
        )
        yield violation("10.3.2c", text, units=(act.unit, *foes), hexes=(name,), facts=case.facts)


@book.check("10.7", SeaMove)
def no_axis_invasion_before_july(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """The Axis tries no invasion before July 1941."""
    case = crossing_of(game, state, act)
    if case is None or act.kind != INVASION:
        return
    first = game.charts.transport.invasions[case.side].first_turn
    if state.clock.turn < first:
        when = game.charts.turns.get(first)
        text = Sentence(
            "{unit} invaded on turn {turn}; the {side} side may only from {when} on.",
            act.unit,
            state.clock.turn,
            case.side.capitalize(),
            when,
        )
        yield violation("10.7", text, units=(act.unit,))
