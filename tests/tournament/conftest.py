"""A tournament with one judged game, which tests only read: a copy of its folder is theirs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.archive.games import WORK, compose_game
from tests.tournament.folders import folder_of
from trc_module.archive.adding import add
from trc_module.archive.ownership import leave
from trc_module.archive.store import Store
from trc_module.archive.table import game_rows
from trc_module.module.inputs import ModuleInputs
from trc_module.resources import data_dir
from trc_module.tournament.folder import read_tournament
from trc_module.tournament.results import results_of
from trc_module.tournament.site import write_site

ROWS = ("1.1,1,Ann,Bert,axis 2", "1.2,1,Carl,Dora,,,russian,resignation,,8,2026-03-20")
PLAYERS = """[[player]]
name = "Ann"
aliases = ["Axis player"]
email = "ann@example.org"
zone = "Europe/Berlin"
language = "de"

[[player]]
name = "Bert"
aliases = ["Russian player"]
email = "bert@example.org"
language = "it"

[[player]]
name = "Carl"
email = "carl@example.org"

[[player]]
name = "Dora <b>"
aliases = ["Dora"]
"""
SETTINGS = """custom = "area"

[limits]
answer-days = 7

[bids]
unit = "points"

[[round]]
number = 1
begins = 2026-03-01
ends = 2026-04-30
"""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, parts: ModuleInputs) -> Path:
    place = tmp_path_factory.mktemp("played")
    folder = folder_of(place / "spring", rows=ROWS, settings=SETTINGS)
    (folder / "players.toml").write_text(PLAYERS, encoding="utf-8")
    (folder / "games").mkdir()
    text = (data_dir() / "trc" / "games" / "opening.game").read_text(encoding="utf-8")
    log = compose_game(parts, text, folder / "games" / "opening.vlog")
    with Store(folder / "archive.db", new=True) as store:
        assert add(store, [log], WORK).games == 1
    return folder


@pytest.fixture
def spring(played: Path, tmp_path: Path) -> Path:
    """Return the folder as one that was made here."""
    folder = Path(shutil.copytree(played, tmp_path / "spring"))
    assert leave(folder / "archive.db")
    return folder


def written(folder: Path) -> Path:
    """Write the site of a tournament and return its folder."""
    tournament = read_tournament(folder)
    with Store(tournament.archive, reads=True) as store:
        games = game_rows(store)
    results = results_of(tournament, games)
    done = write_site(tournament, results, folder / "page", WORK, date(2026, 5, 2), lambda *_: None)
    assert done.faults == []
    return folder / "page"


@pytest.fixture
def write(spring: Path) -> Callable[[], Path]:
    """Return what writes the site of a tournament that a test may change."""
    return lambda: written(spring)


@pytest.fixture(scope="session")
def site(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, which tests only read."""
    folder = Path(shutil.copytree(played, tmp_path_factory.mktemp("site") / "spring"))
    assert leave(folder / "archive.db")
    return written(folder)
