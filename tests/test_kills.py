"""Whoever kills a command finds the old file or the new one, whole, and no process of it lives on."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kills import in_session, jobs, kill, run, small_game

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
    pytest.mark.xdist_group("builds"),
]


def test_what_is_written_is_old_or_new_whenever_its_command_is_killed(tmp_path: Path) -> None:
    # What dies here must not lie in the cache of other tests.
    cache = tmp_path / "cache"
    cache.mkdir()
    names = []
    for job in jobs(tmp_path, cache, small_game(tmp_path)):
        assert {kill(job, cache, moment) for moment in (0.1, 0.3, 0.6)} <= {"old", "new"}
        names.append(job.name)
    assert names == ["build", "refresh", "implode", "explode", "explode over another"]


WORKS = """
import sys, time
from pathlib import Path
from trc_module.cli.main import _end_in_order_when_told
from trc_module.files import replacing
from trc_module.workers import process_pool

def work(name):
    Path(name).touch()
    time.sleep(600)

if __name__ == "__main__":
    _end_in_order_when_told()
    pool = process_pool(2)
    for name in ("a", "b"):
        pool.submit(work, name)
    with replacing(Path("out")) as stream:
        stream.write(b"half")
        stream.flush()
        Path("ready").touch()
        time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "works.py").write_text(WORKS)
    environment = {"PYTHONPATH": str(Path(__file__).parents[1])}
    process = subprocess.Popen([sys.executable, "works.py"], cwd=tmp_path, start_new_session=True, env=environment)
    while not all((tmp_path / name).exists() for name in ("a", "b", "ready")):
        assert process.poll() is None
        time.sleep(0.02)
    assert len(in_session(process.pid)) >= 3
    process.send_signal(how)
    if how == signal.SIGKILL:
        process.wait()
    deadline = time.monotonic() + 60
    while in_session(process.pid):
        process.poll()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert process.wait() in (-signal.SIGKILL, 128 + signal.SIGTERM)
    parts = [path.name for path in tmp_path.glob(".trc-module-*.part")]
    assert (len(parts), (tmp_path / "out").exists()) == (how == signal.SIGKILL, False)


def test_several_builds_into_one_folder_end_well(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    # From clean: nothing is drawn yet when they begin.
    words = (*small_game(tmp_path).words, "build", "-o")
    several = [run(cache, *words, tmp_path / name) for name in ("a.vmod", "a.vmod", "b.vmod")]
    assert [process.wait() for process in several] == [0, 0, 0]
    assert (tmp_path / "a.vmod").read_bytes() == (tmp_path / "b.vmod").read_bytes()
