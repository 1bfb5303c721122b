"""Connections of the server that have asked for nothing yet: how long they may wait, and how many of them may.

Any program of the machine, and any page in a browser on it, can open connections and send half a request. Such ones
keep nobody out: each has a few seconds for the head of its request, and of those that wait the oldest goes when there
are too many. A connection with a request is let alone; whether it is answered is for the guard to say.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

LONGEST_HEAD = 10.0
"""Seconds in which the head of a request must have arrived, and after which a connection without one is closed."""
MOST_WAITING = 48
"""Connections without a request. Pages of ours have a few; a browser opens those that were closed again by itself."""
GRACE = 1.0
"""Seconds that a connection may wait however many there are: a request that was sent at once has arrived by then."""
_MOST = 200
"""Connections without a request, whatever their age: a process can have a few hundred."""


def door() -> type[H11Protocol]:
    """Return the protocol of a server, whose connections know of each other."""
    waiting: dict[H11Protocol, tuple[asyncio.TimerHandle, float]] = {}

    class Door(H11Protocol):
        """A connection, which waits in `waiting` as long as it has no request."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._asks():
                self._wait_no_more()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            # The next request may have arrived together with this one.
            if not self._asks():
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def _asks(self) -> bool:
            cycle: Any = self.cycle
            return cycle is not None and not cycle.response_complete

        def _wait(self) -> None:
            if self.transport.is_closing():
                return
            self._wait_no_more()
            now = self.loop.time()
            waiting[self] = self.loop.call_later(LONGEST_HEAD, self.transport.close), now
            while len(waiting) > MOST_WAITING:
                oldest, (timer, since) = next(iter(waiting.items()))
                if now - since < GRACE and len(waiting) <= _MOST:
                    return
                timer.cancel()
                del waiting[oldest]
                oldest.transport.close()

        def _wait_no_more(self) -> None:
            found = waiting.pop(self, None)
            if found is not None:
                found[0].cancel()

    return Door
