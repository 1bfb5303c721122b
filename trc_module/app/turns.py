"""Whose turn it is in a player's games: what is new since he looked, and when his answer is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any

from trc_module.app.by_mail import pace_of
from trc_module.app.library import Card
from trc_module.app.visits import Visit, Visits, seen_now
from trc_module.errors import UserError
from trc_module.report.deadlines import day_words, read_pace


@dataclass(frozen=True, slots=True)
class Due:
    """When an answer is due."""

    day: date
    left: int
    """The days until then; below 0 once it is over."""

    def words(self, language: str = "en") -> str:
        """Return the day as a mail names it."""
        return day_words(self.day, language)


@dataclass(frozen=True, slots=True)
class Turn:
    """One game, as its player finds it."""

    card: Card
    visit: Visit
    due: Due | None
    """When the answer is due; None without a deadline, or once the game is over."""
    wrong: str
    """What is wrong with the deadline; '' if nothing is."""

    @property
    def mine(self) -> bool:
        """Tell whether it is the player's turn; he has said which side he plays."""
        return bool(self.card.side) and not self.card.winner and self.card.side == self.visit.side

    @property
    def new_steps(self) -> int:
        """The steps that have come since he looked; 0 if he never did."""
        return max(0, self.card.steps - self.visit.steps) if self.visit.seen else 0

    @property
    def new_findings(self) -> int:
        """The findings that have come since he looked; 0 if he never did."""
        return max(0, self.card.findings - self.visit.findings) if self.visit.seen else 0

    @property
    def other_log(self) -> bool:
        """Tell whether the game has fewer steps than when he looked: some were taken back, or a log is gone."""
        return bool(self.visit.seen) and self.card.steps < self.visit.steps


def turn_of(card: Card, visit: Visit, today: date | None = None) -> Turn:
    """Return how a game stands for its player, on a day."""
    try:
        due = None if card.winner or card.error else due_of(visit, card.changed, today or date.today())
    except UserError as error:
        return Turn(card, visit, None, str(error))
    return Turn(card, visit, due, "")


def due_of(visit: Visit, saved: float, today: date) -> Due | None:
    """Return when an answer to a log that was saved at a time is due; None without a deadline.

    A time after today's, as of a clock that was set back, counts as today's.

    Raises:
        UserError: The deadline's words are none.
    """
    if not visit.days:
        return None
    sent = min(datetime.fromtimestamp(max(0.0, saved), UTC).astimezone().date(), today)
    day = read_pace(visit.days, visit.off, visit.holidays).due(sent)
    return Due(day, (day - today).days)


def turn_tree(turn: Turn, language: str = "en") -> dict[str, Any]:
    """Return what belongs to a game's card, as plain data."""
    due, visit = turn.due, turn.visit
    return {
        "mine": visit.side,
        "yourTurn": turn.mine,
        "pace": {"days": visit.days, "off": visit.off, "holidays": visit.holidays},
        "seen": visit.seen,
        "newFrom": visit.steps + 1 if turn.new_steps else 0,
        "newSteps": turn.new_steps,
        "newFindings": turn.new_findings,
        "otherLog": turn.other_log,
        "due": None if due is None else {"day": due.day.isoformat(), "words": due.words(language), "left": due.left},
        "wrong": turn.wrong,
    }


def turns_of(cards: Sequence[Card], visits: Visits) -> tuple[list[Turn], str]:
    """Return how games stand for their player, and what is wrong with the file of visits; '' if nothing is."""
    try:
        kept, told = visits.of([card.identity for card in cards]), ""
    except UserError as error:
        kept, told = [Visit()] * len(cards), str(error)
    return [turn_of(card, visit) for card, visit in zip(cards, kept, strict=True)], told


def shown_card(turn: Turn, language: str) -> dict[str, Any]:
    """Return a card with its player's turn, as the first page shows it."""
    tree = asdict(turn.card) | {"turn": turn_tree(turn, language)}
    # A page needs no paths: they name folders, and what is in them, to whoever looks on.
    del tree["identity"], tree["paths"]
    return tree


def keep_said(visits: Visits, card: Card, asked: Mapping[str, Any]) -> None:
    """Keep what a page says about a game: a side, a deadline, or that it was looked at.

    Raises:
        UserError: The game has no such side, or the words are no deadline.
    """
    changes: dict[str, Any] = {}
    if "side" in asked:
        if asked["side"] not in ("", *card.sides):
            raise UserError(f"Expected one of the sides {', '.join(card.sides)}.")
        changes["side"] = asked["side"]
    if "days" in asked:
        changes |= dict(zip(("days", "off", "holidays"), pace_of(asked), strict=True))
    if asked.get("seen") is True:
        changes |= seen_now(card.steps, card.findings)
    if changes:
        visits.keep(card.identity, **changes)
