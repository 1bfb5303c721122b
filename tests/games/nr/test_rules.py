"""The rulebook files: every example is played, every row of the ledger has its rule."""

from __future__ import annotations

import pytest

from tests.examples import unmet_examples
from trc_module.games.nr import load
from trc_module.rules.ledger import coverage
from trc_module.rules.registry import Rule

GAME = load()
BOOKLET = [
    "13.0", "13.1a", "13.1b", "13.1c", "13.1d", "13.1e", "13.1f", "13.1g", "13.1h", "13.2", "13.3", "13.4",
    "13.5-1", "13.5-1-4", "13.5-3", "13.5-5a", "13.5-5b", "13.5-6", "13.5-12", "13.5-13", "13.5-15", "13.5-16",
    "13.5-17", "13.5-18", "14.1a", "14.1b", "14.1c", "14.1d", "14.1e", "14.2a", "14.2b", "14.2c", "14.3a",
    "14.3b", "14.3c", "14.4a", "14.4b", "15.1a", "15.1b", "15.2a", "15.2b", "15.3a", "15.3.1a", "15.3.1b",
    "15.3.2", "15.3.3", "15.3.4", "15.3.5", "15.4", "6.1", "6.2", "6.3", "7.2", "8.5.2", "8.5.3", "9.1",
    "10.1.1", "10.6", "10.7", "10.8", "12",
]  # fmt: skip
"""The sixty-one single rules that the booklet holds or cites."""


@pytest.mark.parametrize("rule", GAME.book.under(""), ids=lambda rule: rule.number)
def test_each_example_tells_what_it_expects(rule: Rule) -> None:
    assert unmet_examples(rule, "nr") == []


def test_the_ledger_has_every_rule_of_the_booklet_and_of_the_rulebook() -> None:
    rows = [row.rule for row in GAME.ledger]
    assert len(BOOKLET) == 61
    assert set(BOOKLET) <= set(rows)
    assert set(rows) == set(GAME.book.rules)


def test_no_row_of_the_ledger_is_open() -> None:
    found = coverage(GAME.book, GAME.ledger)
    assert {each.status for each in found} == {"implemented", "definition", "permission"}
    assert sum(each.status == "implemented" for each in found) == 91
