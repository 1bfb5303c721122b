"""Score and winner of a game, with the reasons: the game's own count of a position, as text and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from trc_module.auditing.audit import Audit
from trc_module.printable import joined
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.score import Score, Winner
from trc_module.rules.state import State


def scores(game: Game, states: Iterable[State], *, late: Clock | None = None) -> list[Score]:
    """Return how the game stands in each of some positions of one game, in their order.

    `late` is the moment with which a log begins in the midst of the game: a victory that rests on what came before is
    certain only if it is claimed.
    """
    seen = [(state, game.score(state)) for state in states]
    if late is None:
        return [found for _, found in seen]
    claimed = {(one.side, one.rule) for _, found in seen for one in found.won if one.claimed}
    return [_with_hindsight(found, claimed, partial(_unknown_before, game, state, late)) for state, found in seen]


def winners(audit: Audit) -> tuple[Winner, ...]:
    """Return who has won by the end of an audited game; empty if it goes on."""
    (score,) = scores(audit.log.parts.game, [audit.end], late=audit.late)
    return score.won


def _unknown_before(game: Game, state: State, late: Clock, winner: Winner) -> str:
    unknown = game.unknown_before(state, Finding(winner.rule, Verdict.VIOLATION, winner_text(winner)), late)
    return unknown.words if unknown else ""


def _with_hindsight(
    found: Score, claimed: Collection[tuple[str, str]], unknown_before: Callable[[Winner], str]
) -> Score:
    won = tuple(
        one if (one.side, one.rule) in claimed else replace(one, unknown=unknown_before(one) or one.unknown)
        for one in found.won
    )
    return replace(found, won=won, unknown=(*found.unknown, _BEFORE))


_BEFORE = "what happened before the log begins"


def winner_text(winner: Winner, tongue: Tongue = ENGLISH) -> str:
    """Return who has won, by which rule and why, as a sentence."""
    side, rule = tongue.place(winner.side.capitalize()), winner.rule
    if winner.unknown:
        form = "Whether the {side} side has won by {rule} depends on {unknown}."
        return tongue.say(form, side=side, rule=rule, unknown=tongue.phrase(winner.unknown))
    return tongue.say("The {side} side has won by {rule}: {why}.", side=side, rule=rule, why=tongue.phrase(winner.why))


def winner_tree(winner: Winner) -> dict[str, Any]:
    """Return who has won as plain data; `unknown` is what it depends on, empty where it is certain."""
    return {
        "side": winner.side,
        "rule": winner.rule,
        "why": winner.why,
        "claimed": winner.claimed,
        "unknown": winner.unknown,
    }


def score_text(score: Score, *, brief: bool = False) -> str:
    """Return a standing as text; with `brief` the points and who has won in one line."""
    head = f"{score.scenario}, turn {score.clock.turn} ({score.clock.side} {score.clock.phase}): "
    head += _points(score)
    won = [winner_text(winner) for winner in score.won]
    if brief:
        return " ".join([head, *won])
    lines = [head]
    if score.items:
        width = max(len(item.what) for item in score.items)
        for item in sorted(score.items, key=lambda item: (-abs(item.points), item.what)):
            if item.points or item.least != item.most:
                bounds = "" if item.least == item.most else f"  ({item.least:+d} to {item.most:+d})"
                lines.append(f"  {item.points:+3d}  {item.what:{width}}  {item.why}{bounds}")
    lines += [f"  {text}" for text in (*won, *score.conditions)]
    lines += [f"  not known: {text}" for text in score.unknown]
    return joined(lines)


def _points(score: Score) -> str:
    if score.points is None:
        return "no victory points are counted."
    bounds = "" if score.least == score.most else f" (between {score.least} and {score.most})"
    return f"{score.points} victory points{bounds}."


def score_tree(score: Score) -> dict[str, Any]:
    """Return a standing as plain data."""
    return {
        "scenario": score.scenario,
        "turn": score.clock.turn,
        "side": score.clock.side,
        "phase": score.clock.phase,
        "points": score.points,
        "least": score.least,
        "most": score.most,
        "items": [
            {"what": item.what, "why": item.why, "points": item.points, "least": item.least, "most": item.most}
            for item in score.items
        ],
        "won": [winner_tree(winner) for winner in score.won],
        "conditions": list(score.conditions),
        "unknown": list(score.unknown),
    }
