"""What a rulebook says of itself that is not so: functions that are not there, examples that come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from trc_module.errors import UserError
from trc_module.facts import Problem
from trc_module.facts.choices import one_of
from trc_module.rules.game import Game
from trc_module.rules.rulebook.judged import unmet_examples
from trc_module.rules.rulebook.reader import NOBODY

_CHECK = "rules"
"""The check, as problems name it."""


def missing_functions(game: Game, folder: Path) -> Iterator[Problem]:
    """Yield the rules whose `by:` names no function of the game's package."""
    for rule in game.book.rules.values():
        entry = rule.entry
        if entry.by and not _is_there(rule.name):
            expected = f"{one_of([NOBODY], entry.by)}, or a function of the package, from it on"
            message = f"rule {entry.number}, 'by': expected {expected}; found '{entry.by}'"
            yield Problem(_CHECK, message, _below(entry.path, folder), line=entry.line)


def _is_there(name: str) -> bool:
    module, _, function = name.rpartition(".")
    try:
        found: Any = import_module(module)
    except ImportError:
        return False
    return callable(getattr(found, function, None))


def wrong_examples(game: Game, folder: Path) -> Iterator[Problem]:
    """Yield the examples of the rulebook that cannot be read, or of which something else is told than they say."""
    for rule in game.book.under(""):
        try:
            unmet = unmet_examples(rule, game.name, lambda *asked: game)
        except UserError as error:
            unmet = [str(error)]
        for line in unmet:
            yield Problem(_CHECK, f"an example of rule {rule.entry.number}: {line.replace(f'{folder}/', '')}")


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
