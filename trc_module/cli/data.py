"""What the rooms that hold data say about them: facts, problems, sheets; for the commands about data."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path

from trc_module.errors import UserError
from trc_module.facts import Inspect, Inspection
from trc_module.resources import data_dir

_ROOMS = {"board": "map", "roster": "units", "charts": "charts", "games.trc": "options"}
"""A room takes part by a module `checks` with a function `inspect` (see `facts.Inspect`)."""


def inspect_data(folder: Path | None, overlay: Path | None) -> dict[str, Inspection]:
    """Return what each room says of the game's data in `folder` (None: ours), by the name of its data."""
    if overlay is not None and not overlay.is_dir():
        raise UserError(f"{overlay}: expected a folder with your corrections, of the same layout as ours.")
    where = folder or data_dir() / "trc"
    if not where.is_dir():
        raise UserError(f"{where}: expected a game's data folder (such as data/trc).")
    return {name: inspect(where, overlay) for name, inspect in _inspectors()}


def _inspectors() -> list[tuple[str, Inspect]]:
    found = []
    for room, name in _ROOMS.items():
        module = f"trc_module.{room}.checks"
        if find_spec(f"trc_module.{room}") is not None and find_spec(module) is not None:
            inspect: Inspect = importlib.import_module(module).inspect
            found.append((name, inspect))
    return found
