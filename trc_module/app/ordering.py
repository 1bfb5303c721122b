"""Combat orders on the page: drafted from attacks that were thought of, and checked before they are mailed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from trc_module.app.asking import AskedQuestion, Teller, expect_enemies
from trc_module.app.opened import OpenGame
from trc_module.errors import UserError
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.orders import Acted, OrdersDesk, OrdersReport
from trc_module.rules.questions import Supposed

_MOST = 30
"""Battles of one draft."""
_LONGEST = 20_000
"""Letters of orders."""
WHERE = "orders"


def draft(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Return the orders of some attacks as text, with `?` where an answer is to be given."""
    asked, desk = AskedQuestion(game, fields), _desk(game)
    battles = fields.get("battles")
    if not isinstance(battles, list) or not 0 < len(battles) <= _MOST:
        raise UserError("Keep an attack first: orders are written of those.")
    acts = list(_acts(asked, battles))
    if len({(act.clock.turn, act.clock.side, act.clock.part) for act in acts}) > 1:
        raise UserError("The attacks that were kept belong to different combat phases: tick those of one.")
    text = desk.draft(acts, "", WHERE)
    return {"text": text, **_checked(game, _fight(asked, acts[0].clock.side), text, Teller(game, fields))}


def check(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Return the findings on orders in the position of a step."""
    asked = AskedQuestion(game, fields)
    return _checked(game, _position(asked), asked.word("text"), Teller(game, fields))


def report_on(game: OpenGame, fields: Mapping[str, Any], text: str) -> OrdersReport:
    """Return what is to be said of orders in the position of a step."""
    return _report(game, _position(AskedQuestion(game, fields)), text)


def _position(asked: AskedQuestion) -> Supposed:
    side = asked.word("side") or asked.state().clock.side
    if side not in asked.game.audit.log.parts.game.sides:
        raise UserError("There is no such side in this game.")
    return _fight(asked, side)


def _report(game: OpenGame, fight: Supposed, text: str) -> OrdersReport:
    if len(text) > _LONGEST:
        raise UserError("These are too many orders at once.")
    return _desk(game).check(fight.state, text, WHERE, (game.audit.start, *(state for _, state in game.audit.phases)))


def _checked(game: OpenGame, fight: Supposed, text: str, tell: Teller) -> dict[str, Any]:
    report = _report(game, fight, text)
    lines = [_line(tell, line) for line in report.text.split("\n")]
    return {"report": "\n".join(lines), "clean": report.clean, "supposed": tell.text(fight.words)}


def _line(tell: Teller, line: str) -> str:
    """Return a line of a report in the page's language, as far as it is known there."""
    words = line.lstrip()
    return line[: len(line) - len(words)] + (tell.text(words) if words else "")


def _desk(game: OpenGame) -> OrdersDesk:
    rules = game.audit.log.parts.game
    if rules.orders is None:
        raise UserError(f"{rules.title} has no notation for orders by mail.")
    return rules.orders


def _fight(asked: AskedQuestion, side: str) -> Supposed:
    fight = asked.game.questions.to_fight(asked.state(), side)
    if fight is None:
        raise UserError("This game has no phase in which that side fights.")
    return fight


def _acts(asked: AskedQuestion, battles: list[Any]) -> Iterator[Acted]:
    game = asked.game
    for number, battle in enumerate(battles, 1):
        if not isinstance(battle, dict):
            raise UserError("That is not an attack.")
        one = AskedQuestion(game, {**asked.fields, **battle})
        attackers, targets = one.units("attackers"), one.hexes("targets")
        if not attackers:
            raise UserError("An attack has no attackers.")
        state, side = one.state(), game.audit.log.parts.game.side_of[attackers[0]]
        expect_enemies(game, state, side, attackers, targets)
        fight = _fight(one, side)
        defenders = tuple(
            unit
            for at in targets
            for foe, force in fight.state.forces.items()
            if foe != side
            for unit in force.stack(at)
        )
        air = tuple(AirSupport(*key.split()[:2]) for key in one.words("support") if len(key.split()) == 3)
        act = Attack(number, attackers, defenders, air)
        yield Acted(fight.state.clock, act, game.audit.log.parts.game.odds(fight.state, act), targets)


ANSWERS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], Any]] = {"orders-draft": draft, "orders-check": check}
