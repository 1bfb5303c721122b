"""What all tests share: the fixture `referee`, the real VASSAL engine, and our module, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.parts import ModuleParts, load_parts
from trc_module.resources import data_dir

pytest_plugins = ["tests.referee.plugin"]


@pytest.fixture(scope="session")
def parts() -> ModuleParts:
    return load_parts(find_game("trc"), data_dir() / "trc")


@pytest.fixture(scope="session")
def module_file(parts: ModuleParts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the module once a session; its pictures are kept for the next test that builds."""
    folder = tmp_path_factory.mktemp("module")
    path = folder / "trc.vmod"
    build_module(parts, path, "0.0.1", folder / "cache")
    return path
