"""The menus of counters as the engine shows them: no key stands twice in one, and each entry says one line at most."""

from __future__ import annotations

from collections import Counter

from tests.referee.engine import Game

_NAMED = "pressed UNKNOWN"
"""What Java calls a key that has a name and cannot be pressed."""


def keys_used_twice(game: Game) -> list[tuple[str, str, list[str]]]:
    """Return (counter, key, entries) of each key that two entries of one counter's menu have that can be chosen.

    One counter of each side, type and kind is asked.
    """
    asked: dict[tuple[str, ...], str] = {}
    for piece in game.pieces():
        values = piece.properties
        if "unit" in values:
            asked.setdefault(tuple(values.get(name, "") for name in ("Side", "Type", "Kind")), piece.id)
    found = []
    for piece_id in asked.values():
        entries = [entry for entry in game.menu(piece_id) if entry.enabled and entry.key not in (None, _NAMED)]
        times = Counter(entry.key for entry in entries)
        name = str(game.pieces(piece_id)[0].properties["unit"])
        for key in sorted(str(key) for key, number in times.items() if number > 1):
            found.append((name, key, [entry.name for entry in entries if entry.key == key]))
    return found
