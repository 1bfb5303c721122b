from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.games import find_game
from trc_module.module.parts import ModuleParts, load_parts
from trc_module.resources import data_dir


@pytest.fixture(scope="session")
def parts() -> ModuleParts:
    return load_parts(find_game("trc"), data_dir() / "trc")


@pytest.fixture
def script(parts: ModuleParts, tmp_path: Path) -> Callable[[str], Script]:
    """Begin a log with the position that a record's header gives."""
    return lambda header: Script(parts, header, tmp_path / "game.vlog")
