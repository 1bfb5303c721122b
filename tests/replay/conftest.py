from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def script(parts: ModuleInputs, tmp_path: Path) -> Callable[[str], Script]:
    """Begin a log with the position that a record's header gives."""
    return lambda header: Script(parts, header, tmp_path / "game.vlog")
