"""Every rule's own examples, as the docstrings state them, judged by the rules."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record
from trc_module.rules.registry import Rule, covers

BOOK = find_game("trc").book
HEADER = "game: trc\n"


def unmet(rule: Rule, text: str) -> list[str]:
    record = read_record(HEADER + text, f"rule {rule.number}", find_game)
    trial = try_record(record, f"rule {rule.number}")
    assert trial.expectations
    return [str(expectation) for expectation in trial.unmet]


@pytest.mark.parametrize("rule", BOOK.under(""), ids=lambda rule: rule.number)
def test_the_legal_example_is_legal(rule: Rule) -> None:
    assert rule.legal
    assert unmet(rule, rule.legal) == []


@pytest.mark.parametrize("rule", [rule for rule in BOOK.under("") if rule.illegal], ids=lambda rule: rule.number)
def test_the_illegal_example_breaks_the_rule(rule: Rule) -> None:
    assert unmet(rule, rule.illegal) == []
    expected = [word for line in rule.illegal.splitlines() if line.startswith("expect") for word in line.split()[1:]]
    numbers = [number for word in expected for number in word.split("|")]
    assert any(covers(number, rule.number) or covers(rule.number, number) for number in numbers)


def test_the_docstrings_say_all_that_a_reader_needs() -> None:
    lacking = [rule.number for rule in BOOK.under("") if not (rule.title and rule.text and rule.log and rule.data)]
    assert lacking == []
