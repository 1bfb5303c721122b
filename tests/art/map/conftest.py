"""The real map, and scenes of it."""

from __future__ import annotations

import pytest

from trc_module.art.map.scene import Scene
from trc_module.art.map.style import load_style
from trc_module.board import Board, load_board
from trc_module.charts import TerrainEffect
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board(data_dir() / "trc")


@pytest.fixture(scope="session")
def chart() -> dict[str, TerrainEffect]:
    return dict(load_charts(data_dir() / "trc").terrain)


@pytest.fixture(scope="session")
def whole(board: Board, chart: dict[str, TerrainEffect]) -> Scene:
    return Scene(board, load_style("colour"), board.grid.all, chart)
