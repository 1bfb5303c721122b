"""Every row of the ledger that is judged has crimes in docs/crimes/rows.csv, or a reason why it has none."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.crimes.rows import decidable, reasons, rows_in
from tests.crimes.staged import stages
from tests.crimes.table import KINDS, ROWS
from trc_module.games import find_game
from trc_module.games.trc import TrcGame

TABLE = Path(__file__).parents[2] / "docs" / ROWS


@pytest.fixture(scope="module")
def game() -> TrcGame:
    found = find_game("trc")
    assert isinstance(found, TrcGame)
    return found


def test_each_row_has_crimes_or_a_reason(game: TrcGame) -> None:
    known = rows_in(TABLE.read_text(encoding="utf-8")) | {stage.row for stage in stages()} | set(reasons())
    assert [found.row.rule for found in decidable(game) if found.row.rule not in known] == []


def test_reasons_are_given_for_rows_that_are_judged(game: TrcGame) -> None:
    assert set(reasons()) <= {found.row.rule for found in decidable(game)}


def test_the_page_says_the_sums_of_its_tables() -> None:
    with (TABLE.parents[1] / KINDS).open(encoding="utf-8", newline="") as file:
        kinds = list(csv.DictReader(file))
    planted, found, right, false = (
        sum(int(kind[name]) for kind in kinds) for name in ("planted", "found", "named right", "false alarms")
    )
    page = (TABLE.parents[1] / "crimes.md").read_text(encoding="utf-8")
    sums = f"{planted} crimes of {len(kinds)} kinds: {found} found, {right} named right ({100 * right / planted:.1f} %)"
    assert f"{sums}, {false} false alarms." in page
    assert len(page.splitlines()) < 80
