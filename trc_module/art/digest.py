"""A digest of all that draws: what was painted by other code, palettes or fonts must not be taken from a cache."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from trc_module.resources import source_art_dir


@cache
def art_digest() -> str:
    """Return a digest of the drawing code of the map and the backends, its palettes and the fonts."""
    package = Path(__file__).parent
    sources = [*package.glob("*.py"), *(package / "backends").glob("*.py"), *(package / "map").glob("*.py")]
    files = [*sources, *(source_art_dir() / "map").glob("*.toml"), *(source_art_dir() / "fonts").glob("*.json")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
