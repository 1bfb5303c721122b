"""Work done in a process beside this one, which begins with all that this one has found and sends back its answer."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from trc_module.workers import signals_as_at_first

_Answer = TypeVar("_Answer")


def forks() -> bool:
    """Tell whether a further process costs next to nothing; one forked from several threads may wait for ever."""
    return (
        multiprocessing.get_start_method() == "fork"
        and threading.active_count() == 1
        and not multiprocessing.current_process().daemon
    )


def beside(work: Callable[[], _Answer]) -> Callable[[], _Answer]:
    """Begin work in a forked process; return what waits for its answer, which must be something to pickle.

    If that process fails, for whatever reason, this one does the work itself when it is asked for the answer.
    """
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_send, args=(work, there), daemon=True)
    process.start()
    there.close()

    def answer() -> _Answer:
        try:
            content = here.recv_bytes()
        except EOFError:
            content = b""
        finally:
            here.close()
        process.join()
        found: _Answer = pickle.loads(content) if content else work()
        return found

    return answer


def _send(work: Callable[[], object], there: Connection) -> None:
    # To look for garbage is to touch, and so to copy, all that the two processes share.
    gc.disable()
    signals_as_at_first()
    try:
        content = pickle.dumps(work(), protocol=5)
    except Exception:
        # The process that waits does the work again, and is told by its own error what is wrong.
        content = b""
    there.send_bytes(content)
    there.close()
