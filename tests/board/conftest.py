"""The real map, and copies of its files with one thing changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trc_module.board import Board, load_board
from trc_module.resources import data_dir

TRC = data_dir() / "trc"

Edit = Callable[[str, str, str], Path]
Overlay = Callable[..., Path]


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board(TRC)


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """Return a function that copies the data with one text replaced once in one file of the map."""

    def edit(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "trc"
        if not folder.exists():
            shutil.copytree(TRC / "map", folder / "map")
            shutil.copy(TRC / "game.toml", folder)
        path = folder / "map" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return edit


@pytest.fixture
def overlay(tmp_path: Path) -> Overlay:
    """Return a function that writes an owner's layer: features as (id, properties)."""

    def write(layer: str, *features: tuple[str, dict[str, Any]]) -> Path:
        folder = tmp_path / "mine"
        (folder / "map").mkdir(parents=True, exist_ok=True)
        collection = {
            "type": "FeatureCollection",
            "features": [
                {"type": "Feature", "id": id_, "properties": properties, "geometry": None}
                for id_, properties in features
            ],
        }
        (folder / "map" / f"{layer}.geojson").write_text(json.dumps(collection), encoding="utf-8")
        return folder

    return write
