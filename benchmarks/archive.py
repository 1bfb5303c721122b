"""An archive of many short games: how much each game takes, whether that grows, and what more processors bring.

    nice python -m benchmarks.archive [--games 500] [--acts 150] [--batch 100] [--price 0.05] [--alone]
                                      [--game nr]

A few self-played games, cut after some acts, are copied with the names of other players, so that each copy is a game of
its own. They are added by hundreds (`--batch`), each hundred by a command of its own: processor seconds of all its
processes by game, and the most memory that one process has had. Then all are added again, unchanged, and searched. The
first hundred are added anew on one processor, on two, and by two workers of Dask: seconds on the clock, which mean
something only while nothing else works on the machine (`--alone` leaves them out). Modules are compiled beforehand, as
those of an installed program are; Dask's workers are started as docs/archive.md says, without their profiler.

Last it is told what a million such games would come to. `--price` is what a processor costs by the hour.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.obfuscation import reveal_bytes, veil
from trc_module.version import __version__

MILLION = 1_000_000
SEARCHES = (
    (("unit",), "SELECT u.text, p.text FROM stay JOIN word u ON u.id = unit JOIN word p ON p.id = place ORDER BY 1, 2"),
    (("battles", "--odds"), "SELECT odds FROM battle WHERE odds <> '' ORDER BY 1"),
    (("taken",), "SELECT place FROM taken ORDER BY 1"),
)
"""Searches, each with what finds in an archive something to be searched for: short games need not have any of it."""
SCENARIOS = {"trc": "barbarossa"}


@dataclass(frozen=True)
class Run:
    """The measurement of a command: seconds on the clock, processor seconds of all its processes, and its last line."""

    clock: float
    processor: float
    told: str


def run(archive: Path, *words: object) -> Run:
    """Run a command on an archive."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    line = [sys.executable, "-m", "trc_module", "archive", str(archive), *map(str, words)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    clock = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        sys.exit(f"{' '.join(line)} ended with code {done.returncode}: {(done.stderr or done.stdout).strip()[-500:]}")
    return Run(clock, used, (done.stdout.splitlines() or [""])[-1])


