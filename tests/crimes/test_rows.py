"""Every row of the ledger that is judged has crimes in docs/crimes.md, or a reason why it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.rows import decidable, named_elsewhere, reasons, rows_in
from tests.crimes.trial import TELLING
from trc_module.games import find_game
from trc_module.games.trc import Trc
from trc_module.rules.record import read_record, try_record

PAGE = Path(__file__).parents[2] / "docs" / "crimes.md"


@pytest.fixture(scope="module")
def game() -> Trc:
    found = find_game("trc")
    assert isinstance(found, Trc)
    return found


def test_each_row_has_crimes_or_a_reason(game: Trc) -> None:
    known = rows_in(PAGE.read_text(encoding="utf-8")) | set(reasons())
    assert [found.row.rule for found in decidable(game) if found.row.rule not in known] == []


def test_reasons_are_given_for_rows_that_are_judged(game: Trc) -> None:
    assert set(reasons()) <= {found.row.rule for found in decidable(game)}


def test_what_is_named_elsewhere_is_named_so_by_its_own_example(game: Trc) -> None:
    wrong = []
    for rule, other in named_elsewhere().items():
        trial = try_record(read_record("game: trc\n" + game.book.rules[rule].illegal, rule, find_game), rule)
        told = [finding for outcome in trial.outcomes for finding in outcome.told.findings]
        if other not in {finding.rule for finding in told if finding.verdict in TELLING}:
            wrong.append(rule)
    assert wrong == []
