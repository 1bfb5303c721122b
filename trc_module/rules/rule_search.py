"""Rules found by their number or by words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from trc_module.facts.choices import meant
from trc_module.rules.registry import Rule, RuleBook, in_order

SHORT: Mapping[str, str] = MappingProxyType(
    {
        "av": "automatic victory",
        "crt": "results",
        "hq": "headquarters",
        "los": "line of sight",
        "mp": "movement point",
        "ooc": "out of command",
        "oos": "supply",
        "rp": "replacement",
        "sr": "strategic",
        "tec": "terrain",
        "vp": "victory point",
        "zoc": "zone of control",
        "zocs": "zone of control",
    }
)
"""Abbreviations of players, with the word that rules use; a word finds its plural and all that begins with it."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class RulesFound:
    """The rules that words find, each in one of the two only, in the rulebook's order."""

    by_title: tuple[Rule, ...]
    by_text: tuple[Rule, ...]
    """Those whose explanation holds the words and whose title does not."""


def search_rules(book: RuleBook, words: str) -> RulesFound:
    """Return the rules whose title, or title and explanation together, hold all the words."""
    wanted = wanted_words(words)
    rules = [book.rules[number] for number in sorted(book.rules, key=in_order)]
    by_title = [rule for rule in rules if holds(searchable(rule.title), wanted)]
    named = {rule.number for rule in by_title}
    others = (rule for rule in rules if rule.number not in named)
    by_text = [rule for rule in others if holds(searchable(f"{rule.title} {rule.text}"), wanted)]
    return RulesFound(tuple(by_title), tuple(by_text))


def wanted_words(sought: str) -> list[str]:
    """Return the words that are looked for, short forms of players spelt out."""
    return [_one(word) for each in sought.split() for word in _words(SHORT.get(each.casefold(), each))]


def searchable(text: str) -> str:
    """Return a text as `holds` looks through it: its words with a blank before and after each."""
    return f" {' '.join(_words(text))} "


def holds(text: str, wanted: Collection[str]) -> bool:
    """Tell whether every word wanted begins a word of a searchable text; one or two letters are a whole word."""
    found = (f" {word}" in text if len(word) > 2 else f" {word} " in text for word in wanted)
    return any(len(word) > 1 for word in wanted) and all(found)


def meant_words(book: RuleBook, words: str) -> str:
    """Return ' (did you mean stacking?)' for words that are not found; '' if no known word is similar."""
    in_titles = {word for rule in book.rules.values() for word in _words(rule.title) if len(word) > 3}
    return meant(words.casefold(), sorted(in_titles | SHORT.keys()))


def _one(word: str) -> str:
    """Return a word without the s of its plural: what begins a word finds the plural too."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
