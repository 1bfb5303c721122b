"""Orders written from a game: the battles of an impulse, with what is known of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trc_module.errors import UserError
from trc_module.games.trc.combat.combat_results import RESULTS as EFFECTS
from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.fought import Fought, fought_in, impulses
from trc_module.games.trc.orders.short_names import written
from trc_module.games.trc.orders.values import Answer, BattleOrder, Orders, RetreatWay
from trc_module.rules.clock import Clock
from trc_module.rules.orders import Acted
from trc_module.rules.results import ALL
from trc_module.rules.state import UnitId


def draft_orders(game: Trc, acts: Iterable[Acted], at: str = "", where: str = "the game") -> Orders:
    """Return the orders of an impulse: the last one with battles, or the one that `at` names (`turn 3 axis impulse 1`).

    A result that came up has the answer that was carried out; the others that ask for a choice are left open (`?`).
    UserError if no battle was declared there.
    """
    known = tuple(acts)
    clock = _chosen(impulses(game, known), at, where)
    battles = fought_in(game, known, clock)
    named = {unit for battle in battles for unit in (*battle.attack.attackers, *battle.attack.defenders)}
    orders = tuple(_order(game, battle, named) for battle in battles)
    return Orders(clock.turn, clock.side, clock.part, orders)


def _chosen(found: Sequence[Clock], at: str, where: str) -> Clock:
    if not found:
        raise UserError(f"{where}: expected a combat phase with declared battles, found none.")
    if not at:
        return found[-1]
    wanted = " ".join(at.lower().split())
    for clock in found:
        if title_of(clock) == wanted:
            return clock
    raise UserError(f"{where}: expected one of {', '.join(map(title_of, found))}, found '{at}'.")


def title_of(clock: Clock) -> str:
    """Return an impulse as the first line of orders names it."""
    return f"turn {clock.turn} {clock.side} impulse {clock.part}"


def _order(game: Trc, battle: Fought, named: Iterable[UnitId]) -> BattleOrder:
    among = tuple(named)
    attack = battle.attack

    def short(units: Iterable[UnitId]) -> tuple[str, ...]:
        return tuple(written(game, unit, among) for unit in units)

    answers = {result: Answer() for result in asked_of(game, battle.odds)}
    if battle.result:
        lost = tuple(unit for unit in battle.lost if unit in attack.attackers and _chooses(battle.result))
        going = tuple(
            RetreatWay(short([unit]), tuple(game.hex_name(h) for h in way[1:]))
            for unit, way in battle.ways
            if len(way) > 1
        )
        answer = Answer(short(lost), going)
        if not answer.open:
            answers[battle.result] = answer
        else:
            answers.pop(battle.result, None)
    return BattleOrder(
        0,
        tuple(game.hex_name(at) for at in battle.targets),
        battle.odds or "1-1",
        short(attack.attackers),
        tuple(support.by for support in attack.air),
        short(attack.guns),
        attack.barrage,
        answers,
    )


def _chooses(result: str) -> bool:
    """Tell whether the attacker chooses a loss on a result."""
    return 0 < EFFECTS[result].attackers.lose < ALL if result in EFFECTS else False


def asked_of(game: Trc, odds: str) -> tuple[str, ...]:
    """Return the results of a column that may leave the attacker a choice: a loss of his own, or a retreat."""
    column = game.charts.combat.results.get(odds, ())
    return tuple(
        result
        for result in dict.fromkeys(column)
        if _chooses(result) or EFFECTS[result].attackers.retreat or EFFECTS[result].defenders.retreat
    )
