"""One search over all that a player may look for: rules by number and title first, then tasks, then what they explain.

The command `rule`, the app and the handbook search the same entries; pages that give evidence are not among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.resources import tasks_page
from trc_module.rules.registry import in_order
from trc_module.rules.rule_search import holds, searchable, wanted_words

if TYPE_CHECKING:
    from trc_module.rules.game import Game

RULE, TASK = "rule", "task"
_NUMBER = re.compile(r"[\d.-]")
_ROW = re.compile(r"^\| (?P<title>[^|]+) \| (?P<text>.+) \|$", re.MULTILINE)
_SEE = re.compile(r" \(\[[^\]]*\]\([^)]*\)\)")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """One thing that can be found."""

    kind: str
    """RULE or TASK."""
    name: str
    """The number of a rule; '' for a task."""
    title: str
    text: str
    game: str = ""
    """The name of the game whose rule it is."""
    also: str = ""
    """Words by which its title is found too: the English ones where it is told in another language."""


class SearchIndex:
    """Entries that words or numbers find, the best first."""

    def __init__(self, entries: Iterable[SearchEntry]) -> None:
        self._entries = tuple(entries)
        self._titles = [searchable(f"{entry.title} {entry.also}") for entry in self._entries]
        self._texts = [searchable(f"{entry.title} {entry.also} {entry.text}") for entry in self._entries]

    def search(self, sought: str) -> list[SearchEntry]:
        """Return rules by number, or rules by title, then tasks, then what only names the words in its text."""
        number = sought.strip().casefold()
        if _NUMBER.search(number):
            found = [entry for entry in self._entries if entry.name.casefold().startswith(number)]
            if found:
                return sorted(found, key=lambda entry: entry.name.casefold() != number)
        wanted = wanted_words(sought)
        titles = [holds(title, wanted) for title in self._titles]
        texts = [not named and holds(text, wanted) for named, text in zip(titles, self._texts, strict=True)]
        return [
            entry
            for those in (titles, texts)
            for kind in (RULE, TASK)
            for entry, there in zip(self._entries, those, strict=True)
            if there and entry.kind == kind
        ]


def rule_entries(game: Game, tongue: Tongue = ENGLISH) -> Iterator[SearchEntry]:
    """Yield the rules of a game in the rulebook's order, told in a language as far as it has them."""
    for number in sorted(game.book.rules, key=in_order):
        rule = game.book.rules[number]
        title, text = tongue.title(number, rule.title), tongue.explained(number, rule.text)
        also = "" if title == rule.title else rule.title
        yield SearchEntry(RULE, number, title, " ".join(text.split()), game.name, also)


@lru_cache(maxsize=1)
def task_entries() -> tuple[SearchEntry, ...]:
    """Return the tasks of the handbook's list, each with its commands."""
    rows = list(_ROW.finditer(tasks_page().read_text(encoding="utf-8")))[1:]
    return tuple(SearchEntry(TASK, "", _plain(row["title"]), _plain(row["text"])) for row in rows)


def index_of(games: Sequence[Game], tongues: Mapping[str, Tongue] | None = None) -> SearchIndex:
    """Return the index of the rules of some games, told in the tongue of each, and of all tasks."""
    told = tongues or {}
    rules = (entry for game in games for entry in rule_entries(game, told.get(game.name, ENGLISH)))
    return SearchIndex((*rules, *task_entries()))


def tasks_with(sought: str, *, by_title: bool = False) -> list[SearchEntry]:
    """Return the tasks that words find: by title alone, or by their commands too."""
    entries = (replace(entry, text="") for entry in task_entries()) if by_title else task_entries()
    found = {entry.title for entry in SearchIndex(entries).search(sought)}
    return [entry for entry in task_entries() if entry.title in found]


def _plain(cell: str) -> str:
    return _LINK.sub(r"\1", _SEE.sub("", cell)).replace("`", "")
