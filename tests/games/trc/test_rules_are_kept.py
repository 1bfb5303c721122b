"""Every rule is kept by somebody: its own function is asked, or the one that it names; words alone keep nothing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import trc_module.games.trc
from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record
from trc_module.rules.registry import Rule, RuleBook

BOOK = find_game("trc").book
TOLD = [rule for rule in BOOK.under("") if rule.by is not None]


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
        asked.update(policy for _, policy in option.replaced)
    names = mentioned()
    idle = [
        f"{rule.number}: {rule.name}"
        for rule in BOOK.under("")
        if rule.by is None and rule.function not in asked and rule.function.__name__ not in names
    ]
    assert idle == []


@pytest.mark.parametrize("rule", TOLD, ids=lambda rule: rule.number)
def test_words_alone_have_no_code(rule: Rule) -> None:
    assert rule.function() is None
    assert rule.function.__code__.co_names == ()


def run(rule: Rule, text: str) -> set[CodeType]:
    """Return the code that a record of a rule runs."""
    record = read_record(f"game: trc\n{text}", f"rule {rule.number}", find_game)
    seen: set[CodeType] = set()

    def see(frame: FrameType, event: str, given: Any) -> None:
        seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        try_record(record, f"rule {rule.number}")
    finally:
        sys.setprofile(before)
    return seen


@pytest.mark.parametrize("rule", [rule for rule in TOLD if rule.by], ids=lambda rule: rule.number)
def test_what_keeps_a_rule_runs_in_its_example(rule: Rule) -> None:
    module, _, name = rule.name.rpartition(".")
    code = getattr(import_module(module), name).__code__
    assert code in run(rule, rule.illegal or rule.legal)


def test_what_can_be_broken_is_kept_by_somebody() -> None:
    assert [rule.number for rule in TOLD if rule.illegal and not rule.by] == []
