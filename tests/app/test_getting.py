"""The modules that the page hands out."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from trc_module.app.getting import Modules
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.finder import known_game

TESTS = Path(__file__).parents[1]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Modules:
    """The module of the game that the tests made up: its counters are few."""
    monkeypatch.setenv(GAMES_PATH, str(TESTS))
    return Modules(("toy",))


def test_what_can_be_had_is_offered(modules: Modules) -> None:
    assert modules.offered() == [{"name": "toy", "title": "The Three Baronies"}]


def test_a_module_is_built_when_it_is_asked_for(modules: Modules) -> None:
    name, content = modules.built("toy", "it")
    assert name.startswith("toy-")
    assert name.endswith(".vmod")
    with zipfile.ZipFile(io.BytesIO(content)) as module:
        assert "buildFile.xml" in module.namelist()


def test_what_the_first_log_needs_is_read_before_it_is_dropped(modules: Modules) -> None:
    known_game.cache_clear()
    modules.warm()
    modules.wait_for_rules()
    # As those who open a log ask for it.
    game = find_game("toy", frozenset(), None)
    assert known_game.cache_info().misses == 1
    assert "questions" in vars(game)
    assert "rules" in vars(game.book.numbers)


@pytest.mark.parametrize("name", ["trc", "", "../toy", "toy/.."])
def test_no_other_is_handed_out(modules: Modules, name: str) -> None:
    with pytest.raises(UserError, match="There is no module of"):
        modules.built(name, "en")
