"""A turn by mail on the page: the agenda of a moment, the log as sentences, the mail and its deadline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from trc_module.app.asking import AskedQuestion, Teller
from trc_module.app.languages import LANGUAGES
from trc_module.app.opened import OpenGame
from trc_module.app.ordering import report_on
from trc_module.errors import UserError
from trc_module.report.agenda import Agenda, agenda
from trc_module.report.deadlines import read_pace
from trc_module.report.ready import ready
from trc_module.report.sentences import told_acts
from trc_module.report.tongue import Tongue, tongue_of

_MOST_WORDS = 2_000
"""Letters of days that do not count."""


def agenda_answer(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer what the side to play has before it, in a position with changes."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    return _agenda(game, agenda(game.audit.log.parts.game, asked.state()), tell)


def _agenda(game: OpenGame, found: Agenda, tell: Teller) -> dict[str, Any]:
    units = game.audit.log.parts.roster.units

    def named(ids: Iterable[str]) -> list[dict[str, str]]:
        return [tell.unit(unit) for unit in ids if unit in units]

    return {
        "clock": str(found.clock),
        "side": found.clock.side,
        "kind": found.kind,
        "words": list(found.words.values()),
        "bound": None if found.bound is None else {"all": len(found.bound.units), "done": len(found.bound.done)},
        "must": tell.reasons(found.must),
        "later": tell.reasons(found.later),
        "ended": tell.findings(found.ended),
        "due": named(found.due),
        "danger": tell.reasons(found.danger),
        "done": named(found.done),
        "may": named(found.may),
        "open": found.open,
    }


def told(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer the log as sentences; hexes and units are those to be shown on the map."""
    found = told_acts(game.audit, _tongue(game, fields), ids=fields.get("ids") is True)
    return [
        {
            "step": each.steps[-1] if each.steps else 0,
            "clock": str(each.clock),
            "words": each.words,
            "units": list(each.units),
            "hexes": list(each.hexes),
        }
        for each in found
    ]


def ready_answer(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer with the text of the mail, whose turn it is then, and whether something speaks against mailing it."""
    orders = AskedQuestion(game, fields).word("orders")
    report = report_on(game, fields, orders) if orders.strip() else None
    due = _due(fields)
    found = ready(game.audit, report, due, _tongue(game, fields))
    return {
        "log": found.log.name,
        "subject": found.subject,
        "text": found.text,
        "turnOf": found.turn_of,
        "clean": found.clean,
    }


def _tongue(game: OpenGame, fields: Mapping[str, Any]) -> Tongue:
    language = fields.get("lang", "")
    return tongue_of(language if language in LANGUAGES else "en", game.audit.log.parts.folder)


def pace_of(fields: Mapping[str, Any]) -> tuple[int, str, str]:
    """Return the days of a deadline, 0 for none, and what does not count, as a page gives them.

    Raises:
        UserError: They are no deadline.
    """
    days, off, holidays = fields.get("days") or 0, fields.get("off", ""), fields.get("holidays", "")
    words_fit = all(isinstance(word, str) and len(word) <= _MOST_WORDS for word in (off, holidays))
    if isinstance(days, bool) or not isinstance(days, int) or not words_fit:
        raise UserError("That is not a deadline of this page.")
    if days:
        read_pace(days, off, holidays)
    return days, off, holidays


def _due(fields: Mapping[str, Any]) -> date | None:
    days, off, holidays = pace_of(fields)
    return read_pace(days, off, holidays).due(date.today()) if days else None


ANSWERS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], Any]] = {
    "agenda": agenda_answer,
    "told": told,
    "ready": ready_answer,
}
