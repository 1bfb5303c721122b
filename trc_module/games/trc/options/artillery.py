"""26.5: artillery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.games.trc.arrivals.russian_replacements import cost
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.air_power import other_support
from trc_module.games.trc.combat.battle_context import BattleContext
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.combat.retreat_routes import cannot_retreat
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Replaced
from trc_module.games.trc.special_rules import Basic, special
from trc_module.roster import Unit
from trc_module.rules.actions import Attack, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.5")
GERMAN_TURNS = (13, 19)
"""May/June 1943 and 1944."""
ONE = 1


def is_gun(unit: Unit) -> bool:
    """Tell whether a unit is an artillery corps."""
    return unit.type == "artillery"


@option.check("26.5.1a", Replace)
def guns_come_one_a_year(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One Russian artillery corps each enters the pool from January/February 1943, 1944 and 1945 on."""
    unit = game.units[act.unit]
    if is_gun(unit) and unit.side == RUSSIAN and unit.arrival is not None and state.clock.turn < unit.arrival:
        when = game.charts.turns[unit.arrival]
        text = Sentence(
            "{unit} was replaced on turn {turn}, but it enters the pool only in {when}.",
            act.unit,
            state.clock.turn,
            when,
        )
        yield violation("26.5.1a", text, units=(act.unit,), facts=(unit.fact("arrival"),))


@special(option, Basic.REPLACED_FROM)
def guns_in_their_boxes(game: Trc, state: State, unit: Unit) -> bool:
    """Let Russian artillery come from the box of its turn."""
    at = state.place(unit.id)
    return is_gun(unit) and isinstance(at, str) and at.startswith("turn-")


@option.check("26.5.2a", Replace)
def one_gun_a_turn(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One Russian artillery corps a turn is replaced, for one replacement point."""
    unit = game.units[act.unit]
    if not is_gun(unit) or unit.side != RUSSIAN:
        return
    before = [unit for unit in Replaced.firsts(state) if is_gun(game.units[unit])]
    others = tuple(name for name in before if name != act.unit and game.side_of[name] == RUSSIAN)
    if others:
        text = Sentence(
            "{unit} was replaced on the same turn as {others}; only one artillery corps may be.",
            act.unit,
            in_words(others),
        )
        yield violation("26.5.2a", text, units=(act.unit, *others), facts=(unit.fact("type"),))


@option.override(cost)
def guns_cost_one(basic: Callable[[Trc, Unit], int | None], game: Trc, unit: Unit) -> int | None:
    """Return one point for artillery."""
    return ONE if is_gun(unit) else basic(game, unit)


@option.check("26.5.2b", Replace)
def german_guns_come_back(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """The German artillery corps is replaced in May/June of 1943 or 1944 only."""
    unit = game.units[act.unit]
    early = state.clock.turn in game.charts.replacements.axis_turns and state.clock.turn not in GERMAN_TURNS
    if is_gun(unit) and unit.side == AXIS and early:
        when = game.charts.turns[state.clock.turn]
        text = Sentence("{unit} was replaced in {when}; it may only be in May/June 1943 or 1944.", act.unit, when)
        yield violation("26.5.2b", text, units=(act.unit,))


@special(option, Basic.REPLACEMENT)
def guns_have_their_own(game: Trc, state: State, unit: Unit) -> bool:
    """Leave the German artillery out of the claims of 21.4."""
    return is_gun(unit)


@option.check("26.5.3a", Attack)
def guns_that_attack(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """Each artillery corps that attacks raises the odds by one step, besides its combat factor."""
    idle = tuple(unit for unit in act.guns if unit not in act.attackers)
    if idle:
        text = Sentence(
            "{idle} {verb} battle {number} without attacking in it.",
            in_words(idle),
            agree(idle, "supports", "support"),
            act.number,
        )
        yield violation("26.5.3a", text, units=idle)


@option.override(other_support)
def guns_raise_the_odds(basic: Callable[[Trc, BattleContext], int], game: Trc, fight: BattleContext) -> int:
    """Add a step for each artillery corps that attacks."""
    return basic(game, fight) + sum(is_gun(game.units[unit]) for unit in fight.attackers)


@option.rule("26.5.5")
def guns_do_not_retreat(unit: Unit) -> bool:
    """Artillery that has to retreat is eliminated."""
    return is_gun(unit)


Doom = tuple[str, str] | None


@option.override(cannot_retreat)
def guns_are_doomed(basic: Callable[[Trc, State, UnitId], Doom], game: Trc, state: State, unit: UnitId) -> Doom:
    """Add artillery to what is lost when it has to retreat."""
    return ("26.5.5", "artillery") if guns_do_not_retreat(game.units[unit]) else basic(game, state, unit)


@option.override(reinforced)
def with_guns(
    basic: Callable[[Trc, State, Attack], Iterator[Attack]], game: Trc, state: State, act: Attack
) -> Iterator[Attack]:
    """Yield the attack with the shift of the artillery that takes part in it."""
    yield from basic(game, state, act)
    guns = tuple(unit for unit in act.attackers if is_gun(game.units[unit]))
    if guns:
        yield replace(act, guns=guns)
