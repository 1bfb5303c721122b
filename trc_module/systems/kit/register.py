"""How the chapters enter their functions into a game's book, under the numbers that the game has for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trc_module.rules.registry import RuleBook


def numbered(book: RuleBook, function: Callable[..., Any], *numbers: str) -> None:
    """Enter a function under the numbers that a game has for it, '' for none; the first function of a number is its
    rule's."""
    for number in filter(None, numbers):
        if number not in book.numbers.functions:
            book.numbers.register(number, function)


def section_of(number: str) -> str:
    """Return the section of the rulebook in which a rule stands."""
    return number.partition(".")[0]
