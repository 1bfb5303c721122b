"""Hundreds of logs at once: the audit of all of them on all processors, against reading them one after the other.

    python -m benchmarks.many_audits [--logs 1000] [--different 20] [--turns 1]

The goal: `trc-module audits` uses all processors and ends before the same logs could be read serially ten times. The
logs are short games of self-play, each of which is there several times: nothing of an audit is kept for the next.
Seconds on the clock, and processor seconds with what they come to when all processors are free.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trc_module import __version__
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.parts import load_parts
from trc_module.resources import data_dir
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.saves import read_saved_game

TIMES = 10


def write_logs(folder: Path, logs: int, different: int, turns: int) -> None:
    """Play some games and write their logs, over and over until there are enough."""
    game = find_game("trc")
    parts = load_parts(game, data_dir() / game.name)
    for seed in range(1, different + 1):
        start = game.start("campaign", frozenset())
        acts = [told.action for told, _ in self_play(game, start, game.player("random", seed), turns)]
        first = folder / f"{seed:04d}.vlog"
        compose(parts, record_of(game, start, acts), first, __version__)
        for copy in range(seed + different, logs + 1, different):
            shutil.copyfile(first, folder / f"{copy:04d}.vlog")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=1000)
    parser.add_argument("--different", type=int, default=20)
    parser.add_argument("--turns", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_logs(folder, given.logs, min(given.different, given.logs), given.turns)
        paths = sorted(folder.glob("*.vlog"))
        begin, cpu = time.perf_counter(), time.process_time()
        for path in paths:
            read_saved_game(path)
        read, read_cpu = time.perf_counter() - begin, time.process_time() - cpu
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.perf_counter()
        words = [sys.executable, "-m", "trc_module", "audits", str(folder)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        took = time.perf_counter() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpus = os.cpu_count() or 1
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = "".join(done.stdout.splitlines()[-1:]) or done.stderr[-200:]
    print(f"{len(paths)} logs of {given.turns} turns, {cpus} processors; {told}")
    print("seconds                   on the clock   of processors")
    print(f"read serially             {read:12.1f}{read_cpu:16.1f}")
    print(f"audited                   {took:12.1f}{used:16.1f}   {used / took:.2f} processors busy")
    print(f"x ten readings:    {took / read / TIMES:8.2f}   on the clock (goal: below 1)")
    print(f"by processor time: {used / cpus / read_cpu / TIMES:8.2f}   if all processors are free")


if __name__ == "__main__":
    main()
