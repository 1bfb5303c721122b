"""Whose turn it is, what is new, and when the answer is due."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from trc_module.app.library import Card
from trc_module.app.turns import due_of, turn_of, turn_tree
from trc_module.app.visits import Visit
from trc_module.errors import UserError

FRIDAY = date(2026, 12, 18)
SAVED = datetime(2026, 12, 18, 12).timestamp()


def card(side: str = "axis", winner: str = "", steps: int = 20, findings: int = 2) -> Card:
    return Card(
        name="0123456789",
        title="The Russian Campaign",
        game="trc",
        logs=("week1.vlog",),
        players=(("axis", "Ann"), ("russian", "Bert")),
        turn=1,
        moment=f"turn 1 {side} impulse 1 movement",
        side=side,
        winner=winner,
        counts=(),
        last=(),
        changed=SAVED,
        dropped=False,
        error="",
        steps=steps,
        findings=findings,
        sides=("axis", "russian"),
    )


def test_it_is_the_players_turn_once_he_has_said_whom_he_plays() -> None:
    assert not turn_of(card(), Visit()).mine
    assert turn_of(card(), Visit(side="axis")).mine
    assert not turn_of(card("russian"), Visit(side="axis")).mine
    assert not turn_of(card(winner="axis"), Visit(side="axis")).mine
    # A game that does not say who is to move is nobody's turn.
    assert not turn_of(card(side=""), Visit()).mine


def test_what_is_new_since_the_last_visit() -> None:
    def new(visit: Visit) -> tuple[int, int, bool]:
        turn = turn_of(card(), visit)
        return turn.new_steps, turn.new_findings, turn.other_log

    assert new(Visit()) == (0, 0, False)
    assert new(Visit(seen=1.0, steps=15, findings=2)) == (5, 0, False)
    assert new(Visit(seen=1.0, steps=20, findings=0)) == (0, 2, False)
    assert new(Visit(seen=1.0, steps=21, findings=3)) == (0, 0, True)
    # A clock that was set back since the visit: steps are counted, not times.
    assert new(Visit(seen=9e9, steps=15, findings=1)) == (5, 1, False)
    assert turn_tree(turn_of(card(), Visit(seen=1.0, steps=15, findings=2)))["newFrom"] == 16


def test_a_deadline_counts_from_the_day_on_which_the_log_was_saved() -> None:
    visit = Visit(days=3, off="sat,sun", holidays="2026-12-22")
    due = due_of(visit, SAVED, FRIDAY)
    assert due is not None
    assert (due.day, due.left, due.words("it")) == (date(2026, 12, 24), 6, "giovedì 24 dicembre 2026")
    late = due_of(visit, SAVED, date(2026, 12, 30))
    assert late is not None
    assert late.left == -6
    # A clock that was set back since, or one that went ahead: the log is from today at the latest.
    back = due_of(visit, SAVED, date(2026, 12, 16))
    assert back is not None
    assert (back.day, back.left) == (date(2026, 12, 21), 5)
    assert due_of(visit, -5.0, FRIDAY) is not None
    assert due_of(Visit(), SAVED, FRIDAY) is None
    with pytest.raises(UserError, match="expected a day as 2026-12-24"):
        due_of(Visit(days=3, holidays="soon"), SAVED, FRIDAY)


def test_a_game_that_is_over_has_no_deadline_and_a_wrong_one_is_told() -> None:
    assert turn_of(card(winner="axis"), Visit(days=3), FRIDAY).due is None
    wrong = turn_of(card(), Visit(days=3, holidays="soon"), FRIDAY)
    assert (wrong.due, wrong.wrong.startswith("'soon': expected a day")) == (None, True)
