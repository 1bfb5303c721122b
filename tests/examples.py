"""Examples of rulebook files, played and held against what they expect, of the games that are found by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trc_module.games import find_game
from trc_module.rules.record.trial import Trial
from trc_module.rules.registry import Rule
from trc_module.rules.rulebook import judged
from trc_module.rules.rulebook.entry import Entry
from trc_module.rules.rulebook.example import RecordLine


def played(entry: Entry, statements: Sequence[RecordLine], game: str) -> Trial:
    """Play a record of an example."""
    return judged.played(entry, statements, game, find_game)


def unmet(entry: Entry, statements: Sequence[RecordLine], game: str) -> Iterator[str]:
    """Yield what was told instead, for each act of a record of which something else is told."""
    return judged.unmet(entry, statements, game, find_game)


def unmet_examples(rule: Rule, game: str) -> list[str]:
    """Return the same of all examples of a rule."""
    return judged.unmet_examples(rule, game, find_game)
