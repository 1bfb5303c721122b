"""Time of drawing the map: from clean, with nothing changed, with one city moved, and a cropped view.

Run `python -m benchmarks.map_drawing`; the budgets are those of two idle cores. What all processes together take is
told too, for a machine that others share. The cropped view comes first: a process that has drawn nothing yet reads the
fonts and lays out the rivers, rails, borders and names of the whole board, which a folder keeps for the next process
and a process remembers. Then the same as a command, from Python's start to its end, with nothing kept, with what is
laid out once kept, and with the very picture kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from trc_module.art.map import render_png
from trc_module.board import load_board
from trc_module.games.trc.charts import load_charts
from trc_module.resources import data_dir


def main() -> None:
    board = load_board(data_dir() / "trc")
    chart = load_charts(data_dir() / "trc").terrain
    kiev = board.cities["Kiev"]
    minsk = board.cities["Minsk"].hex
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        told("13 hexes, from nothing", 1.0, lambda: render_png(board, around=(minsk, 6), chart=chart))
        render_png(replace(board), around=(minsk, 6), chart=chart, cache=cache)
        # Another board remembers nothing of the first.
        told("13 hexes, board kept", 0.3, lambda: render_png(replace(board), around=(kiev.hex, 6), cache=cache))
        for _ in range(3):
            told("13 hexes, in a process", 0.3, lambda: render_png(board, around=(kiev.hex, 6)))
    with tempfile.TemporaryDirectory() as folder:
        told("command, from nothing", 1.5, lambda: commanded(folder, "Kiev", "--no-cache"))
        commanded(folder, "Minsk")
        told("command, board kept", 0.5, lambda: commanded(folder, "Kiev"))
        told("command, picture kept", 0.3, lambda: commanded(folder, "Kiev"))
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        moved = replace(board, cities={**board.cities, "Kiev": replace(kiev, hex=board.grid.hex("X18"))})
        told("full map from clean", 6.0, lambda: render_png(replace(board), chart=chart, cache=cache))
        told("nothing changed", 0.2, lambda: render_png(board, chart=chart, cache=cache))
        told("one city moved", 2.0, lambda: render_png(moved, chart=chart, cache=cache))
        told("full map, double", 10.0, lambda: render_png(board, scale=2, chart=chart, cache=cache))


def commanded(folder: str, place: str, *options: str) -> bytes:
    """Return the picture that the command draws in a process of its own."""
    picture = Path(folder) / "crop.png"
    command = [sys.executable, "-m", "trc_module", "map", "--around", place, "--radius", "6", "-o", str(picture)]
    surroundings = {**os.environ, "TRC_MODULE_CACHE": folder}
    subprocess.run([*command, *options], env=surroundings, check=True, stdout=subprocess.DEVNULL)
    return picture.read_bytes()


def told(what: str, budget: float, work: Callable[[], bytes]) -> None:
    wall, before = time.perf_counter(), os.times()
    size = len(work())
    wall, after = time.perf_counter() - wall, os.times()
    busy = sum(after[:4]) - sum(before[:4])
    print(f"{what:24} {wall:7.2f} s (budget {budget:5.1f} s), {busy:6.2f} s of processor, {size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
