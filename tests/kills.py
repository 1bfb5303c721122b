"""Commands that write are killed at moments drawn by lot: what they write is then as it was, or whole and new.

python -m tests.kills [--moments 100] [--seed 1]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from trc_module.newgame import write_skeleton
from trc_module.vassal.exploded import explode
from trc_module.vassal.exploded.replacing import PREFIX
from trc_module.vassal.writing import Entry, write_archive

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Job:
    """A command, what it writes, and what that holds before and after.

    `begin` puts things as they are before; `left` tells what there is now, in the same bytes as `old` and `new`.
    """

    name: str
    words: tuple[str, ...]
    begin: Callable[[], object]
    left: Callable[[], bytes]
    old: bytes
    new: bytes


@dataclass(frozen=True)
class Played:
    """A game of which a module and a log are made."""

    words: tuple[str, ...]
    """The words before a command that is about it."""
    record: Path


def run(cache: Path, *words: object) -> subprocess.Popen[bytes]:
    """Start a command of ours as the leader of a session, by which all that it starts is found."""
    environment = {**os.environ, "TRC_MODULE_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "trc_module", *map(str, words)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, cwd=cache, start_new_session=True, stdout=quiet, stderr=quiet)


def small_game(folder: Path) -> Played:
    """Write a little game, whose commands are short, below a folder."""
    games = folder / "games"
    write_skeleton(games / "three-hills", "Three Hills")
    return Played(("--games-path", str(games), "--game", "three-hills"), games / "three-hills" / "sample.game")


def jobs(folder: Path, cache: Path, game: Played | None = None) -> Iterator[Job]:
    """Yield build, refresh, implode and explode, each with what it writes when nobody kills it.

    `game` is played in place of the first of ours.
    """
    game = game or Played((), ROOT / "data" / "trc" / "games" / "opening.game")
    log, texts, module = folder / "game.vlog", folder / "texts", folder / "new.vmod"
    assert run(cache, *game.words, "build", "-o", module).wait() == 0
    assert run(cache, *game.words, "compose", game.record, "-o", log).wait() == 0
    explode(module, texts)
    for name, arguments in (
        ("build", ()),
        ("refresh", (log, "--to", module)),
        ("implode", (texts,)),
    ):
        yield _of_a_file(cache, name, (*game.words, name, *arguments), folder / f"{name}.out")
    yield from _explosions(cache, module, folder)


def _of_a_file(cache: Path, name: str, command: tuple[object, ...], output: Path) -> Job:
    named = () if name == "implode" else ("-o",)
    words = (*map(str, command), *named, str(output))
    assert run(cache, *words).wait() == 0
    new = output.read_bytes()
    assert zipfile.ZipFile(output).testzip() is None
    old = b"what was there before"
    return Job(name, words, partial(output.write_bytes, old), output.read_bytes, old, new)


def _explosions(cache: Path, module: Path, folder: Path) -> Iterator[Job]:
    """Yield the explosion into a folder that is not there, and into one that holds another module and a user's file."""
    output, other, before, back = (folder / name for name in ("out", "other.vmod", "before", "back.vmod"))
    write_archive(other, (Entry("buildFile.xml", _OTHER), Entry("images/a.png", b"a picture")))
    explode(other, before)
    (before / "README.md").write_text("mine")

    def put(there: Path | None) -> None:
        for path in (output, *folder.glob(f"{PREFIX}*")):
            shutil.rmtree(path, ignore_errors=True)
        if there is not None:
            shutil.copytree(there, output)

    def module_in(there: Path) -> bytes:
        # The same cache remembers which explosion was broken off.
        assert run(cache, "implode", there, back).wait() == 0
        return back.read_bytes()

    def left() -> bytes:
        if not output.exists():
            return b""
        assert not (output / "README.md").exists() or (output / "README.md").read_text() == "mine"
        return module_in(output)

    words = ("explode", str(module), str(output))
    put(None)
    assert run(cache, *words).wait() == 0
    new = module_in(output)
    yield Job("explode", words, partial(put, None), left, b"", new)
    yield Job("explode over another", words, partial(put, before), left, module_in(before), new)


_OTHER = b'<VASSAL.build.GameModule name="other" version="1"/>'


def kill(job: Job, cache: Path, moment: float, how: int = signal.SIGKILL) -> str:
    """Kill the command after so many seconds; tell `old` or `new` by what it leaves.

    AssertionError if it leaves anything else, or if a process of its lives on.
    """
    job.begin()
    process = run(cache, *job.words)
    time.sleep(moment)
    process.send_signal(how)
    process.wait()
    left = job.left()
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
            job.begin()
            start = time.monotonic()
            process = run(cache, *job.words)
            process.wait()
            length = time.monotonic() - start
            left = [kill(job, cache, lot.uniform(0, length * 1.1)) for _ in range(arguments.moments)]
            parts = len(list(Path(name).glob(".trc-module-*.part")))
            print(f"{job.name}: {left.count('old')} times the old file, {left.count('new')} the new one, {parts} parts")


if __name__ == "__main__":
    main()
