from __future__ import annotations

from pathlib import Path

import pytest

from tests.profiles.standin import OTHER, TRC4, StandIn
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.draft import Draft, draft_profile
from trc_module.profiles.outline import outline_of
from trc_module.profiles.text import profile_text
from trc_module.profiles.words import Words, load_words
from trc_module.rules.record import Record
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.buildfile import parse_build_file


@pytest.fixture(scope="session")
def words(parts: ModuleInputs) -> Words:
    return load_words(parts.folder)


@pytest.fixture(scope="session")
def drafts(parts: ModuleInputs, words: Words) -> dict[str, Draft]:
    """Return the drafts of both modules, by their names."""
    return {module.name: draft(module, parts, words) for module in (TRC4, OTHER)}


@pytest.fixture(scope="session")
def profiles(drafts: dict[str, Draft], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the files of both drafts, by the modules' names."""
    folder = tmp_path_factory.mktemp("profiles")
    paths = {}
    for name, made in drafts.items():
        paths[name] = folder / f"{name}.toml"
        paths[name].write_text(profile_text(made, name), encoding="utf-8")
    return paths


@pytest.fixture(scope="session")
def three_turns() -> Record:
    """Return a legal game of three turns from the set-up on."""
    game = find_game("trc")
    start = game.start("campaign", frozenset())
    return record_of(game, start, [told.action for told, _ in self_play(game, start, game.player("random", 1), 3)])


def draft(module: StandIn, parts: ModuleInputs, words: Words) -> Draft:
    root = parse_build_file(module.build_file(parts).encode())
    return draft_profile(outline_of(root), parts, words)
