"""Names of the files that a tournament writes for its players and games."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[^a-z0-9.-]+")


def file_name(name: str, ending: str) -> str:
    """Return the file of a game or a player: its name as far as any system takes it, else with a digest too.

    Some systems take `Ann` and `ann` for one.
    """
    plain = _PLAIN.sub("-", name.casefold()).strip("-.")[:60] or "x"
    digest = "" if plain == name else f"-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
    return f"{plain}{digest}.{ending}"
