"""Hundreds of logs at once: the audit of all of them on all processors, against reading them one after the other.

    python -m benchmarks.many_audits [--logs 1000] [--different 40] [--long 12] [--folder FOLDER]

The goal: `trc-module audits` uses all processors and ends before the same logs could be read serially ten times. The
logs are games of self-play, each of which is there several times: nothing of an audit is kept for the next. Of ten
games nine have one or two turns and one has `--long`; every second log has no lines of the module. A folder that has
logs already is taken as it is, one that has none keeps those that are written; `--write` goes no further than that.
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

from trc_module.games import find_game
from trc_module.games.trc.players import played_on
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.saves import read_saved_game
from trc_module.version import __version__

TIMES = 10


def write_logs(folder: Path, logs: int, different: int, long: int) -> None:
    """Play some games and write their logs, over and over until there are enough."""
    game = find_game("trc")
    parts = load_inputs(game, data_dir() / game.name)
    for seed in range(1, different + 1):
        turns = long if seed % 10 == 0 else 1 + seed % 2
        start = game.start("campaign", frozenset())
        acts = [told.action for told, _ in self_play(game, start, game.player("random", seed), turns, played_on)]
        first = folder / f"{seed:04d}.vlog"
        compose(parts, record_of(game, start, acts), first, __version__, declared=seed % 4 < 2)
        for copy in range(seed + different, logs + 1, different):
            shutil.copyfile(first, folder / f"{copy:04d}.vlog")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=1000)
    parser.add_argument("--different", type=int, default=40)
    parser.add_argument("--long", type=int, default=12, help="the turns of every tenth game")
    parser.add_argument("--folder", type=Path, help="where the logs are or shall be kept; else they are thrown away")
    parser.add_argument("--write", action="store_true", help="write the logs and measure nothing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.glob("*.vlog")):
            write_logs(folder, given.logs, min(given.different, given.logs), given.long)
        if not given.write:
            measure(folder)


def measure(folder: Path) -> None:
    """Read the logs one after the other, audit them at once, and print what both took."""
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
    size = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{len(paths)} logs, {size:.1f} MB, {cpus} processors; {told}")
    print("seconds                   on the clock   of processors")
    print(f"read serially             {read:12.1f}{read_cpu:16.1f}")
    print(f"audited                   {took:12.1f}{used:16.1f}   {used / took:.2f} processors busy")
    print(f"x ten readings:    {took / read / TIMES:8.2f}   on the clock (goal: below 1)")
    print(f"by processor time: {used / cpus / read_cpu / TIMES:8.2f}   if all processors are free")


if __name__ == "__main__":
    main()
