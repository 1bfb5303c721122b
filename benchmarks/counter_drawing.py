"""Time of drawing the counters: all faces from clean, the faces of one erratum, and the sheets to print.

    python -m benchmarks.counter_drawing [--sheets]

"From clean" is a process of its own that imports, reads the roster and draws every front and back, as a first build.
The budget is 4 s on two cores for all faces. With a pool of two processes beside it, to see whether one would pay.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.art.counters import Side
    from trc_module.roster import Marker, Unit

BUDGET = 4.0


def all_faces() -> list[tuple[Unit | Marker, Side]]:
    from trc_module.art.counters import has_back
    from trc_module.resources import data_dir
    from trc_module.roster import load_roster

    roster = load_roster(data_dir() / "trc")
    items: list[Unit | Marker] = [*roster.units.values(), *roster.markers.values()]
    fronts: list[tuple[Unit | Marker, Side]] = [(item, "front") for item in items]
    return fronts + [(item, "back") for item in items if has_back(item)]


def draw_all(part: int = 0, parts: int = 1) -> int:
    from trc_module.art.counters import render_faces

    faces = all_faces()[part::parts]
    # As many at once as a build gives to a painter.
    return sum(len(face) for start in range(0, len(faces), 24) for face in render_faces(faces[start : start + 24]))


def draw_in_pool(workers: int) -> int:
    with ProcessPoolExecutor(workers) as pool:
        return sum(pool.map(draw_all, range(workers), [workers] * workers))


def erratum() -> tuple[float, int]:
    """Return the seconds from a corrected roster to its redrawn faces, and how many these are."""
    from trc_module.art.counters import face_key, render_face
    from trc_module.roster import Unit

    faces = all_faces()
    known = {face_key(item, side) for item, side in faces}
    unit = faces[10][0]
    assert isinstance(unit, Unit), "the first rows are units"
    faces[10] = (replace(unit, combat=9), "front")
    start = time.perf_counter()
    new = [(item, side) for item, side in faces if face_key(item, side) not in known]
    for item, side in new:
        render_face(item, side)
    return time.perf_counter() - start, len(new)


def clean(expression: str) -> tuple[float, float, str]:
    """Evaluate in a process of its own; return its seconds by the clock and of all processors, and what it prints."""
    start, before = time.perf_counter(), os.times()
    code = f"from benchmarks.counter_drawing import *; print({expression})"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    after = os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, busy, done.stdout.strip()


def sheets() -> tuple[float, int]:
    from trc_module.art.counters.export import export_sheets
    from trc_module.art.counters.sheets import SheetOptions

    items = [item for item, side in all_faces() if side == "front"]
    start = time.perf_counter()
    with TemporaryDirectory() as folder:
        pages = export_sheets(items, Path(folder) / "sheets.pdf", SheetOptions())
    return time.perf_counter() - start, pages


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the drawing of the counters.")
    parser.add_argument("--sheets", action="store_true", help="also the PDF")
    options = parser.parse_args()
    count = len(all_faces())
    seconds, busy, size = clean("draw_all()")
    print(f"all {count} faces from clean:   {seconds:5.2f} s, {busy:5.2f} s of processor  (budget {BUDGET:.0f} s)")
    seconds, busy, _ = clean("draw_in_pool(2)")
    print(f"the same in two processes:  {seconds:5.2f} s, {busy:5.2f} s of processor  ({int(size) / 1e6:.1f} MB)")
    seconds, redrawn = erratum()
    print(f"after one erratum:          {seconds:5.2f} s  ({redrawn} face redrawn, {count} keys)")
    if options.sheets:
        seconds, pages = sheets()
        print(f"sheets as PDF:              {seconds:5.2f} s  ({pages} pages)")


if __name__ == "__main__":
    main()
