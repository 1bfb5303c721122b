"""Deadlines of a game by mail."""

from __future__ import annotations

from datetime import date

import pytest

from trc_module.errors import UserError
from trc_module.report.deadlines import day_words, left_words, read_pace

FRIDAY = date(2026, 12, 18)


@pytest.mark.parametrize(
    ("days", "off", "holidays", "due"),
    [
        (3, "", "", date(2026, 12, 21)),
        (3, "sat,sun", "", date(2026, 12, 23)),
        (5, "Saturday; Sunday", "2026-12-24..2026-12-26", date(2026, 12, 29)),
        (1, "", "2026-12-19, 2026-12-20", date(2026, 12, 21)),
    ],
)
def test_days_that_do_not_count_are_passed_over(days: int, off: str, holidays: str, due: date) -> None:
    assert read_pace(days, off, holidays).due(FRIDAY) == due


@pytest.mark.parametrize(
    ("days", "off", "holidays", "told"),
    [
        (0, "", "", "Expected 1 to 366 days, found 0."),
        (1, "someday", "", "'someday' is no day of the week: expected mon, tue, wed, thu, fri, sat, sun."),
        (1, "", "24.12.", "'24.12.': expected a day as 2026-12-24, or days as 2026-12-24..2027-01-02."),
        (1, "", "2026-12-24..2026-12-01", "'2026-12-24..2026-12-01' ends before it begins."),
    ],
)
def test_what_is_no_pace_is_told(days: int, off: str, holidays: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        read_pace(days, off, holidays)
    assert str(caught.value) == told


@pytest.mark.parametrize("sent", [FRIDAY, date(9999, 12, 30)])
def test_a_week_without_a_day_has_no_deadline(sent: date) -> None:
    with pytest.raises(UserError, match="No day is left"):
        read_pace(1, "mon,tue,wed,thu,fri,sat,sun").due(sent)


def test_how_far_it_is_in_words() -> None:
    words = [left_words((FRIDAY - date(2026, 12, day)).days) for day in (16, 17, 18, 19, 20)]
    assert words == ["2 days left", "1 day left", "due today", "1 day overdue", "2 days overdue"]
    assert day_words(FRIDAY) == "Friday, 18 December 2026"
    assert day_words(FRIDAY, "de") == "Freitag, 18. Dezember 2026"
