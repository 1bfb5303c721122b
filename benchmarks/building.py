"""Time of a build: from clean, with nothing changed, and whether two builds are the same bytes.

    python -m benchmarks.building [--rounds 5]

Each build is a process of its own into a fresh folder, as a module maker runs it. The budgets: about 3 s from clean on
two ordinary cores; with nothing changed at most 0.25 s above the interpreter's own start.
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


def seconds(words: Sequence[str], rounds: int) -> float:
    """Return the median wall time of a Python process."""
    return statistics.median(_once(words) for _ in range(rounds))


def _once(words: Sequence[str]) -> float:
    return _watched(words)[0]


def _watched(words: Sequence[str]) -> tuple[float, float]:
    """Return the wall time of a Python process, and the processor time of all that it starts."""
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, os.times()
    return wall, sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        bare = seconds(["-c", "pass"], rounds)
        start = seconds(["-m", "trc_module", "--version"], rounds)
        first, second = Path(one) / "trc.vmod", Path(two) / "other.vmod"
        build = ["-m", "trc_module", "build", "-o"]
        clean, busy = zip(*(_watched([*build, str(path)]) for path in (first, second)), strict=True)
        idle = seconds([*build, str(first)], rounds)
        same = len({hashlib.sha256(path.read_bytes()).digest() for path in (first, second)}) == 1
        size = first.stat().st_size
    print(f"cores                              {os.cpu_count()}")
    print(f"the interpreter's own start        {bare:6.2f} s")
    print(f"trc-module --version               {start:6.2f} s   above it {start - bare:.2f} s (budget 0.20)")
    print(f"build from clean                   {min(clean):6.2f} s   (budget about 3)")
    print(f"    of it processor time           {min(busy):6.2f} s   in all processes")
    print(f"build with nothing changed         {idle:6.2f} s   above the start {idle - bare:.2f} s (budget 0.25)")
    print(f"two clean builds, same bytes       {'yes' if same else 'NO'}   {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
