"""The shipped charts, and a copy of their folder to spoil."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from trc_module.games.trc.charts import Charts, load_charts
from trc_module.resources import data_dir

Edit = Callable[[str, str, str], Path]


@pytest.fixture(scope="session")
def charts() -> Charts:
    """Return the charts that we ship."""
    return load_charts(data_dir() / "trc")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the data folder without what makes the module."""
    place = tmp_path / "trc"
    shutil.copytree(data_dir() / "trc", place, ignore=shutil.ignore_patterns("module"))
    return place


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Return a function that replaces one passage of a file of the copy, once."""

    def edit_file(name: str, old: str, new: str) -> Path:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} does not hold {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return edit_file
