"""Orders held against a position before they are mailed: odds, answers, and what is not ordered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from msgspec import Struct, structs

from trc_module.errors import UserError
from trc_module.games.trc.combat.battle_context import fight_of
from trc_module.games.trc.combat.battle_odds import arithmetic, final, sound
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Undeclared
from trc_module.games.trc.orders.drafting import title_of
from trc_module.games.trc.orders.gathering import Gathered, gather
from trc_module.games.trc.orders.resolving import OpenChoice, resolve
from trc_module.games.trc.orders.values import BattleOrder, Orders
from trc_module.games.trc.steps import COMBAT, MOVEMENT
from trc_module.rules import odds
from trc_module.rules.actions import End
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.state import State

_DICE = 6
_OF_THE_END = ("12.1", "12.3", "12.5")
"""The rules of the end of a combat phase that say who had to attack whom."""


class Unanswered(Struct, frozen=True):
    """A result that leaves the attacker a choice that the orders do not make."""

    result: str
    chance: Fraction
    choices: tuple[OpenChoice, ...]


class BattleCheck(Struct, frozen=True):
    """The findings on one battle of the orders."""

    order: BattleOrder
    battle: Gathered
    real: str
    """The highest odds that the attacker has; '' if they cannot be told."""
    sum: str
    """The calculation of these odds, in words."""
    findings: tuple[tuple[str, Finding], ...]
    """The breaches of rules, each with the result that it belongs to ('' for the declaration)."""
    unanswered: tuple[Unanswered, ...]
    idle: tuple[str, ...]
    """Results that are answered though the column does not have them."""


class OrdersCheck(Struct, frozen=True):
    """The findings on the orders of an impulse."""

    orders: Orders
    battles: tuple[BattleCheck, ...]
    missing: tuple[Finding, ...]
    """Battles that must be fought and are not ordered."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing is wrong and nothing is left open that may not be."""
        return not self.missing and not any(
            battle.findings or battle.idle or (battle.unanswered and not battle.order.open) for battle in self.battles
        )


def check_orders(game: Trc, state: State, orders: Orders, where: str) -> OrdersCheck:
    """Hold orders against the position in which the attacker mails them.

    Each battle is judged in that position, as if it were the first: what earlier battles change is not known before
    the dice. UserError names `where` and the line if a unit, a hex or the impulse cannot be meant.
    """
    state = _in_combat(game, state, orders, where)
    battles = gather(game, state, orders.battles, where)
    checked = tuple(_battle(game, state, battle, where) for battle in battles)
    return OrdersCheck(orders, checked, tuple(_missing(game, state, battles)))


def as_mailed(state: State, earlier: Iterable[State], orders: Orders) -> State:
    """Return the position in which orders were mailed: `state`, or the end of movement of their impulse before it.

    `earlier` are the first position of the game and those at the ends of phases.
    """
    if title_of(state.clock) == orders.title:
        return state
    before = [(number, each) for number, each in enumerate(earlier) if title_of(each.clock) == orders.title]
    # The end of a combat phase comes after its dice; only a game that begins in it has the position before them.
    mailed = [each for number, each in before if each.clock.phase == MOVEMENT or number == 0]
    return mailed[-1] if mailed else state


def _in_combat(game: Trc, state: State, orders: Orders, where: str) -> State:
    """Return the position as the combat of the orders begins."""
    clock = state.clock
    if title_of(clock) != orders.title or clock.phase not in (MOVEMENT, COMBAT):
        raise UserError(f"{where}: expected orders of {clock}, the moment of the position, found {orders.title}.")
    if clock.phase == MOVEMENT:
        state = game.apply(state, End())
    # The orders declare the battles: those that a log has declared without a die are ordered anew.
    declared = tuple(battle for battle in state.battles if battle.result)
    marks = Undeclared.forgotten(state).marks
    return replace(state, battles=declared, marks=marks)


def _battle(game: Trc, state: State, battle: Gathered, where: str) -> BattleCheck:
    order = battle.order
    place = f"{where}, line {order.line}"
    fight = fight_of(game, state, battle.attack)
    known = sound(fight) and not fight.untold and not fight.in_dark
    attack = battle.attack if order.odds == odds.name(final(game, fight)) else replace(battle.attack, odds=order.odds)
    told = [("", finding) for finding in check(game, state, attack) if finding.accuses]
    column = game.charts.combat.results.get(order.odds)
    if column is None:
        raise UserError(f"{place}: expected odds of the results table, found {order.odds}.")
    left = []
    judged = structs.replace(battle, attack=attack)
    for result in dict.fromkeys(column):
        dice = [die for die in range(1, _DICE + 1) if column[die - 1] == result]
        outcome = resolve(game, state, judged, result, dice[0], f"{place}, {result}")
        told += [(result, finding) for finding in outcome.findings]
        if outcome.choices:
            left.append(Unanswered(result, Fraction(len(dice), _DICE), outcome.choices))
    idle = tuple(result for result in order.answers if result not in column)
    real = odds.name(final(game, fight)) if known else ""
    return BattleCheck(order, judged, real, arithmetic(game, fight) if known else "", tuple(told), tuple(left), idle)


def _missing(game: Trc, state: State, battles: tuple[Gathered, ...]) -> list[Finding]:
    """Return what the end of the phase would say if the battles ordered were fought and no others."""
    for battle in battles:
        state = game.apply(state, battle.attack)
    found = check(game, state, End())
    return [finding for finding in found if finding.accuses and finding.rule.startswith(_OF_THE_END)]
