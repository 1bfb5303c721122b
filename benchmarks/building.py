"""Time of a build: from clean, with nothing changed, and whether two builds are the same bytes.

    python -m benchmarks.building [--rounds 5]

Each build is a process of its own into a fresh folder, as a module maker runs it, with a cache of pictures that is
empty at first; the program is compiled before, as it is after its first start. The budgets: about 3 s from clean on two
ordinary cores; with nothing changed at most 0.25 s above the interpreter's own start.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path


def seconds(words: Sequence[str], rounds: int, kept: Path) -> float:
    """Return the median wall time of a Python process."""
    return statistics.median(_watched(words, kept)[0] for _ in range(rounds))


def _watched(words: Sequence[str], kept: Path) -> tuple[float, float]:
    """Return the wall time of a Python process, and the processor time of all that it starts.

    `kept` is a folder for what the program keeps on disk, and the interpreter beside it.
    """
    given = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    given |= {"TRC_MODULE_CACHE": str(kept), "PYTHONPYCACHEPREFIX": str(kept.parent / "compiled")}
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=given)
    wall, after = time.perf_counter() - start, os.times()
    return wall, sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build = ["-m", "trc_module", "build", "-o"]
        _watched([*build, str(folder / "compiling.vmod")], folder / "first")
        bare = seconds(["-c", "pass"], rounds, folder / "first")
        start = seconds(["-m", "trc_module", "--version"], rounds, folder / "first")
        modules = [folder / f"{number}.vmod" for number in range(rounds)]
        clean, busy = zip(*(_watched([*build, str(path)], path.with_suffix("")) for path in modules), strict=True)
        _, drawn = _watched([*build, str(folder / "again.vmod")], folder / "0")
        idle = seconds([*build, str(folder / "0.vmod")], rounds, folder / "0")
        same = len({hashlib.sha256(path.read_bytes()).digest() for path in modules}) == 1
        size = modules[0].stat().st_size
    print(f"cores                              {os.cpu_count()}")
    print(f"the interpreter's own start        {bare:6.2f} s")
    print(f"trc-module --version               {start:6.2f} s   above it {start - bare:.2f} s (budget 0.20)")
    print(f"build from clean                   {min(clean):6.2f} s   (budget about 3)")
    print(f"    of it processor time           {min(busy):6.2f} s   in all processes")
    print(f"    with all pictures kept         {drawn:6.2f} s   of processor time")
    print(f"build with nothing changed         {idle:6.2f} s   above the start {idle - bare:.2f} s (budget 0.25)")
    print(f"clean builds, same bytes           {'yes' if same else 'NO'}   {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
