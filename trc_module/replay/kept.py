"""Logs that were read and executed, kept for a while: who read one to find its game judges it next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from weakref import WeakValueDictionary

from trc_module.replay.execution import Execution, execute
from trc_module.replay.gamelog import GameLog, read_to_execute
from trc_module.vassal.saves import SavedGame

LAST = 4
"""The greatest number of files that are kept though nothing else holds them."""
MOST_STEPS = 8000
"""The greatest number of steps that they have together, the last file apart: a thousand take some 5 MB."""


class KeptLogs:
    """A cache of logs as they were last read: those that somebody still holds, and the last few.

    An audit holds the logs that it was made from; so of a game that goes on only the new log is read.
    """

    def __init__(self) -> None:
        self._saved: WeakValueDictionary[tuple[Path, int, int], SavedGame] = WeakValueDictionary()
        self._executed: WeakValueDictionary[tuple[int, int], Execution] = WeakValueDictionary()
        self._last: list[Execution] = []
        self._lock = threading.Lock()

    def read(self, path: Path) -> SavedGame:
        """Return what a save or log holds, as `read_to_execute` does; a file that has changed is read again."""
        try:
            info = path.stat()
        except OSError:
            # It says why in a sentence.
            return read_to_execute(path)
        key = path, info.st_size, info.st_mtime_ns
        with self._lock:
            found = self._saved.get(key)
        if found is None:
            found = read_to_execute(path)
            with self._lock:
                self._saved[key] = found
        return found

    def execute(self, log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Execution:
        """Return what a log did, as `execution.execute` does; what is asked again must not be changed."""
        # An execution holds both values, so that no others can have their numbers while it is there.
        key = id(log.saved), id(log.parts.game)
        with self._lock:
            found = self._executed.get(key)
        if found is None:
            found = execute(log, on_step)
            with self._lock:
                self._executed[key] = found
        with self._lock:
            self._hold(found)
        # Its path, and what it is judged by, change nothing in what a log did to the table.
        return found if found.log is log else replace(found, log=log)

    def _hold(self, found: Execution) -> None:
        last = [*(each for each in self._last if each is not found), found]
        while len(last) > 1 and (len(last) > LAST or sum(len(each.steps) for each in last) > MOST_STEPS):
            del last[0]
        self._last = last
