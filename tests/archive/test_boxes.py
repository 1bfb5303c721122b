"""Work in boxes: what oversteps its limits is given up alone, and nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from trc_module.archive.boxes import Limits, WorkerBoxes
from trc_module.archive.crew import Crew, work_on
from trc_module.archive.worked import given_up

TOO_LONG = "could not be judged: it takes longer than 1 s"
TOO_MUCH = "could not be judged: it takes more than 0.25 GB of memory"
LIMITS = Limits(1, 1 << 28)


def odd(job: tuple[int, str]) -> int:
    """Do what a hostile log makes us do."""
    number, what = job
    if what == "hangs":
        while True:
            number += 1
    if what == "sleeps":
        time.sleep(600)
    if what == "eats":
        return len(bytearray(1 << 30))
    if what == "grows":
        held = []
        while True:
            held.append(bytearray(1 << 20))
    if what == "dies":
        os._exit(1)
    return number


def outcome(*what: str, workers: int = 2, limits: Limits = LIMITS) -> list[tuple[int | None, str]]:
    jobs = list(enumerate(what))
    done = sorted(work_on(jobs, odd, workers=workers, limits=limits), key=lambda each: each.job)
    return [(each.result, each.error) for each in done]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_takes_too_long_is_given_up_and_the_rest_goes_on(workers: int) -> None:
    assert outcome("", "hangs", "", "sleeps", "", "", workers=workers) == [
        (0, ""),
        (None, TOO_LONG),
        (2, ""),
        (None, TOO_LONG),
        (4, ""),
        (5, ""),
    ]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited where the system can do that")
@pytest.mark.parametrize("what", ["eats", "grows"])
def test_what_takes_too_much_memory_is_given_up_and_the_rest_goes_on(what: str) -> None:
    assert outcome("", what, "", limits=Limits(60, 1 << 28)) == [(0, ""), (None, TOO_MUCH), (2, "")]


def test_what_waited_behind_one_that_dies_is_not_lost_with_it() -> None:
    assert outcome("dies", "", "dies", "", "", workers=1) == [
        (None, given_up(3)),
        (1, ""),
        (None, given_up(3)),
        (3, ""),
        (4, ""),
    ]


def large(job: bytes) -> bytes:
    return job[::-1]


def test_what_is_too_large_for_a_pipe_is_handed_over_too() -> None:
    jobs = [bytes([number]) * (3 << 20) for number in range(6)]
    done = sorted(work_on(jobs, large, workers=2), key=lambda each: each.job)
    assert [each.result for each in done] == jobs


def leaves(job: str) -> None:
    """Leave a file and a process, as a judgment that is broken off does."""
    tempfile.mkdtemp(prefix="left")
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(job).write_text(f"{child.pid} {tempfile.gettempdir()}", encoding="ascii")
    time.sleep(600)


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are of POSIX")
def test_nothing_is_left_of_what_is_given_up(tmp_path: Path) -> None:
    (done,) = work_on([str(tmp_path / "told")], leaves, workers=1, limits=LIMITS)
    assert done.error == TOO_LONG
    child, folder = (tmp_path / "told").read_text(encoding="ascii").split()
    assert not Path(folder).exists()
    deadline = time.monotonic() + 10
    while alive(int(child)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(int(child))


def alive(pid: int) -> bool:
    """Tell whether a process runs: one that has ended may still wait for somebody to ask how."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False


def who(_: int) -> int:
    return os.getpid()


def test_the_same_processes_do_one_thing_after_another() -> None:
    with Crew(workers=1) as crew:
        first = {each.result for each in crew.work_on(range(3), who)}
        second = {each.result for each in crew.work_on(range(3), who)}
        assert (len(first), first) == (1, second)
        list(crew.work_on([(0, "dies"), (1, "")], odd))
        assert {each.result for each in crew.work_on(range(3), who)} != first


def test_processes_that_are_not_forked_work_too() -> None:
    boxes = WorkerBoxes(1, Limits(20), "spawn")
    try:
        boxes.warm()
        assert [each.result for each in boxes.work_on([(1, ""), (2, "")], odd)] == [1, 2]
    finally:
        boxes.close()


def is_imported(module: str) -> bool:
    return module in sys.modules


def test_what_judging_needs_is_imported_before_there_is_work() -> None:
    boxes = WorkerBoxes(1, Limits(20), "spawn")
    needed = ["trc_module.archive.judging", "trc_module.auditing.audit", "trc_module.module.inputs"]
    try:
        assert [each.result for each in boxes.work_on(needed, is_imported)] == [True, True, True]
    finally:
        boxes.close()
