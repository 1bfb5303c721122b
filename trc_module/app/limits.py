"""Limits on what the page may send: its size and its name."""

from __future__ import annotations

import re

from starlette.requests import Request

from trc_module.errors import UserError

MOST_DROPPED = 32 << 20
"""Bytes of a log: as much as a reader takes."""
MOST_ASKED = 1 << 18
"""Bytes of a question."""
LOGS = (".vlog", ".vsav")
_MOST_OF_A_NAME = 200
"""Bytes of a file's name."""
_ODD = re.compile(r"[^\w .()+-]")


async def body_of(request: Request, most: int) -> bytes:
    """Return what a request carries; UserError as soon as it is more than it may be."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise UserError(f"That is more than {most >> 20 or 1} MB: a log of a game is smaller.")
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
