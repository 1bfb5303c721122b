"""Causes of removals: a unit leaves the map only for a cause, and the position has to show it.

Losses of battles, want of supply, surrenders for want of an attack, losses at sea and the removals of options are
judged where their rules stand. This module judges the other causes, and those that no rule has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from trc_module.facts import Fact
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.losses import removed
from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.arrivals.minor_allies import judge_surrender
from trc_module.games.trc.arrivals.partisans import SS_REACH, ss_near
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.automatic_victory import won_at_any_date, won_by
from trc_module.games.trc.combat.battle_context import AUTOMATIC, attackable, attackable_from, fight_of
from trc_module.games.trc.combat.battle_odds import base, odds_facts
from trc_module.games.trc.combat.combat_results import OF_BATTLES
from trc_module.games.trc.countries import country_of
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import UNDECLARED, VICTORIES, Owing, Sunk, surrendered_on
from trc_module.games.trc.movement.closed_hexes import finland, finland_fact
from trc_module.games.trc.movement.stacking import counts, excess
from trc_module.games.trc.steps import COMBAT, END, MOVEMENT
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Eliminate, Surrender
from trc_module.rules.battles import WON, battle_of
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

Removal: TypeAlias = Eliminate | Surrender

MOST_HELP = 3
"""The most steps by which support raises the odds (15.10, 26.5.3)."""
_DOOMED = {"10.3.2": "10.3.2d", "11.2": "11.2b", "22.2": "22.2d"}
"""The rules that let single units be lost where others retreat."""


@book.judge(Eliminate, Surrender)
def judge_the_cause(game: Trc, state: State, act: Removal) -> Iterator[Finding]:
    """Judge whether the position shows the cause that is given for a removal."""
    unit = removed(act)
    if unit not in game.units:
        return
    if Sunk.of(state, unit):
        return  # Told as 10.6, where it is wrong.
    for prefixes, judge in _CAUSES:
        if any(covers(prefix, act.because) or covers(act.because, prefix) for prefix in prefixes):
            yield from judge(game, state, act, unit)
            return
    yield from _no_cause(game, state, act, unit)


def _judged_elsewhere(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    return iter(())


def _in_battle(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a loss of battle: without a battle there is none, unless undeclared battles were fought."""
    battle = battle_of(state.battles, unit)
    fought = battle is not None and battle.result != WON
    if fought or UNDECLARED in state.marks or Owing(unit) in state.marks:
        return
    rule = next((rule for prefix, rule in _DOOMED.items() if covers(prefix, act.because)), "13.2a")
    text = Sentence(
        "{unit} was removed as a combat loss ({because}), but it is in no battle of this impulse.", unit, act.because
    )
    yield violation(rule, text, units=(unit,))


