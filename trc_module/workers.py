"""Worker processes, which end when this one ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_MOST = 61 if sys.platform == "win32" else 1 << 10
"""As many can be waited for at once on Windows."""


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of at most so many processes, none of which outlives this one.

    A process of the standard library's pool waits for work for ever once its parent has been killed.
    """
    # Many commands do without, and need not wait for its import.
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(min(workers, _MOST), initializer=end_with_parent)


def end_with_parent(leave: Callable[[], object] = lambda: None) -> None:
    """Let this process, started by `multiprocessing`, end as soon as the one that started it is gone.

    `leave` is called before.
    """
    _reset_signals()
    # Ctrl+C stops only the parent: the workers finish their present work.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel, leave), daemon=True).start()


def _reset_signals() -> None:
    """Remove the signal handlers inherited from the parent: a worker has nothing to clean up."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, signal.SIG_DFL)


def _watch(sentinel: int, leave: Callable[[], object]) -> None:
    from multiprocessing import connection

    connection.wait([sentinel])
    leave()
    # No process is left to receive an error or a result.
    os._exit(1)
