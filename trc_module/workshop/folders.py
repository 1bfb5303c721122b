"""Folders that a command fills: new or empty ones, so that nothing of the user's is written over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from trc_module.files import OutputError, write_file
from trc_module.vassal.writing import check_name


def fill(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write files into a folder and return their number.

    Raises:
        OutputError: The folder is not empty or cannot be made, or two names are one on some systems.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise OutputError(f"'{folder}' is not empty: name a folder that is new or empty.")
        by_lower: dict[str, str] = {}
        for name in files:
            check_name(name, folder)
            other = by_lower.setdefault(name.lower(), name)
            if other != name:
                raise OutputError(f"'{other}' and '{name}' would be one file on some systems: rename one of them.")
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, content)
    except OSError as error:
        raise OutputError(f"'{folder}' cannot be written: {error.strerror}.") from None
    return len(files)
