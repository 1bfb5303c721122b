"""The modules that the page hands out."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from trc_module.app.getting import Modules
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH

TESTS = Path(__file__).parents[1]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Modules:
    """The module of the game that the tests made up: its counters are few."""
    monkeypatch.setenv(GAMES_PATH, str(TESTS))
    return Modules(("toy",))


def test_what_can_be_had_is_offered(modules: Modules) -> None:
    assert modules.offered() == [{"name": "toy", "title": "The Three Baronies"}]


def test_a_module_is_built_when_it_is_asked_for(modules: Modules) -> None:
    name, content = modules.built("toy", "it")
    assert name.startswith("toy-")
    assert name.endswith(".vmod")
    with zipfile.ZipFile(io.BytesIO(content)) as module:
        assert "buildFile.xml" in module.namelist()


@pytest.mark.parametrize("name", ["trc", "", "../toy", "toy/.."])
def test_no_other_is_handed_out(modules: Modules, name: str) -> None:
    with pytest.raises(UserError, match="There is no module of"):
        modules.built(name, "en")
