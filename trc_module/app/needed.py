"""The packages of the extra `app`, which an installation may lack."""

from __future__ import annotations

from importlib.util import find_spec

from trc_module.errors import UserError


def expect_installed(*, watching: bool) -> None:
    """Refuse to begin without the packages that the app needs; UserError says how they are installed."""
    needed = ("starlette", "uvicorn", *(("watchfiles",) if watching else ()))
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise UserError(f"The app needs {' and '.join(missing)}: install it with pip install 'trc-module[app]'.")
