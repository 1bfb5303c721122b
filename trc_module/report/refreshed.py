"""Report on the pieces of a game that was brought forward to a newer module, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.printable import joined
from trc_module.vassal.refresh import How, Match, Refreshed

_HOW: dict[How, str] = {
    "number": "found by number",
    "name": "found by name",
    "extension": "of an extension, as they were",
    "kept": "not found, kept as they were",
    "dropped": "not found, left out",
    "none": "not found",
}


def refreshed_text(refreshed: Refreshed) -> str:
    """Return the lines that a player reads: how many pieces were found and how, and each that is not just the same."""
    return joined(_lines(refreshed))


def _lines(refreshed: Refreshed) -> Iterator[str]:
    counts = [f"{len(found)} {words}" for how, words in _HOW.items() if (found := refreshed.found(how))]
    yield f"{len(refreshed.matches)} pieces: {', '.join(counts) or 'none'}."
    for how, words in _HOW.items():
        for match in refreshed.found(how):
            if how == "number":
                yield from _changes(match)
            else:
                new = f" -> {match.new_number} {match.new_name}" if how == "name" else ""
                yield f"    {words.partition(',')[0]}: {match.number or '(no number)'} {match.name}{new}"
                yield from _changes(match) if how == "name" else ()
    yield from (f"    note: {note}" for note in refreshed.notes)


def _changes(match: Match) -> Iterator[str]:
    if match.new_name != match.name:
        yield f"    {match.number} {match.name} is now {match.new_name}"
    for title in match.lost:
        yield f"    {match.number} {match.name}: the state of its '{title}' could not be carried over"


def refreshed_tree(refreshed: Refreshed) -> dict[str, Any]:
    """Return the same as JSON's values."""
    return {
        "pieces": len(refreshed.matches),
        "counts": {how: len(refreshed.found(how)) for how in _HOW},
        "matches": [
            {
                "id": match.id,
                "how": match.how,
                "number": match.number,
                "name": match.name,
                "new_number": match.new_number,
                "new_name": match.new_name,
                "lost": list(match.lost),
            }
            for match in refreshed.matches
        ],
        "obstacles": list(refreshed.obstacles),
        "losses": list(refreshed.losses),
        "notes": list(refreshed.notes),
    }
