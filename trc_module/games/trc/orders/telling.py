"""Findings on orders, as text for the player and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.checking import BattleCheck, OrdersCheck, Unanswered
from trc_module.games.trc.orders.resolving import OpenChoice
from trc_module.games.trc.orders.short_names import short_name
from trc_module.rules.finding import Finding

_MOST_ENDS = 6
"""The greatest number of ends of a retreat that are named."""


def check_text(game: Trc, found: OrdersCheck) -> str:
    """Return what is found on orders: each battle with its faults, then the results that have no answer."""
    count = len(found.battles)
    parts = [f"{found.orders.title.capitalize()}: {count} {'battle' if count == 1 else 'battles'} ordered."]
    parts += ["\n".join(_battle_lines(game, battle)) for battle in found.battles]
    if found.missing:
        parts.append("\n".join(["Not ordered", *(f"  {_sentence(finding)}" for finding in found.missing)]))
    table = list(_table(game, found))
    if table:
        parts.append("\n".join(["Results without an answer", *table]))
    parts.append("Nothing is wrong or missing." if found.clean else "The orders are not ready to be mailed.")
    return "\n\n".join(parts)


def _battle_lines(game: Trc, battle: BattleCheck) -> Iterator[str]:
    order = battle.order
    at = "+".join(order.targets)
    if battle.real:
        yield f"{at} at {order.odds} (line {order.line}): {battle.sum}."
        if not battle.findings and order.odds != battle.real:
            yield f"  The odds could be {battle.real}."
    else:
        yield f"{at} at {order.odds} (line {order.line}): the odds cannot be calculated from this position."
    for result, finding in battle.findings:
        yield f"  {f'{result}: ' if result else ''}{_sentence(finding)}"
    for result in battle.idle:
        yield f"  {result}: the column {order.odds} does not have this result."


def _sentence(finding: Finding) -> str:
    return str(finding)


def _table(game: Trc, found: OrdersCheck) -> Iterator[str]:
    for battle in found.battles:
        for left in battle.unanswered:
            may = " (left open)" if battle.order.open else ""
            head = f"  {'+'.join(battle.order.targets)} {left.result:<2} {_chance(left)}{may}: "
            yield head + "; ".join(_choice(game, choice) for choice in left.choices) + "."


def _chance(left: Unanswered) -> str:
    return f"{left.chance.numerator * 6 // left.chance.denominator} in 6"


def _choice(game: Trc, choice: OpenChoice) -> str:
    names = ", ".join(short_name(game, unit) for unit in choice.units)
    if choice.losses:
        return f"who is lost, {names}" if choice.losses == 1 else f"which {choice.losses} are lost, {names}"
    ends = [game.hex_name(end) for end in choice.ends]
    more = ", ..." if len(ends) > _MOST_ENDS else ""
    return f"where {names} goes ({', '.join(ends[:_MOST_ENDS])}{more})"


def check_tree(game: Trc, found: OrdersCheck) -> dict[str, Any]:
    """Return what is found on orders, for programs."""
    return {
        "orders": found.orders.title,
        "clean": found.clean,
        "battles": [_battle_tree(game, battle) for battle in found.battles],
        "missing": [_finding_tree(finding) for finding in found.missing],
    }


def _battle_tree(game: Trc, battle: BattleCheck) -> dict[str, Any]:
    return {
        "line": battle.order.line,
        "targets": list(battle.order.targets),
        "attackers": list(battle.battle.attack.attackers),
        "defenders": list(battle.battle.attack.defenders),
        "odds": battle.order.odds,
        "real": battle.real or None,
        "findings": [{"result": result or None, **_finding_tree(finding)} for result, finding in battle.findings],
        "unanswered": [_unanswered_tree(game, left) for left in battle.unanswered],
        "open": battle.order.open,
        "idle": list(battle.idle),
    }


def _unanswered_tree(game: Trc, left: Unanswered) -> dict[str, Any]:
    return {
        "result": left.result,
        "chance": float(left.chance),
        "choices": [
            {"units": list(c.units), "losses": c.losses, "ends": [game.hex_name(end) for end in c.ends]}
            for c in left.choices
        ],
    }


def _finding_tree(finding: Finding) -> dict[str, Any]:
    return {"rule": finding.rule, "verdict": finding.verdict.value, "sentence": finding.sentence}
