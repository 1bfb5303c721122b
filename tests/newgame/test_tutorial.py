"""docs/adding-a-game.md holds word by word: its commands are run, its edits made, its output compared."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tutorial import differences
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.finder import known_game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
PACKAGE = "three_hills_rules"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    # The program sets it for --games-path.
    monkeypatch.setenv(GAMES_PATH, "")
    monkeypatch.setattr(sys, "path", [*sys.path])
    _forget()
    yield
    _forget()


def _forget() -> None:
    """Each command of the page is a process of its own, which reads the rules anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    known_game.cache_clear()


def test_whoever_follows_the_page_gets_what_it_says() -> None:
    assert differences(PAGE, _forget) == []
