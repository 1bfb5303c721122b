"""Check of a log before it is mailed: the findings of the audit, and the duties that its player has left open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trc_module.app.asking import Teller
from trc_module.app.opened import OpenGame
from trc_module.auditing.audit import Noted
from trc_module.auditing.customs import remedy
from trc_module.rules.finding import Verdict

_SHOWN = (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED)
DUTIES = "duties"
CUSTOM = "area"
"""The custom by which remedies are told: the tournament organizer's by mail."""


def check(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Return the findings and open duties on the last log of a game, before it is mailed."""
    audit, tell = game.audit, Teller(game, fields)
    first = game.new_from
    found = [
        {
            **tell.findings((noted.finding,))[0],
            "steps": list(noted.steps),
            "number": number,
        }
        for number, noted in enumerate(in_the_order_of_the_page(game))
        if noted.finding.verdict in _SHOWN and (noted.steps[-1] if noted.steps else 0) >= first
    ]
    state = audit.end
    duties = game.questions.overlay(state, DUTIES) if DUTIES in game.questions.overlays else None
    kind = audit.log.parts.game.sequence.kind_of(state.clock)
    return {
        "log": audit.chain.name(len(audit.chain.links) - 1),
        "steps": len(audit.chain.links[-1].execution.steps),
        "clock": str(state.clock),
        "phaseKind": kind,
        "side": state.clock.side,
        "findings": found,
        "duties": None if duties is None else tell.reasons(line for line in duties.lines if line.rule),
        "clean": not any(each["verdict"] in ("violation", "doubt") for each in found),
    }


def remedies(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer what each finding means by the custom of tournaments by mail, by its number on the page."""
    tell = Teller(game, fields)
    found = {}
    for number, noted in enumerate(in_the_order_of_the_page(game)):
        meant = remedy(game.audit, noted, CUSTOM)
        if meant is not None:
            found[str(number)] = tell.text(meant.sentence)
    return found


def in_the_order_of_the_page(game: OpenGame) -> list[Noted]:
    """Return the findings of a game by the numbers that they have on its page."""
    return sorted(game.audit.findings, key=lambda noted: noted.steps[-1] if noted.steps else 0)


ANSWERS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], Any]] = {"mail": check, "remedies": remedies}
