"""Copies of the cache that all processes of a run share, for tests that must not see what others draw meanwhile."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


def copied_cache(target: Path) -> Path:
    """Copy what has been drawn so far, and return the folder of the copy."""
    source = Path(os.environ["TRC_MODULE_CACHE"])
    for path in source.rglob("*"):
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            # What another process is still writing gets its name when it is whole.
            with suppress(FileNotFoundError):
                shutil.copy2(path, copy)
    return target
