"""Exactly what is told of each rule's illegal example: verdict, number, units, hexes, as in `told_of_examples.txt`.

An example that expects a chapter's number would not notice another of its rules blamed. Made anew, and then looked
through, by `python -m tests.games.trc.test_told_of_examples`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import findings
from trc_module.games import find_game
from trc_module.rules.registry import Rule, covers

PATH = Path(__file__).with_name("told_of_examples.txt")
# The variants of section 28 are offered untested, and still grow.
RULES = [rule for rule in find_game("trc").book.under("") if rule.illegal and not covers("28", rule.number)]


def line(rule: Rule) -> str:
    told = [
        " ".join((finding.verdict.value, finding.rule, *finding.units, *finding.hexes))
        for finding in findings(rule.illegal)
    ]
    return f"{rule.number}: {'; '.join(told)}"


LINES = PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else []
KNOWN = {text.partition(":")[0]: text for text in LINES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.number)
def test_what_is_told_of_a_rules_illegal_example(rule: Rule) -> None:
    assert line(rule) == KNOWN.get(rule.number)


if __name__ == "__main__":
    PATH.write_text("".join(f"{line(rule)}\n" for rule in RULES), encoding="utf-8")
