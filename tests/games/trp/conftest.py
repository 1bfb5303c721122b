"""A form of the game that is filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trp.form import fill


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an owner's folder with made-up data."""
    return fill(tmp_path_factory.mktemp("form") / "mine")
