"""Folders of games whose rules may run: rules are a program, and a folder may have come by mail, with a log in it.

A game that is installed, or whose folder somebody names, may run. One that is found only because it lies in the current
folder may run if it was made there by `new-game`; that is remembered in our cache.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from trc_module.disk_cache import cache_root, load_cached, store_cached
from trc_module.errors import UserError
from trc_module.files import real_path


def trust(folder: Path) -> None:
    """Remember that the rules in a folder may run; where the cache cannot be written nothing is remembered."""
    with suppress(UserError):
        store_cached(*_mark(folder))


def distrust(folder: Path) -> None:
    """Forget that the rules in a folder may run."""
    with suppress(OSError):
        _mark(folder)[0].unlink()


def is_trusted(folder: Path) -> bool:
    """Tell whether the rules in a folder may run without being named for this run."""
    path, content = _mark(folder)
    return load_cached(path) == content


def refusal(folder: Path, package: str) -> UserError:
    """Return the error that rules are not run, which tells how to have them run."""
    where = os.path.relpath(real_path(folder).parent)
    return UserError(
        f"'{folder}' holds a game with rules of its own ('{package}'), which are a program: they run only if you name "
        f"the folder that it lies in, as in 'trc-module --games-path {where} COMMAND'. "
        "'--game NAME' takes an installed game instead."
    )


def _mark(folder: Path) -> tuple[Path, bytes]:
    content = os.fsencode(real_path(folder))
    return cache_root() / "trusted" / f"{hashlib.sha256(content).hexdigest()[:32]}.stamp", content
