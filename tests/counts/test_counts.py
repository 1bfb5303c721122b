"""The counts of legal acts that take no time are as they are kept, and the slow referee agrees on some moves."""

from __future__ import annotations

import pytest

from tests.counts.counting import ONE, counted, disagreements, kept_game, kept_rows
from trc_module.games import game_names


@pytest.mark.parametrize("name", game_names())
def test_as_many_acts_are_legal_as_are_kept(name: str) -> None:
    record, rows = kept_game(name), kept_rows(name)
    assert len({row.after for row in rows}) == 20
    quick = [row for row in rows if row.quick]
    assert [counted(record, row.after, row.what).counts for row in quick] == [row.counts for row in quick]
    assert sum(row.what == ONE for row in quick) >= 10


@pytest.mark.parametrize("after", [95, 284])
def test_both_referees_agree_on_moves_by_lot(after: int) -> None:
    assert disagreements(kept_game("trc"), after, 25, 1) == []
