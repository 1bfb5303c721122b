"""Notifications to a page: files saved in the folders, games that have been judged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

_PATIENCE = 15.0
"""Seconds after which a line is sent though nothing has happened: a page that has gone is noticed by it."""
SETTLES = 300
"""Milliseconds without a change after which a file counts as written."""


class Bell:
    """Rings for all who listen; each hears at once how often it has rung."""

    def __init__(self) -> None:
        self.settled = False
        """Whether the folders have been looked through once."""
        self._rung = 0
        self._closed = False
        self._waiting: set[asyncio.Event] = set()

    def ring(self) -> None:
        """Tell all listeners that something has changed; called in the server's own thread."""
        self._rung += 1
        for event in self._waiting:
            event.set()

    def close(self) -> None:
        """Remove all listeners."""
        self._closed = True
        self.ring()

    async def listen(self) -> AsyncIterator[str]:
        """Yield what a stream of events says (EventSource), now and whenever it rings."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            while not self._closed:
                yield f"data: {self._rung}\n\n"
                event.clear()
                try:
                    await asyncio.wait_for(event.wait(), _PATIENCE)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            self._waiting.discard(event)


async def watch(folders: Sequence[Path], on_change: Callable[[], Awaitable[None]]) -> None:
    """Call `on_change` whenever a log in one of the folders has been written, changed or removed."""
    from watchfiles import awatch

    def is_log(_: object, path: str) -> bool:
        return path.lower().endswith(".vlog")

    async for _ in awatch(*folders, watch_filter=is_log, step=50, debounce=SETTLES, recursive=True):
        await on_change()
