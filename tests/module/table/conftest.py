"""A module that a table declares: the toy's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy.game import FOLDER, Toy, load
from trc_module.module.inputs import ModuleInputs, load_inputs


def game_of(folder: Path) -> Toy:
    """Return the game with another folder of data."""
    known = load()
    return Toy(folder, known.board, known.roster, known.charts)


@pytest.fixture(scope="session")
def toy() -> ModuleInputs:
    return load_inputs(load(), FOLDER)


@pytest.fixture(scope="session")
def toy_module(toy: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the module once a session."""
    from trc_module.disk_cache import cache_root
    from trc_module.module.build import build_module

    path = tmp_path_factory.mktemp("toy") / "toy.vmod"
    build_module(toy, path, "0.0.1", cache_root())
    return path
