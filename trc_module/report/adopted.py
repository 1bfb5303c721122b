"""Report on the pieces of a game that was taken over from another module, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.printable import joined
from trc_module.profiles.adopting import Adopted, How, Taken

_HOW: dict[How, str] = {
    "unit": "units",
    "marker": "markers",
    "guess": "guessed",
    "home": "not in their module, put where our set-up has them",
    "absent": "not in their game, put out of play",
    "meaningless": "left out, as they mean nothing to the rules",
    "off": "on no map",
    "lost": "not placed",
}


def adopted_text(adopted: Adopted) -> str:
    """Return the lines that a player reads: how many pieces were placed, and each that is not just where it lay."""
    return joined(_lines(adopted))


def _lines(adopted: Adopted) -> Iterator[str]:
    theirs = sum(bool(taken.theirs) for taken in adopted.pieces)
    yield f"{adopted.module}, read with {adopted.profile}: {theirs} pieces."
    for how, words in _HOW.items():
        found = adopted.found(how)
        if found:
            yield f"  {len(found)} {words}."
            if how not in ("unit", "marker"):
                yield from (f"    {_told(taken)}" for taken in found)
    yield from (f"  note: {note}" for note in adopted.notes)


def _told(taken: Taken) -> str:
    front = f"{taken.theirs} at {taken.at}" if taken.at else taken.theirs
    ours = f"{taken.ours} in {taken.to}" if taken.to else taken.ours
    told = " -> ".join(word for word in (front, ours) if word)
    return f"{told} ({taken.why})" if taken.why else told


def adopted_tree(adopted: Adopted) -> dict[str, Any]:
    """Return the same as JSON's values."""
    return {
        "module": adopted.module,
        "profile": adopted.profile,
        "counts": {how: len(adopted.found(how)) for how in _HOW},
        "pieces": [
            {"how": t.how, "theirs": t.theirs, "at": t.at, "ours": t.ours, "to": t.to, "why": t.why}
            for t in adopted.pieces
        ],
        "losses": list(adopted.losses),
        "notes": list(adopted.notes),
    }
