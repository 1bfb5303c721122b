"""The examples of every rule in `data/trc/rules`: exactly what they expect is told of each act."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import unmet, unmet_examples
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.rules.finding import ACCUSING
from trc_module.rules.registry import Rule
from trc_module.rules.rulebook.reader import read_rules

BOOK = find_game("trc").book

AN_ENTRY = """
7.1a  A unit controls its own hex and the six around it
It reaches into every terrain.
log: nothing
data: the map
  at: turn 2 axis impulse 1 movement clear
  on Y20: ger-41-pz
  on X17: rus-24-inf
"""


@pytest.mark.parametrize("rule", BOOK.under(""), ids=lambda rule: rule.number)
def test_what_is_told_of_each_record_is_what_it_expects(rule: Rule) -> None:
    assert unmet_examples(rule, "trc") == []


def test_what_breaks_a_rule_is_told_under_its_number_or_one_that_the_example_names() -> None:
    silent = [
        rule.number
        for rule in BOOK.under("")
        for example in rule.examples
        if example.broken and not any(statement.told for statement in example.broken)
    ]
    assert silent == []


SHOWN_BY_ANOTHER_RULE = {
    "7.1d": "a headquarters has a zone: who meets it must stop",
    "7.4a": "both have a zone there: who moves between them breaks 8.3",
    "9.3.3b": "who walks on rails must stop in the woods",
    "22.2c": "a worker has a zone: who meets it must stop",
    "25.1.1-3": "the victory is that the other side has not matched",
    "25.1.2-2": "the victory is that the other side has not matched",
}
"""The reasons why a record that keeps a rule breaks another one."""


def test_what_keeps_a_rule_breaks_no_other_without_a_reason() -> None:
    breaking = {
        rule.number
        for rule in BOOK.under("")
        for example in rule.examples
        for statement in example.kept or ()
        if any(told.verdict in ACCUSING for told in statement.told)
    }
    assert breaking == SHOWN_BY_ANOTHER_RULE.keys()


def errors(tmp_path: Path, act: str) -> list[str]:
    path = tmp_path / "some.rules"
    path.write_text(AN_ENTRY.lstrip() + act, encoding="utf-8")
    (entry,) = read_rules(path)
    (example,) = entry.examples
    found = [line for each in (example.kept, example.broken) if each for line in unmet(entry, each, "trc")]
    return [line.removeprefix(str(path)) for line in found]


def test_an_example_that_tells_something_else_is_told_with_its_line(tmp_path: Path) -> None:
    assert errors(tmp_path, "  move ger-41-pz Y20 Y19 Y18 Y17\n") == []
    assert errors(tmp_path, "  move ger-41-pz Y20 Y19 Y18 Y17 Z17\n") == [
        ", line 8: expected 'ok', told '7.2 rus-24-inf'"
    ]
    assert errors(tmp_path, "+ move ger-41-pz Y20 Y19\n- move ger-41-pz Y20 Y19 Y18 Y17 Z17\n") == [
        ", line 9: expected '7.1a', told '7.2 rus-24-inf'"
    ]
    assert errors(tmp_path, "+ move ger-41-pz Y20 Y19\n- move ger-41-pz Y20 Y19 Y18 Y17 Z17  => 7.2\n") == [
        ", line 9: expected '7.2', told '7.2 rus-24-inf'"
    ]
    assert errors(tmp_path, "  move ger-41-pz Y20 Y19 => 7.2 rus-24-inf\n") == [
        ", line 8: expected '7.2 rus-24-inf', told 'ok'"
    ]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        ("  moove ger-41-pz Y20 Y19\n", r"some\.rules, line 8: expected an act"),
        ("  on X18: rus-99-inf\n", r"some\.rules, line 8: expected a unit"),
        ("  move ger-41-pz X20 X19\n", r"some\.rules, line 8: "),
    ],
)
def test_a_broken_example_is_an_error_with_its_line(tmp_path: Path, act: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        errors(tmp_path, act)
