"""Inspection of a game's data for the commands about data: facts, problems and sheets of each room that holds data."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from trc_module.board import Board
from trc_module.board import checks as board_checks
from trc_module.charts import ChartSet
from trc_module.charts import checks as chart_checks
from trc_module.cli.games import chosen_spec
from trc_module.errors import UserError
from trc_module.facts import Inspect, Inspection, Problem
from trc_module.facts.errors import Collected
from trc_module.gamespec import FILE, GameSpec, module_of_game
from trc_module.roster import Roster
from trc_module.roster import checks as roster_checks

_CHECKS = {
    "gamespec.checks": "game",
    "board.checks": "map",
    "roster.checks": "units",
    "charts.checks": "charts",
    "module.checks": "module",
}
"""The modules of rooms by which these take part, each with a function `inspect` (see `facts.Inspect`)."""
_OF_WORDS = "report.catalogue_checks"
"""The one for games that speak other languages."""
_RULES = "options"
"""The name of the module in a game's own package that checks the game's data."""


def inspect_data(folder: Path | None, overlay: Path | None, *, translations: bool = True) -> dict[str, Inspection]:
    """Return what each room says of a game's data in `folder` (None: the chosen game's), by the name of its data.

    Without `translations` nothing is said of the words of reports in other languages, which no module has.
    """
    if folder is not None and not (folder / FILE).is_file():
        raise UserError(f"{folder}: expected a game's data folder, which has a file {FILE}.")
    spec = chosen_spec(folder)
    found: dict[str, Inspection] = {}
    collected = Collected()
    for name, inspect in _inspectors(spec, translations=translations):
        with collected:
            found[name] = inspect(spec.folder, overlay)
    collected.close()
    return found


def refuse_errors(problems: Iterable[Problem], what: str) -> None:
    """Raise UserError with all errors among problems of the data, doubts left out; `what` tells what came of it."""
    errors = [str(problem) for problem in problems if problem.is_error]
    if errors:
        count = "an error" if len(errors) == 1 else f"{len(errors)} errors"
        raise UserError(f"{what}: the data hold {count}, as 'trc-module lint' would report.", *errors)


def problems_of(spec: GameSpec, roster: Roster, charts: ChartSet, board: Board, overlay: Path | None) -> list[Problem]:
    """Return what lint would say of a game's data with other counters, charts and another map in their place."""
    of_game: Any = module_of_game(spec, "checks")
    return [
        *board_checks.problems_of(board, spec.folder, overlay),
        *roster_checks.problems_of(roster, spec.folder, overlay),
        *chart_checks.problems_of(charts, roster, spec.folder),
        *(of_game.problems_of(roster, charts, spec.folder) if of_game else ()),
    ]


def _inspectors(spec: GameSpec, *, translations: bool) -> list[tuple[str, Inspect]]:
    words = translations and (spec.folder / "spoken").is_dir()
    checked = {**_CHECKS, **({_OF_WORDS: "words"} if words else {})}
    found: list[tuple[str, Inspect]] = [
        (name, importlib.import_module(f"trc_module.{checks}").inspect) for checks, name in checked.items()
    ]
    of_game = module_of_game(spec, "checks")
    return [*found, (_RULES, of_game.inspect)] if of_game is not None else found