def most_memory() -> float:
    """Return the most memory that one process of the commands so far had, in MB."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def short_logs(folder: Path, name: str, different: int, acts: int) -> list[Path]:
    """Write the logs of some self-played games of one turn, each cut after some acts."""
    game = find_game(name)
    parts = load_inputs(game, data_dir() / game.name)
    paths = []
    for seed in range(1, different + 1):
        start = game.start(SCENARIOS.get(name, "campaign"), frozenset())
        played = self_play(game, start, game.player("random", seed), start.clock.turn)
        record = record_of(game, start, [told.action for told, _ in islice(played, acts)])
        paths.append(folder / f"{seed}.vlog")
        compose(parts, record, paths[-1], __version__, declared=seed % 3 > 0)
    return paths


def copies(logs: Sequence[Path], sides: Sequence[str]) -> Iterator[list[tuple[str, bytes]]]:
    """Yield the entries of logs over and over, each time with the names of other players."""
    known = []
    for log in logs:
        with zipfile.ZipFile(log) as archive:
            known.append([(name, archive.read(name)) for name in archive.namelist()])
    number = 0
    while True:
        for entries in known:
            number += 1
            yield [
                (name, _renamed(content, sides, number) if name == "savedGame" else content)
                for name, content in entries
            ]


def _renamed(saved: bytes, sides: Iterable[str], number: int) -> bytes:
    plain = reveal_bytes(saved)
    for side in sides:
        player = side.capitalize().encode()
        if player + b" player" not in plain:
            sys.exit("a log does not name its players as expected: benchmarks.archive has to be mended")
        plain = plain.replace(player + b" player", player + b" %07d" % number)
    return veil(plain)


def write(folder: Path, games: Iterator[list[tuple[str, bytes]]], count: int) -> int:
    """Write some games into a folder; return how many bytes they have."""
    folder.mkdir()
    size = 0
    for number, entries in enumerate(islice(games, count)):
        path = folder / f"{number:07d}.vlog"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in entries:
                archive.writestr(name, content)
        size += path.stat().st_size
    return size


def grown(folder: Path, games: int, batch: int, price: float) -> None:
    """Add the games in three parts; print what the first and the last took, and what a million would come to."""
    archive = folder / "games.db"
    print("      games       clock  processors   processors by game   most memory of a process so far")
    found = []
    for number, part in enumerate(sorted((folder / "logs").iterdir()), 1):
        took = run(archive, "add", part, "--jobs", 2)
        found.append(took.processor)
        by_game = 1000 * took.processor / batch
        seconds = f"{took.clock:8.1f} s{took.processor:10.1f} s"
        memory = f"{most_memory():16.0f} MB"
        print(f"{number * batch:11}{seconds}{by_game:15.0f} ms{memory}   {took.told}", flush=True)
    print(f"last {batch} / first {batch}: {found[-1] / found[0]:.3f} (goal: at most 1.05); memory goal: below 400 MB\n")
    again = run(archive, "add", folder / "logs")
    print(f"added again, unchanged: {again.clock:.2f} s, {again.processor:.2f} of processors   {again.told}")
    start = run(archive, "--help")
    print(f"the program's start alone (--help): {start.clock:.2f} s, {start.processor:.2f} of processors")
    for words in _searches(archive):
        took = run(archive, "search", *words)
        print(f"search {' '.join(words):<24}{took.clock:6.2f} s, {took.processor:.2f} of processors   {took.told[:60]}")
    _million(folder, games, sum(found) / games, price)


def _searches(archive: Path) -> Iterator[tuple[str, ...]]:
    with closing(sqlite3.connect(archive)) as kept:
        for words, query in SEARCHES:
            row = kept.execute(query).fetchone()
            if row is not None:
                yield (*words, *map(str, row))


def _million(folder: Path, games: int, seconds: float, price: float) -> None:
    logs = sum(path.stat().st_size for path in (folder / "logs").rglob("*.vlog")) / games
    size = (folder / "games.db").stat().st_size / games
    hours = seconds * MILLION / 3600
    print(
        f"\na game: a log of {logs / 1e3:.1f} KB, {size / 1e3:.1f} KB in the archive, {seconds:.3f} processor seconds"
    )
    print(
        f"a million, on paper: {logs * MILLION / 1e9:.1f} GB of logs, {size * MILLION / 1e9:.1f} GB of archive, "
        f"{hours:.0f} processor hours, {hours * price:.0f} at {price} an hour"
    )


@contextmanager
def one_processor() -> Iterator[None]:
    """Let what is started meanwhile have one processor, where the system can: the writer would use a second one."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def compared(folder: Path) -> None:
    """Add the first games on one processor, on two, and by two workers of Dask; print the seconds on the clock."""
    logs = min((folder / "logs").iterdir())
    with one_processor():
        one = run(folder / "one.db", "add", logs, "--jobs", 1)
    two = run(folder / "two.db", "add", logs, "--jobs", 2)
    print(f"\none processor {one.clock:.1f} s, two {two.clock:.1f} s: {one.clock / two.clock:.2f} times (goal: 1.9)")
    print(f"processor seconds: {one.processor:.1f} and {two.processor:.1f}")
    if importlib.util.find_spec("distributed") is None:
        print("dask.distributed is not installed: not compared.")
        return
    from distributed import LocalCluster

    os.environ["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        dask = run(folder / "dask.db", "add", logs, "--on", found.scheduler_address)
    print(f"two workers of Dask {dask.clock:.1f} s: {dask.clock / two.clock:.2f} of two processes (goal: at most 1.15)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--game", default="trc", help="which game is played")
    parser.add_argument("--different", type=int, default=5, help="how many games are played; the others are copies")
    parser.add_argument("--acts", type=int, default=150, help="after how many acts a game is cut")
    parser.add_argument("--batch", type=int, default=100, help="how many games a command adds")
    parser.add_argument("--price", type=float, default=0.05, help="what a processor costs by the hour")
    parser.add_argument("--alone", action="store_true", help="compare no numbers of processes")
    given = parser.parse_args()
    parts = max(2, round(given.games / given.batch))
    with tempfile.TemporaryDirectory(prefix="archive-benchmark-") as name:
        folder = Path(name)
        (folder / "logs").mkdir()
        (folder / "played").mkdir()
        played = short_logs(folder / "played", given.game, given.different, given.acts)
        games = copies(played, find_game(given.game).sides)
        for part in range(1, parts + 1):
            write(folder / "logs" / f"{part:05d}", games, given.batch)
        total = parts * given.batch
        # As in an installed program the first command finds all modules compiled, whatever this environment says.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        run(folder / "compiled.db", "add", played[0])
        print(f"{total} games of {given.acts} acts, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        grown(folder, total, given.batch, given.price)
        if not given.alone:
            compared(folder)


if __name__ == "__main__":
    main()
