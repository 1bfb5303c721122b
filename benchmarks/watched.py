"""From the last write of a log in a watched folder until the app shows it, judged.

    python -m benchmarks.watched [--times 5] [--steps 150,600]

The app watches a folder in a process of its own, and has been at rest. A log is saved there as VASSAL does it, in
pieces with pauses between them, and once more, longer, under a second name, as a game goes on. The clock begins with
the last write and ends when the list of games has it. On a machine with other work the clock says little: beside it
stands the processor time that the app and its processes have spent meanwhile, and with the wait until a file counts as
written it decides.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.app import Running, write
from trc_module.app.watching import SETTLES

LIMIT = 1.0
"""Seconds from the last write until a log is judged."""
_PIECES, _PAUSE = 4, 0.05
"""The pieces in which a log is written, and the seconds between them."""


def _tree(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _tree(int(child))


def processor(app: Running) -> float:
    """Return the seconds of processor time that the app and its processes have spent."""
    ticks = 0
    for process in _tree(app.process.pid):
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def rest(app: Running) -> None:
    """Wait until the app has nothing to do: its processes import the rules before there is work."""
    while not app.ask("api/games")["settled"]:
        time.sleep(0.1)
    spent = -1.0
    while processor(app) - spent > 0.05:
        spent = processor(app)
        time.sleep(3)


def shown_after(app: Running, path: Path, content: bytes) -> tuple[float, float]:
    """Save a log in pieces; return the seconds from its last write until it is listed, by the clock and of work."""
    rest(app)
    size = len(content) // _PIECES + 1
    with path.open("wb") as stream:
        for at in range(0, len(content), size):
            stream.write(content[at : at + size])
            stream.flush()
            written, before = time.perf_counter(), processor(app)
            time.sleep(_PAUSE if at + size < len(content) else 0)
    while not any(path.name in game["logs"] and not game["error"] for game in app.ask("api/games")["games"]):
        time.sleep(0.1)
        if time.perf_counter() - written > 120:
            raise SystemExit(f"{path.name} was not shown within two minutes.")
    took = time.perf_counter() - written
    return took, processor(app) - before + SETTLES / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--steps", default="150,600")
    options = parser.parse_args()
    worst = 0.0
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'seconds':<30}{'clock':>9}{'median':>9}{'work':>9}{'median':>9}{'limit':>8}")
    with tempfile.TemporaryDirectory() as place:
        for steps in map(int, options.steps.split(",")):
            taken: dict[str, list[tuple[float, float]]] = {"first log": [], "the next log": []}
            logs = []
            for size in (steps, steps * 5 // 4):
                write(size, 5, path := Path(place, f"{size}.vlog"))
                logs.append(path.read_bytes())
            gc.freeze()
            for _ in range(options.times):
                with tempfile.TemporaryDirectory() as folder:
                    app = Running(Path(folder))
                    try:
                        for number, (times, content) in enumerate(zip(taken.values(), logs, strict=True), 1):
                            times.append(shown_after(app, Path(folder, f"week{number}.vlog"), content))
                    finally:
                        app.process.terminate()
                        app.process.wait(20)
            for what, times in taken.items():
                clock, work = zip(*times, strict=True)
                told = (max(clock), median(clock), max(work), median(work), LIMIT)
                print(f"{f'{what}, {steps} steps':<30}" + "".join(f"{each:9.2f}" for each in told))
                worst = max(worst, *work)
    sys.exit(0 if worst <= LIMIT else 1)


if __name__ == "__main__":
    main()