def _victim(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a surrender to an undeclared automatic victory."""
    battle = battle_of(state.battles, unit)
    if isinstance(act, Eliminate) or (battle is not None and battle.result == WON and unit in battle.defenders):
        return
    if _may_be_a_victim(game, state, unit):
        text = Sentence("{unit} surrendered to an automatic victory; the units that won it are unknown.", unit)
        yield Finding("16.1a", Verdict.UNDECIDED, text, (unit,))
    else:
        text = Sentence("{unit} surrendered to an automatic victory, but no such victory was won over it.", unit)
        yield violation("16.1a", text, units=(unit,), facts=_factors(game, state, unit))


def _factors(game: Trc, state: State, unit: UnitId) -> tuple[Fact, ...]:
    """Return the facts that the odds rest on of an attack on a unit by all the units around it."""
    at = state.place(unit)
    near = () if at is None or isinstance(at, str) else _attackers(game, state, at)
    if not near:
        return (game.units[unit].fact("combat"),)
    return odds_facts(fight_of(game, state, AutomaticVictory(0, near, (unit,))))


def _attackers(game: Trc, state: State, at: Hex) -> tuple[UnitId, ...]:
    force = state.forces[state.clock.side]
    return tuple(
        unit
        for origin in hexes(force.occupied)
        if attackable_from(game, origin) >> at & 1
        for unit in attackable(game, force.stack(origin))
        if not automatic_victor(state, unit)
    )


def _may_be_a_victim(game: Trc, state: State, unit: UnitId) -> bool:
    """Tell whether the units that stand around may have won an automatic victory, with all the support there is."""
    at, clock = state.place(unit), state.clock
    if at is None or isinstance(at, str) or clock.phase != MOVEMENT or game.side_of[unit] == clock.side:
        return False
    attackers, defenders = _attackers(game, state, at), attackable(game, state.forces[game.side_of[unit]].stack(at))
    if not attackers or unit not in defenders:
        return False
    early = clock.side == RUSSIAN and clock.turn < game.charts.combat.russian_victory_from
    if early and not won_at_any_date(game, state, defenders) and not won_by(game, state, attackers):
        return False
    fight = fight_of(game, state, AutomaticVictory(0, attackers, defenders))
    return bool(fight.untold or fight.in_dark) or base(fight) + MOST_HELP >= AUTOMATIC


@book.follow_on(Surrender)
def leave_the_victors_open(game: Trc, before: State, after: State, act: Surrender) -> State:
    """Remember that an automatic victory was won by unknown units."""
    if not covers("16.1", act.because) or act.who not in game.units or not _may_be_a_victim(game, before, act.who):
        return after
    return after.with_mark(UNDECLARED, VICTORIES)


def _too_many(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge the removal of a unit as one too many in its hex."""
    at, side = state.place(unit), game.side_of[unit]
    stack = () if at is None or isinstance(at, str) else state.forces[side].stack(at)
    if counts(game, unit) and excess(game, state, stack)[0]:
        return
    text = Sentence(
        "{unit} was removed {at} as overstacked, but the stack there was within the limits.", unit, game.where(at)
    )
    facts = tuple(game.units[name].fact("stacks") for name in stack)
    yield violation("6.2a", text, units=(unit,), hexes=_hex(game, state, unit), facts=facts)


def _hex(game: Trc, state: State, unit: UnitId) -> tuple[str, ...]:
    at = state.place(unit)
    return () if at is None or isinstance(at, str) else (game.hex_name(at),)


def _found_by_the_axis(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge the removal of a partisan: in an Axis zone of control, or near an SS unit, when Axis movement ends."""
    clock = state.clock
    if _of_an_option(game, state, unit):
        return
    if unit not in game.partisans:
        text = Sentence("{unit} was removed as a partisan ({because}), but it is not one.", unit, act.because)
        yield violation("19.3", text, units=(unit,), facts=(game.units[unit].fact("type"),))
        return
    if clock.side == RUSSIAN and clock.phase == END:
        return  # All partisans are placed anew then (19.4).
    at = state.place(unit)
    if at is None or isinstance(at, str):
        return
    if clock.side != AXIS or clock.phase not in (MOVEMENT, COMBAT):
        text = Sentence(
            "{unit} was removed in {clock}; partisans are removed when an Axis movement phase ends.", unit, clock.words
        )
        yield violation("19.3", text, units=(unit,), hexes=_hex(game, state, unit))
    elif not game.zones.of(state.forces[AXIS]) >> at & 1 and not any(ss_near(game, state, at)):
        text = Sentence(
            "{unit} was removed from {at}, which is not in an Axis zone of control and not within {ss_reach} "
            "hexes of an SS unit.",
            unit,
            game.hex_name(at),
            SS_REACH,
        )
        yield violation("19.3", text, units=(unit,), hexes=_hex(game, state, unit), facts=_formations(game, state, at))


def _formations(game: Trc, state: State, at: Hex) -> tuple[Fact, ...]:
    """Return the facts that keep the Axis units near a hex from being SS."""
    grid = game.board.grid
    return tuple(
        game.units[unit].fact("formation")
        for origin, stack in state.forces[AXIS].stacks.items()
        if grid.distance(origin, at) <= SS_REACH
        for unit in stack
    )


def _ally(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a unit that goes because a country surrenders: its own, or Finland with the unit in it (24.5)."""
    country = country_of(game.units[unit].nation)
    gone = surrendered_on(state, country) is not None if country else False
    if isinstance(act, Surrender) and country:
        yield from () if gone else judge_surrender(game, state, Surrender(country, act.because))
    elif covers("24.5", act.because) or covers(act.because, "24.5"):
        yield from _left_in_finland(game, state, act, unit)
    elif country:
        text = Sentence(
            "{unit} was put into the replacement pool by {because}; the units of an ally that leaves the war ",
            unit,
            act.because,
        )
        yield violation("24.1", Sentence("{text}surrender.", text), units=(unit,))
    else:
        yield violation(
            "24.1",
            Sentence("{unit} was removed by {because}, but it belongs to no minor ally.", unit, act.because),
            units=(unit,),
        )


def _left_in_finland(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    at, clock = state.place(unit), state.clock
    turn = surrendered_on(state, "finland")
    if turn is None:
        text = Sentence("{unit} was removed by {because}, but Finland has not surrendered.", unit, act.because)
        yield violation("24.5c", text, units=(unit,))
    elif game.side_of[unit] != AXIS or at is None or isinstance(at, str) or not finland(game) >> at & 1:
        facts = () if at is None or isinstance(at, str) else (finland_fact(game, state, at),)
        text = Sentence(
            "{unit} was removed {at} by {because}, which removes Axis units in Finland.",
            unit,
            game.where(at),
            act.because,
        )
        yield violation("24.5c", text, units=(unit,), hexes=_hex(game, state, unit), facts=facts)
    elif (clock.turn, clock.side, clock.phase) != (turn, RUSSIAN, END):
        text = Sentence(
            "{unit} was removed from {at} in {clock}; units in Finland may leave it until the end of turn "
            "{turn}, on which it surrendered.",
            unit,
            game.hex_name(at),
            clock.words,
            turn,
        )
        yield violation("24.5c", text, units=(unit,), hexes=_hex(game, state, unit))


def _of_the_enemy(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a unit that is given up: each player gives up his own, in his own turn."""
    side, player = game.side_of[unit], state.clock.side
    if side != player:
        text = Sentence(
            "{unit} is a {side} unit and was removed in the {player} player's turn because of {because}, which "
            "takes no unit off the map then.",
            unit,
            side.capitalize(),
            player.capitalize(),
            act.because,
        )
        yield violation("2.1a", text, units=(unit,))


def _of_an_option(game: Trc, state: State, unit: UnitId) -> bool:
    """Tell whether a unit belongs to an option in play, which says itself how it leaves the map."""
    return game.units[unit].option in state.options


def _by_an_option(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a removal by an option or a scenario: those in play judge their own."""
    fought = battle_of(state.battles, unit) is not None or UNDECLARED in state.marks or Owing(unit) in state.marks
    agreed = any(covers(number, act.because) or covers(act.because, number) for number in state.options)
    if covers("27", act.because) or (agreed and fought) or _of_an_option(game, state, unit):
        return
    if agreed:
        yield from _of_the_enemy(game, state, act, unit)
    else:
        yield from _no_cause(game, state, act, unit)


def _no_cause(game: Trc, state: State, act: Removal, unit: UnitId) -> Iterator[Finding]:
    """Judge a removal by a rule that does not remove units in this way."""
    if game.side_of[unit] != state.clock.side:
        yield from _of_the_enemy(game, state, act, unit)
        return
    named = game.book.under(act.because)
    box = "the replacement pool" if isinstance(act, Eliminate) else "the box of surrendered units"
    text = Sentence("{unit} was put into {box} because of {because}, which puts no unit there.", unit, box, act.because)
    yield violation(named[0].number if named else "2.1a", text, units=(unit,))


_CAUSES: tuple[tuple[tuple[str, ...], Callable[[Trc, State, Removal, UnitId], Iterator[Finding]]], ...] = (
    (OF_BATTLES, _in_battle),
    (("10", "12.5", "16.3", "17", "4.1.6", "4.2.5"), _judged_elsewhere),
    (("16",), _victim),
    (("6",), _too_many),
    (("19",), _found_by_the_axis),
    (("24",), _ally),
    (("26", "27", "28"), _by_an_option),
    (("2",), _of_the_enemy),
)
"""The judge of each cause, by the beginnings of its rule number; the first that fits judges."""
