"""Deadlines of a game by mail: a number of days that count, with days of the week and holidays that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from trc_module.errors import UserError

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 366
"""Days that a deadline may be away."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How quickly an answer is due: in so many days that count."""

    days: int
    weekdays_off: frozenset[int] = frozenset()
    """Days of the week that do not count, from 0 for Monday."""
    holidays: tuple[tuple[date, date], ...] = ()
    """Days that do not count, from the first to the last."""

    def counts(self, day: date) -> bool:
        """Tell whether a day counts."""
        off = day.weekday() in self.weekdays_off
        return not off and not any(first <= day <= last for first, last in self.holidays)

    def due(self, sent: date) -> date:
        """Return the day by whose end an answer to what was sent on a day is due.

        Raises:
            UserError: No such day comes within ten years: too many days are off.
        """
        day, left = sent, self.days
        for _ in range(3660):
            if left <= 0:
                return day
            try:
                day += timedelta(days=1)
            except OverflowError:
                break
            left -= self.counts(day)
        raise UserError("No day is left on which the answer could be due: too many days are off.")


def read_pace(days: int, off: str = "", holidays: str = "") -> Pace:
    """Return a pace by words: `off` as `sat,sun`, `holidays` as `2026-12-24..2027-01-02, 2026-04-03`.

    Raises:
        UserError: A word is none of these, or a period ends before it begins.
    """
    if not 1 <= days <= LONGEST:
        raise UserError(f"Expected 1 to {LONGEST} days, found {days}.")
    weekdays = [_weekday(word) for word in _words(off)]
    return Pace(days, frozenset(weekdays), tuple(_period(word) for word in _words(holidays)))


def _words(text: str) -> Sequence[str]:
    return [word.strip() for word in text.replace(";", ",").replace("\n", ",").split(",") if word.strip()]


def _weekday(word: str) -> int:
    if word[:3].lower() not in WEEKDAYS:
        raise UserError(f"'{word[:20]}' is no day of the week: expected {', '.join(WEEKDAYS)}.")
    return WEEKDAYS.index(word[:3].lower())


def _period(word: str) -> tuple[date, date]:
    first, dots, last = word.partition("..")
    try:
        begins = date.fromisoformat(first.strip())
        ends = date.fromisoformat(last.strip()) if dots else begins
    except ValueError:
        raise UserError(f"'{word[:40]}': expected a day as 2026-12-24, or days as 2026-12-24..2027-01-02.") from None
    if ends < begins:
        raise UserError(f"'{word[:40]}' ends before it begins.")
    return begins, ends


def left_words(days: int) -> str:
    """Return how far away a deadline is, in words."""
    if days < 0:
        return f"{-days} {'day' if days == -1 else 'days'} overdue"
    return "due today" if not days else f"{days} {'day' if days == 1 else 'days'} left"


def day_words(day: date, language: str = "en") -> str:
    """Return a day as a mail names it, in a language: `Friday, 4 December 2026`."""
    from babel.dates import format_date

    return str(format_date(day, "full", "en_GB" if language == "en" else language))
