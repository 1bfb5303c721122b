"""Commands that write are killed at moments drawn by lot: what they write is then as it was, or whole and new.

python -m tests.kills [--moments 100] [--seed 1]
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Job:
    """A command, the file that it writes, and what that holds before and after."""

    name: str
    words: tuple[str, ...]
    output: Path
    old: bytes
    new: bytes


def run(cache: Path, *words: object) -> subprocess.Popen[bytes]:
    """Start a command of ours as the leader of a session, by which all that it starts is found."""
    environment = {**os.environ, "TRC_MODULE_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "trc_module", *map(str, words)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, cwd=cache, start_new_session=True, stdout=quiet, stderr=quiet)


def jobs(folder: Path, cache: Path) -> Iterator[Job]:
    """Yield build, refresh and implode, each with what it writes when nobody kills it."""
    module, log = folder / "new.vmod", folder / "game.vlog"
    opening = ROOT / "data" / "trc" / "games" / "opening.game"
    assert run(cache, "build", "-o", module).wait() == 0
    assert run(cache, "compose", opening, "-o", log).wait() == 0
    assert run(cache, "explode", module, folder / "texts").wait() == 0
    commands: tuple[tuple[str, tuple[object, ...], Path], ...] = (
        ("build", ("build", "-o", folder / "built.vmod"), folder / "built.vmod"),
        ("refresh", ("refresh", log, "--to", module, "-o", folder / "refreshed.vlog"), folder / "refreshed.vlog"),
        ("implode", ("implode", folder / "texts", folder / "imploded.vmod"), folder / "imploded.vmod"),
    )
    for name, arguments, output in commands:
        words = tuple(map(str, arguments))
        assert run(cache, *words).wait() == 0
        new = output.read_bytes()
        assert zipfile.ZipFile(output).testzip() is None
        yield Job(name, words, output, b"what was there before", new)


def kill(job: Job, cache: Path, moment: float, how: int = signal.SIGKILL) -> str:
    """Kill the command after so many seconds; tell `old` or `new` by what it leaves.

    AssertionError if it leaves anything else, or if a process of its lives on.
    """
    job.output.write_bytes(job.old)
    process = run(cache, *job.words)
    time.sleep(moment)
    process.send_signal(how)
    process.wait()
    left = job.output.read_bytes()
    assert left in (job.old, job.new), f"{job.name} killed after {moment:.3f} s left {len(left)} bytes"
    deadline = time.monotonic() + 30
    while alive := in_session(process.pid):
        assert time.monotonic() < deadline, f"{job.name} killed after {moment:.3f} s left the processes {alive}"
        time.sleep(0.02)
    return "old" if left == job.old else "new"


def in_session(leader: int) -> list[int]:
    """Return the processes of a session that still run (Linux)."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    lot = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name) / "cache"
        cache.mkdir()
        for job in jobs(Path(name), cache):
            job.output.write_bytes(job.old)
            start = time.monotonic()
            process = run(cache, *job.words)
            process.wait()
            length = time.monotonic() - start
            left = [kill(job, cache, lot.uniform(0, length * 1.1)) for _ in range(arguments.moments)]
            parts = len(list(Path(name).glob(".trc-module-*.part")))
            print(f"{job.name}: {left.count('old')} times the old file, {left.count('new')} the new one, {parts} parts")


if __name__ == "__main__":
    main()
