"""Every example of the rulebook files: what keeps a rule and what breaks it, as far as the text decides."""

from __future__ import annotations

import pytest

from tests.examples import unmet_examples
from trc_module.games import find_game
from trc_module.rules.ledger import coverage
from trc_module.rules.registry import Rule

GAME = find_game("trp")
RULES = GAME.book.under("")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.number)
def test_each_example_tells_what_it_expects(rule: Rule) -> None:
    assert unmet_examples(rule, "trp") == []


def test_every_row_of_the_ledger_is_judged() -> None:
    rows = coverage(GAME.book, GAME.ledger)
    assert len(rows) == 58
    assert {row.row.rule for row in rows if row.status != "implemented"} == {"XIII.A4", "XIV.A"}
    assert [rule.number for rule in RULES] == [row.row.rule for row in rows]
