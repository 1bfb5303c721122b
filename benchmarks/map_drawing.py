"""How long the map takes: from clean, with nothing changed, with one city moved, and a cropped view.

Run `python -m benchmarks.map_drawing`; the budgets are those of two idle cores. What all processes together take is
told too, for a machine that others share; the cropped view is drawn three times, since the first one also reads the
fonts and finds the rails and rivers of a board that nobody has asked for them yet.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from trc_module.art.map import render_png
from trc_module.board import load_board
from trc_module.charts import load_charts
from trc_module.resources import data_dir


def main() -> None:
    board = load_board(data_dir() / "trc")
    chart = load_charts(data_dir() / "trc").terrain
    kiev = board.cities["Kiev"]
    moved = replace(board, cities={**board.cities, "Kiev": replace(kiev, hex=board.grid.hex("X18"))})
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        told("full map from clean", 4.0, lambda: render_png(board, chart=chart, cache=cache))
        told("nothing changed", 0.2, lambda: render_png(board, chart=chart, cache=cache))
        told("one city moved", 2.0, lambda: render_png(moved, chart=chart, cache=cache))
        for _ in range(3):
            told("13 hexes about Kiev", 0.3, lambda: render_png(board, around=(kiev.hex, 6)))
        told("full map, double", 10.0, lambda: render_png(board, scale=2, chart=chart, cache=cache))


def told(what: str, budget: float, work: Callable[[], bytes]) -> None:
    wall, before = time.perf_counter(), os.times()
    size = len(work())
    wall, after = time.perf_counter() - wall, os.times()
    busy = sum(after[:4]) - sum(before[:4])
    print(f"{what:24} {wall:7.2f} s (budget {budget:5.1f} s), {busy:6.2f} s of processor, {size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
