"""What tests of games of data alone share: what lint says of a folder, its examples, and a game at random."""

from __future__ import annotations

from pathlib import Path

from tests.examples import unmet
from trc_module.cli.data import inspect_data
from trc_module.errors import UserError
from trc_module.gamespec import read_spec
from trc_module.rules.actions import End
from trc_module.rules.finder import known_game, load_rules
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import self_play
from trc_module.systems.kit import KitGame


def told_by_lint(folder: Path) -> list[str]:
    """Return the errors that lint tells of a game, a line each, with files as they are called in its folder."""
    known_game.cache_clear()
    try:
        found = inspect_data(folder, None)
    except UserError as error:
        lines = str(error).splitlines()
    else:
        lines = [str(problem) for each in found.values() for problem in each.problems if problem.is_error]
    return [line.replace(f"{folder}/", "") for line in lines]


def unmet_examples(game: KitGame, name: str) -> tuple[int, list[str]]:
    """Return how many rules a game has, and which statements of their examples are not so."""
    rules = game.book.under("")
    told = [
        line
        for rule in rules
        for example in rule.examples
        for statements in (example.kept, example.broken)
        if statements
        for line in unmet(rule.entry, statements, name)
    ]
    return len(rules), told


def acts_at_random(game: KitGame, seed: int, turns: int) -> set[str]:
    """Return the kinds of acts of a game at random, which breaks no rule and no invariant."""
    acts, faults = set[str](), list[str]()
    for told, state in self_play(game, game.start("campaign", frozenset()), game.player("", seed), turns):
        acts.add(type(told.action).__name__)
        assert told.findings == ()
        if isinstance(told.action, End):
            faults += [*broken(game, state), *round_trip(game, state)]
    assert faults == []
    return acts


def game_of(folder: Path) -> KitGame:
    """Return the game of a folder."""
    game = load_rules(read_spec(folder))
    assert isinstance(game, KitGame)
    return game
