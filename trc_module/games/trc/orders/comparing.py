"""Comparison of the orders with what was carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trc_module.errors import UserError
from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.fought import Fought, fought_in, impulses
from trc_module.games.trc.orders.gathering import who_goes
from trc_module.games.trc.orders.short_names import unit_named, units_named
from trc_module.games.trc.orders.values import BattleOrder, Orders, RetreatWay
from trc_module.rules.clock import Clock
from trc_module.rules.game import in_words
from trc_module.rules.orders import Acted, Deviation
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


def compare(game: Trc, acts: Iterable[Acted], orders: Orders, where: str) -> tuple[Deviation, ...]:
    """Return what was carried out otherwise than ordered; UserError if the game does not show that combat phase."""
    known = tuple(acts)
    clock = next((c for c in impulses(game, known) if (c.turn, c.side, c.part) == _when(orders)), None)
    if clock is None:
        raise UserError(f"{where}: expected orders of a combat phase that the game shows, found {orders.title}.")
    return tuple(_compared(game, fought_in(game, known, clock), orders, clock, where))


def _when(orders: Orders) -> tuple[int, str, int]:
    return orders.turn, orders.side, orders.impulse


def _compared(game: Trc, battles: tuple[Fought, ...], orders: Orders, clock: Clock, where: str) -> Iterator[Deviation]:
    left = list(battles)
    for order in orders.battles:
        battle = next((one for one in left if _names(game, one) == set(order.targets)), None)
        if battle is None:
            yield Deviation(
                order.line, order.targets, clock, 0, Sentence("The battle in {at} was not fought.", _at(order.targets))
            )
            continue
        left.remove(battle)
        for sentence in _against(game, battle, order, f"{where}, line {order.line}"):
            yield Deviation(order.line, order.targets, clock, battle.step, sentence)
    for battle in left:
        targets = tuple(sorted(_names(game, battle)))
        yield Deviation(
            0, targets, clock, battle.step, Sentence("The battle in {at} was fought, but not ordered.", _at(targets))
        )


def _names(game: Trc, battle: Fought) -> set[str]:
    return {game.hex_name(at) for at in battle.targets}


def _at(targets: tuple[str, ...]) -> str:
    return " and ".join(targets)


def _against(game: Trc, battle: Fought, order: BattleOrder, where: str) -> Iterator[str]:
    at = _at(order.targets)
    if battle.odds and battle.odds != order.odds:
        yield Sentence(
            "The battle in {at} was fought at {odds}, but ordered at {order_odds}.", at, battle.odds, order.odds
        )
    if order.attackers:
        able = battle.attack.attackers
        meant = {text: units_named(game, text, able) for text in order.attackers}
        ordered = {unit for units in meant.values() for unit in units}
        absent = [text for text, units in meant.items() if not units]
        more = [unit for unit in battle.attack.attackers if unit not in ordered]
        if absent:
            yield Sentence("The orders let {absent} attack {at}, but no such unit took part.", in_words(absent), at)
        if more:
            yield Sentence("{more} attacked {at}, but the orders do not say so.", in_words(more), at)
    if battle.result in order.answers and not order.answers[battle.result].open:
        yield from _answered(game, battle, order, where)


def _answered(game: Trc, battle: Fought, order: BattleOrder, where: str) -> Iterator[str]:
    answer, result = order.answers[battle.result], battle.result
    at = _at(order.targets)
    lost = {unit_named(game, text, battle.attack.attackers, f"{where}, {result}") for text in answer.lost}
    gone = {unit for unit in battle.lost if unit in battle.attack.attackers}
    for unit in sorted(lost - gone):
        yield Sentence("On {result} in {at} the orders lose {unit}; it was not lost.", result, at, unit)
    if lost:
        for unit in sorted(gone - lost):
            yield Sentence(
                "On {result} in {at} {unit} was lost; the orders lose {lost}.", result, at, unit, in_words(sorted(lost))
            )
    for going in answer.going:
        for unit in _who(game, battle, going, f"{where}, {result}"):
            yield from _elsewhere(game, battle, unit, going, at)


def _who(game: Trc, battle: Fought, going: RetreatWay, where: str) -> tuple[UnitId, ...]:
    able = who_goes(battle.attack, battle.result)
    if not going.units:
        return tuple(unit for unit in battle.attack.defenders if battle.end_of(unit) is not None)
    return tuple(unit_named(game, text, able, where) for text in going.units)


def _elsewhere(game: Trc, battle: Fought, unit: UnitId, going: RetreatWay, at: str) -> Iterator[str]:
    if unit in battle.lost:
        return
    end = battle.end_of(unit)
    wanted = going.hexes[-1]
    if end is None:
        yield Sentence(
            "On {result} in {at} the orders move {unit} to {wanted}; it did not retreat.",
            battle.result,
            at,
            unit,
            wanted,
        )
    elif game.hex_name(end) != wanted:
        yield Sentence(
            "On {result} in {at} the orders move {unit} to {wanted}; it went to {end}.",
            battle.result,
            at,
            unit,
            wanted,
            game.hex_name(end),
        )
