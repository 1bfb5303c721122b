"""Every rule is kept by somebody: its own function is asked, or the one that its entry names."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import trc_module.games.trc
from tests.examples import played
from trc_module.games import find_game
from trc_module.rules.registry import Rule, RuleBook
from trc_module.rules.rulebook.example import RecordLine

BOOK = find_game("trc").book
NAMED = [rule for rule in BOOK.under("") if rule.entry.by]
"""Rules whose entry names the function that carries them out."""


def registered(book: RuleBook) -> Iterator[Any]:
    """Yield what a book asks by itself."""
    for functions in (*book._checks.values(), *book._effects.values()):
        yield from functions
    yield from book.listers.values()
    yield from book.followers


def mentioned() -> set[str]:
    """Return the names that stand anywhere in the code but where they are defined."""
    found = set()
    for path in Path(trc_module.games.trc.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return found


def test_every_function_of_a_rule_is_asked() -> None:
    asked = set(registered(BOOK))
    for option in BOOK.options.values():
        asked.update(registered(option))
        asked.update(policy for _, policy in option.overrides)
    names = mentioned()
    idle = [
        f"{rule.number}: {rule.name}"
        for rule in BOOK.under("")
        if rule.function and rule.function not in asked and rule.function.__name__ not in names
    ]
    assert idle == []


def run(rule: Rule, statements: Sequence[RecordLine]) -> set[CodeType]:
    """Return the code that a record of a rule runs."""
    seen: set[CodeType] = set()

    def see(frame: FrameType, event: str, given: Any) -> None:
        seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        played(rule.entry, statements, "trc")
    finally:
        sys.setprofile(before)
    return seen


@pytest.mark.parametrize("rule", NAMED, ids=lambda rule: rule.number)
def test_what_keeps_a_rule_runs_in_its_example(rule: Rule) -> None:
    module, _, name = rule.name.rpartition(".")
    code = getattr(import_module(module), name).__code__
    example = rule.examples[0]
    assert code in run(rule, example.broken or example.kept)


def test_what_can_be_broken_is_kept_by_somebody() -> None:
    assert [rule.number for rule in BOOK.under("") if rule.illegal and not rule.name] == []
