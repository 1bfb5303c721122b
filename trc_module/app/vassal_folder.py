"""The folder in which VASSAL keeps a player's games, as its preferences name it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_KEY = re.compile(r"^\s*modulesDir\s*[=:]\s*(.*)$", re.MULTILINE)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")


def vassal_folder() -> Path | None:
    """Return the folder that VASSAL opened games from last, None if there is none to be found."""
    for folder in _homes():
        path = folder / "prefs" / "V_Global"
        try:
            text = path.read_text(encoding="latin-1")
        except OSError:
            continue
        named = _KEY.search(text)
        if named is not None:
            found = Path(_ESCAPE.sub(_unescaped, named[1].strip()))
            if found.is_dir():
                return found
    return None


def _homes() -> Iterator[Path]:
    """Yield the folders in which VASSAL keeps its preferences, by system [VASSAL.Info.getConfDir]."""
    home = Path.home()
    if sys.platform == "win32" and os.environ.get("APPDATA"):
        yield Path(os.environ["APPDATA"]) / "VASSAL"
    if sys.platform == "darwin":
        yield home / "Library" / "Application Support" / "VASSAL"
    yield home / ".VASSAL"
    yield home / "VASSAL"


def _unescaped(found: re.Match[str]) -> str:
    # As java.util.Properties writes a value.
    word = found[1]
    return chr(int(word[1:], 16)) if len(word) == 5 else {"n": "\n", "r": "\r", "t": "\t"}.get(word, word)
