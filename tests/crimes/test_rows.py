"""Every row of the ledger that is judged has crimes in docs/crimes.md, or a reason why it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.rows import decidable, reasons, rows_in
from tests.crimes.staged import stages
from trc_module.games import find_game
from trc_module.games.trc import TrcGame

PAGE = Path(__file__).parents[2] / "docs" / "crimes.md"


@pytest.fixture(scope="module")
def game() -> TrcGame:
    found = find_game("trc")
    assert isinstance(found, TrcGame)
    return found


def test_each_row_has_crimes_or_a_reason(game: TrcGame) -> None:
    known = rows_in(PAGE.read_text(encoding="utf-8")) | {stage.row for stage in stages()} | set(reasons())
    assert [found.row.rule for found in decidable(game) if found.row.rule not in known] == []


def test_reasons_are_given_for_rows_that_are_judged(game: TrcGame) -> None:
    assert set(reasons()) <= {found.row.rule for found in decidable(game)}
