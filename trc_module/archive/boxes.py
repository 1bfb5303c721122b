"""Boxes: child processes that work for us, each within limits of time and memory.

What comes from somebody else may take for ever, or all memory. A process that oversteps its limits, or dies, takes
nothing along but the piece of work that it had; another takes its place, and the rest goes on. The pool of the standard
library cannot do that: it cannot end one of its processes, and the death of one ends all.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from trc_module.archive.worked import Worked, given_up, too_long, too_much, unexpected
from trc_module.workers import end_with_parent

Job = TypeVar("Job")
Result = TypeVar("Result")

TRIES = 3
"""The number of workers that end with a piece of work before it is given up."""
_AHEAD = 2
"""The pieces of work that a process is given at once, so that it need not wait for us between two."""
_SMALL = 4096
"""Bytes of a piece of work that may wait in a pipe: a larger one would make us wait until the process reads it."""
_START = 60.0
"""Seconds in which a process must have begun."""
_MOST = 61 if sys.platform == "win32" else 1 << 10
"""As many processes can be waited for at once on Windows."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a piece of work: seconds on the clock, and bytes beyond those that a process begins with.

    Memory is limited where the system can do that (`resource`, on Unix); elsewhere time is the only limit.
    """

    seconds: float = 60
    memory: int = 2 << 30


@dataclass(eq=False, slots=True)
class _Box(Generic[Job]):
    """A process, our end of its pipe, the folder of its temporary files, and the work that it was given."""

    process: BaseProcess
    pipe: Connection
    folder: str
    work: deque[Job] = field(default_factory=deque)
    since: float = 0.0
    """When it began with the first of them."""
    ready: bool = False
    """Whether it has said that it has begun: its start is not a part of its work."""
    waits: bool = False
    """Whether it has been given something too large to wait in the pipe."""

    def end(self) -> None:
        """End it, with all that it has started, and remove what it has left."""
        if self.process.pid is not None:
            # It may be too young to lead a group, or dead.
            with suppress(OSError):
                _end_group(self.process.pid)
        self.process.kill()
        self.process.join()
        shutil.rmtree(self.folder, ignore_errors=True)


class WorkerBoxes:
    """Processes that work on one thing after another; they are started when there is work, and stay warm.

    `method` is how they are started (None: as the system does); a process with threads of its own must not be forked.
    """

    def __init__(self, workers: int, limits: Limits | None = None, method: str | None = None) -> None:
        self._workers = min(workers, _MOST)
        self._limits = limits or Limits()
        self._context: Any = multiprocessing.get_context(method) if method else multiprocessing.get_context()
        self._boxes: list[_Box[Any]] = []
        self._closed = False

    def close(self) -> None:
        """End the processes, whatever they are doing; a thread that waits for them has no further results."""
        self._closed = True
        while self._boxes:
            self._boxes.pop().end()

    def warm(self) -> None:
        """Start the processes before there is work."""
        while len(self._boxes) < self._workers:
            self._start()

    def work_on(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Worked[Job, Result]]:
        """Yield the result of each piece of work as soon as it is done, in any order.

        An exception in `work` is a fault of ours, and the reason why nothing came of that piece.
        """
        source, back = iter(jobs), deque[Job]()
        tries: dict[int, int] = {}
        try:
            while not self._closed:
                self._hand_out(source, back, work)
                busy = [box for box in self._boxes if box.work]
                if not busy:
                    return
                yield from self._finished(busy, back, tries)
        finally:
            # Whoever wants no more results does not wait for those that are on their way.
            for box in [box for box in self._boxes if box.work]:
                self._drop(box)

    # ---------------------------------------------------------------- handing out

    def _hand_out(self, source: Iterator[Job], back: deque[Job], work: Callable[[Job], Result]) -> None:
        """Give each process work; the first piece to all before a second one to any."""
        for ahead in range(_AHEAD):
            for number in range(self._workers):
                if number < len(self._boxes) and (self._boxes[number].waits or len(self._boxes[number].work) > ahead):
                    continue
                job = back.popleft() if back else next(source, _NOTHING)
                if job is _NOTHING:
                    return
                if number == len(self._boxes):
                    self._start()
                content = pickle.dumps((work, job))
                if ahead and len(content) > _SMALL:
                    back.appendleft(job)
                    return
                self._give(self._boxes[number], job, content)

    @staticmethod
    def _give(box: _Box[Job], job: Job, content: bytes) -> None:
        if not box.work:
            box.since = time.monotonic() + (0 if box.ready else _START)
        box.work.append(job)
        box.waits = len(content) > _SMALL
        # A process that has died is noticed when its answer is awaited.
        with suppress(OSError):
            box.pipe.send_bytes(content)

    def _start(self) -> None:
        if self._context.get_start_method() == "fork":
            # What all of them need is read once.
            _import_ahead()
        ours, theirs = self._context.Pipe()
        folder = tempfile.mkdtemp(prefix="trc-module-box-")
        process = self._context.Process(target=_serve, args=(theirs, folder, self._limits.memory))
        process.start()
        theirs.close()
        self._boxes.append(_Box(process, ours, folder))

    def _drop(self, box: _Box[Any]) -> None:
        if box in self._boxes:
            self._boxes.remove(box)
        box.end()

    # ------------------------------------------------------------------- results

    def _finished(self, busy: list[_Box[Job]], back: deque[Job], tries: dict[int, int]) -> Iterator[Worked[Job, Any]]:
        """Yield what is done next, or has been given up; what a process had waiting goes back."""
        first = min(box.since for box in busy) + self._limits.seconds
        ready = set(wait([box.pipe for box in busy], max(0.0, first - time.monotonic())))
        now = time.monotonic()
        for box in busy:
            if box.pipe in ready:
                try:
                    answer = box.pipe.recv_bytes()
                    result, error = pickle.loads(answer) if answer else (None, "")
                except (EOFError, OSError):
                    yield from self._died(box, back, tries)
                    continue
                if not answer:
                    box.ready, box.since = True, time.monotonic()
                    continue
                job = box.work.popleft()
                box.since, box.waits = time.monotonic(), False
                tries.pop(id(job), None)
                yield Worked(job, result, error)
            elif now - box.since >= self._limits.seconds:
                self._drop(box)
                job = box.work.popleft()
                back.extendleft(reversed(box.work))
                yield Worked(job, None, too_long(self._limits.seconds))

    def _died(self, box: _Box[Job], back: deque[Job], tries: dict[int, int]) -> Iterator[Worked[Job, Any]]:
        self._drop(box)
        if self._closed:
            return
        job = box.work.popleft()
        back.extendleft(reversed(box.work))
        count = tries.get(id(job), 0) + 1
        if count == TRIES:
            tries.pop(id(job), None)
            yield Worked(job, None, given_up(TRIES))
            return
        # It stays in `back`, so that its number stays its own.
        tries[id(job)] = count
        back.appendleft(job)


_NOTHING: Any = object()


def _serve(pipe: Connection, folder: str, memory: int) -> None:
    """Do what comes through a pipe until it is closed."""
    # So that what it starts ends with it.
    getattr(os, "setpgrp", lambda: None)()

    def leave() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        _end_group(os.getpid())

    end_with_parent(leave)
    _import_ahead()
    tempfile.tempdir = folder
    limit_memory(memory)
    pipe.send_bytes(b"")
    while True:
        try:
            content = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        answer = _answer(content, memory)
        try:
            pipe.send_bytes(answer)
        except OSError:
            # Nobody waits for it any more.
            return


def _end_group(leader: int) -> None:
    """End a process that leads a group, and all that it has started, where there are such groups: not on Windows."""
    end = getattr(os, "killpg", None)
    if end is not None:
        end(leader, getattr(signal, "SIGKILL", signal.SIGTERM))


def _import_ahead() -> None:
    """Import what judging needs: it is no part of the work, nor of the memory that the work may take."""
    import trc_module.archive.gathering
    import trc_module.archive.judging
    import trc_module.auditing.audit
    import trc_module.module.inputs
    import trc_module.opening.logs  # noqa: F401


def _answer(content: bytes, memory: int) -> bytes:
    """Return what came of a piece of work: its result, or why there is none."""
    try:
        work, job = pickle.loads(content)
        return pickle.dumps((work(job), ""))
    except MemoryError:
        return pickle.dumps((None, too_much(memory)))
    except Exception as error:
        return pickle.dumps((None, unexpected(error)))


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has, where the system can see to that."""
    if sys.platform == "win32":
        return
    import resource

    try:
        has = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        # What a process has is told by Linux alone; elsewhere more than it could have.
        has = 4 << 30
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = has + more
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
