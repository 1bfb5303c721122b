"""Limits on what the page may send: its size and its name."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request

from trc_module.errors import UserError

MOST_DROPPED = 32 << 20
"""Bytes of a log: as much as a reader takes."""
MOST_ASKED = 1 << 18
"""Bytes of a question."""
LONGEST_WAIT = 60
"""Seconds in which a request must have arrived: those that never end would keep others out."""
LOGS = (".vlog", ".vsav")
_MOST_OF_A_NAME = 200
"""Bytes of a file's name."""
_ODD = re.compile(r"[^\w .()+-]")


async def body_of(request: Request, most: int) -> bytes:
    """Return what a request carries; UserError as soon as it is more, or takes longer, than it may."""
    found = bytearray()
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            async for chunk in request.stream():
                found += chunk
                if len(found) > most:
                    raise UserError(f"That is more than {most >> 20 or 1} MB: a log of a game is smaller.")
    except TimeoutError:
        raise UserError(f"What the page sent did not arrive within {LONGEST_WAIT} seconds: try again.") from None
    return bytes(found)


def plain_name(name: str, endings: tuple[str, ...]) -> str:
    """Return a file's name without any folder; UserError if it has none of some endings."""
    last = re.split(r"[/\\]", name)[-1]
    clean = _ODD.sub("_", last)[-100:]
    # A letter may have four bytes, and a name has 255 at most.
    clean = clean.encode()[-_MOST_OF_A_NAME:].decode("utf-8", "ignore").lstrip(".")
    if not clean.lower().endswith(endings) or clean.lower() in endings:
        raise UserError(f"'{last[:60]}': expected a file that ends in {' or '.join(endings)}.")
    return clean
