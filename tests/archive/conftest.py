"""An archive that tests only read: a battle at 3-1, a game in two logs, and a damaged file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import BATTLE, added, chain, compose_game
from trc_module.module.inputs import ModuleInputs


@pytest.fixture(scope="session")
def tournament(tmp_path_factory: pytest.TempPathFactory, parts: ModuleInputs) -> Path:
    """Return the archive; beside it lies the folder `logs` with the files."""
    place = tmp_path_factory.mktemp("tournament")
    (place / "logs").mkdir()
    chain(parts, place / "logs")
    compose_game(parts, BATTLE, place / "logs" / "battle.vlog")
    (place / "logs" / "bad.vlog").write_bytes(b"this is no log")
    added(place / "games.db", place / "logs")
    return place / "games.db"
