"""One process beside this one that does tasks in turn, there at once.

The pools of the standard library take longer to import and to start than an erratum's face takes to be painted. `Fork`
needs next to nothing; a `Pool` does where there are no forks, or more to be done than one process should.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import BufferedReader, BufferedWriter
from queue import SimpleQueue
from typing import Any, NoReturn, Protocol

from trc_module.workers import process_pool, signals_as_at_first

CAN_FORK = sys.platform == "linux"
"""Where a fork that goes on in Python is safe: the libraries of macOS forbid it, and Windows has none."""


class Helper(Protocol):
    """A process, or several, that do tasks."""

    def submit(self, packed: bytes) -> Callable[[], Any]:
        """Have a task done, a pickled pair of a function and its arguments; the function returned waits for its result.

        What the task raises, that function raises.
        """

    def close(self, *, finish: bool) -> None:
        """Wait for the end, after all that was asked for or, without `finish`, after what is being done."""


class Fork:
    """A fork of this process that does tasks in turn; it first calls `get_ready`."""

    def __init__(self, get_ready: Callable[[], None]) -> None:
        there, out = os.pipe()
        back, answer = os.pipe()
        self._process = os.fork()
        if not self._process:
            os.close(out)
            os.close(back)
            _serve(get_ready, there, answer)
        os.close(there)
        os.close(answer)
        self._answers = os.fdopen(back, "rb")
        self._asked = 0
        self._told: list[tuple[bool, Any]] = []
        # A pipe holds little, and the other process may be busy for long: nobody here should wait until it reads.
        self._outbox: SimpleQueue[bytes] = SimpleQueue()
        self._sender = threading.Thread(target=_send, args=(self._outbox, os.fdopen(out, "wb")), daemon=True)
        self._sender.start()

    def submit(self, packed: bytes) -> Callable[[], Any]:
        """Have a task done, as `Helper` says."""
        number = self._asked
        self._asked += 1
        self._outbox.put(packed)
        return lambda: self._answer(number)

    def close(self, *, finish: bool) -> None:
        """Wait for the end, as `Helper` says."""
        if finish:
            self._hear(self._asked)
        self._answers.close()
        self._outbox.put(b"")
        self._sender.join()
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def _hear(self, number: int) -> None:
        """Read answers until there are so many."""
        with suppress(EOFError):
            while len(self._told) < number and not self._answers.closed:
                self._told.append(pickle.loads(_read(self._answers)))

    def _answer(self, number: int) -> Any:
        self._hear(number + 1)
        if len(self._told) <= number:
            raise RuntimeError("a process that was to help has ended too early")
        well, told = self._told[number]
        if not well:
            raise told
        return told


class Pool:
    """A pool of processes, each of which first calls `get_ready`."""

    def __init__(self, workers: int, get_ready: Callable[[], None]) -> None:
        self._pool = process_pool(workers)
        self._pool.submit(get_ready)

    def submit(self, packed: bytes) -> Callable[[], Any]:
        """Have a task done, as `Helper` says."""
        return self._pool.submit(do, packed).result

    def close(self, *, finish: bool) -> None:
        """Wait for the end, as `Helper` says."""
        self._pool.shutdown(cancel_futures=not finish)


def do(packed: bytes) -> Any:
    """Do a task as `Helper` is given it."""
    task, arguments = pickle.loads(packed)
    return task(*arguments)


def _serve(get_ready: Callable[[], None], there: int, answer: int) -> NoReturn:
    code = 1
    try:
        # Whoever stops the build stops it there; then there is nobody left to read from.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signals_as_at_first()
        with os.fdopen(there, "rb") as inbox, os.fdopen(answer, "wb") as outbox, suppress(EOFError, BrokenPipeError):
            # Whatever keeps it from getting ready, the first task will tell.
            with suppress(Exception):
                get_ready()
            while packed := _read(inbox):
                _write(outbox, _done(packed))
        code = 0
    finally:
        # What this process has inherited to be done at its end is the other's.
        os._exit(code)


def _done(packed: bytes) -> bytes:
    try:
        return pickle.dumps((True, do(packed)))
    except Exception as error:
        try:
            told = pickle.dumps((False, error))
            pickle.loads(told)
        except Exception:
            told = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return told


def _send(outbox: SimpleQueue[bytes], pipe: BufferedWriter) -> None:
    with suppress(BrokenPipeError), pipe:
        while packed := outbox.get():
            _write(pipe, packed)
        # The end is said: a pipe that another fork has inherited does not end by being closed here.
        _write(pipe, b"")


def _write(pipe: BufferedWriter, packed: bytes) -> None:
    pipe.write(len(packed).to_bytes(8, "big") + packed)
    pipe.flush()


def _read(pipe: BufferedReader) -> bytes:
    head = pipe.read(8)
    packed = pipe.read(int.from_bytes(head, "big"))
    if len(head) < 8 or len(packed) < int.from_bytes(head, "big"):
        raise EOFError
    return packed
