"""The packages of the extra `app`, which an installation may lack."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from trc_module.errors import UserError


def expect_installed(*, watching: bool) -> None:
    """Refuse to begin without the packages that the app needs; UserError says how they are installed."""
    needed = ("starlette", "uvicorn", *(("watchfiles",) if watching else ()))
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        told = f"The app needs {' and '.join(missing)}, which this Python does not have"
        raise UserError(f"{told}; install what is missing with: {_python()} -m pip install {' '.join(missing)}")


def _python() -> str:
    """Return how the Python that runs is started from a terminal: its path in full, unless a blank would split it."""
    path = sys.executable
    return path if path and " " not in path else Path(path).stem or "python"
