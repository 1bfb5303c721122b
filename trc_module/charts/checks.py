"""Checks that any sound set of charts passes; each is a function and names itself in its problems.

What the rulebook of a game states of its charts is checked by the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from trc_module.board import Board, load_board
from trc_module.charts.chartset import ChartSet, load_chart_set
from trc_module.charts.checklist import sheets
from trc_module.charts.results import NOT_KNOWN, ResultsTable
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.trees import CHART_FOLDER
from trc_module.charts.turn_track import TurnTrack
from trc_module.facts import Inspection, Problem
from trc_module.facts.choices import meant
from trc_module.facts.toml_file import line_of
from trc_module.roster import Roster, load_roster
from trc_module.roster.checks import located


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Load the charts of a game, list their facts, and check them, also against its counters and its map."""
    charts = load_chart_set(folder, overlay)
    roster = load_roster(folder, overlay)
    problems = problems_of(charts, roster, folder)
    if (folder / "map").is_dir():
        problems += [in_file(problem, folder) for problem in check_terrain(charts, load_board(folder, overlay))]
    return Inspection(tuple(charts.facts()), tuple(problems), lambda: sheets(charts))


def problems_of(charts: ChartSet, roster: Roster, folder: Path) -> list[Problem]:
    """Return everything in which charts contradict themselves or the counters, with the lines."""
    found = [*(problem for function in CHECKS for problem in function(charts)), *check_arrivals(charts, roster)]
    return [in_file(located(problem, roster, folder), folder) for problem in found]


def in_file(problem: Problem, folder: Path) -> Problem:
    """Return a problem of a key of a chart, which it is about, with the line of the key in our file."""
    path = folder / problem.file
    table, key = problem.about
    if problem.line is not None or not key or not path.is_file():
        return problem
    return replace(problem, line=line_of(path, [*table.split("."), key]))


def file_of(name: str) -> str:
    """Return the file of a chart as problems name it."""
    return f"{CHART_FOLDER}/{name}.toml"


def check_results(charts: ChartSet) -> Iterator[Problem]:
    """Every result that has a meaning occurs on a sheet, where all columns are known, and ours."""
    for name, table in charts.of_kind(ResultsTable).items():
        occurring = {result for cells in table.cells.values() for result in cells}
        owned = any(fact.source.kind == "owner" for fact in table.facts.values())
        for result in table.meanings if NOT_KNOWN not in occurring and not owned else ():
            if result not in occurring:
                message = f"{result} has a meaning, but occurs nowhere"
                yield Problem("results-used", message, file_of(name), about=("meanings", result))


def check_arrivals(charts: ChartSet, roster: Roster) -> Iterator[Problem]:
    """Units arrive on turns that the track has."""
    for track in charts.of_kind(TurnTrack).values():
        for unit in roster.units.values():
            if unit.arrival is not None and unit.arrival not in track.turns:
                message = f"{unit.id} arrives on turn {unit.arrival}; there is no such turn"
                yield Problem("chart-units", message, "units.csv", about=(unit.id, "arrival"))


def check_terrain(charts: ChartSet, board: Board) -> Iterator[Problem]:
    """The chart of terrain has a row for each kind of land and hexside of the map, and for no other."""
    land = {kind.id for kind in board.legend.terrain.values() if not kind.is_water}
    sides = set(board.legend.hexsides)
    for name, chart in charts.of_kind(TerrainCosts).items():
        for word in sorted(land - set(chart.terrain)):
            yield Problem("terrain-rows", f"the map has {word}, the chart has no row for it", file_of(name))
        for table, rows, known in (("terrain", chart.terrain, land), ("hexside", chart.hexside, sides)):
            for word in rows:
                if word not in known:
                    message = f"the map has no {table} '{word}'{meant(word, known)}"
                    yield Problem("terrain-rows", message, file_of(name), about=(table, word))


CHECKS: tuple[Callable[[ChartSet], Iterator[Problem]], ...] = (check_results,)
