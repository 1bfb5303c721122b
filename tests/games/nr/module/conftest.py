"""The module of No Retreat!, built once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.games.nr import load
from trc_module.games.nr.data import FOLDER
from trc_module.module.inputs import ModuleInputs, load_inputs


@pytest.fixture(scope="session")
def parts() -> ModuleInputs:
    return load_inputs(load(), FOLDER)


@pytest.fixture(scope="session")
def nr_module(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from trc_module.disk_cache import cache_root
    from trc_module.module.build import build_module

    path = tmp_path_factory.mktemp("nr") / "nr.vmod"
    build_module(parts, path, "0.0.1", cache_root())
    return path
