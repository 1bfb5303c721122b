"""What the rooms that hold data say about them: facts, problems, sheets; for the commands about data."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from trc_module.charts import Charts
from trc_module.charts import checks as chart_checks
from trc_module.errors import UserError
from trc_module.facts import Inspect, Inspection, Problem
from trc_module.facts.errors import Collected
from trc_module.resources import data_dir
from trc_module.roster import Roster
from trc_module.roster import checks as roster_checks

_ROOMS = {"board": "map", "roster": "units", "charts": "charts", "games.trc": "options"}
"""A room takes part by a module `checks` with a function `inspect` (see `facts.Inspect`)."""


def inspect_data(folder: Path | None, overlay: Path | None) -> dict[str, Inspection]:
    """Return what each room says of the game's data in `folder` (None: ours), by the name of its data."""
    where = folder or data_dir() / "trc"
    if not where.is_dir():
        raise UserError(f"{where}: expected a game's data folder (such as data/trc).")
    found: dict[str, Inspection] = {}
    collected = Collected()
    for name, inspect in _inspectors():
        with collected:
            found[name] = inspect(where, overlay)
    collected.close()
    return found


def refuse_errors(problems: Iterable[Problem], what: str) -> None:
    """Raise UserError with all errors among problems of the data, doubts left out; `what` tells what came of it."""
    errors = [str(problem) for problem in problems if problem.is_error]
    if errors:
        count = "an error" if len(errors) == 1 else f"{len(errors)} errors"
        raise UserError(f"{what}: the data hold {count}, as 'trc-module lint' would tell.", *errors)


def problems_of(roster: Roster, charts: Charts, overlay: Path | None) -> list[Problem]:
    """Return what lint would say of our data with other counters and charts in their place."""
    folder = data_dir() / "trc"
    of_game: Any = importlib.import_module("trc_module.games.trc.checks")
    return [
        *roster_checks.problems_of(roster, folder, overlay),
        *chart_checks.problems_of(charts, roster, folder),
        *of_game.problems_of(roster, charts, folder),
    ]


def _inspectors() -> list[tuple[str, Inspect]]:
    found = []
    for room, name in _ROOMS.items():
        module = f"trc_module.{room}.checks"
        if find_spec(f"trc_module.{room}") is not None and find_spec(module) is not None:
            inspect: Inspect = importlib.import_module(module).inspect
            found.append((name, inspect))
    return found
