"""The skeleton of a new game, whose rules are data: each test changes a copy of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.newgame import write_skeleton


@pytest.fixture
def hills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game that has just been begun."""
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    write_skeleton(tmp_path / "hills", "Hills")
    return tmp_path / "hills"
