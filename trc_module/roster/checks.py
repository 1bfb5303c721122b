"""Checks that any sound roster passes; each is a function and names itself in its problems.

What the rulebook of a game states of its counters is checked by the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from trc_module.facts import Inspection, Problem
from trc_module.facts.choices import meant
from trc_module.roster.checklist import sheets
from trc_module.roster.loading import load_roster, load_with
from trc_module.roster.roster import Roster
from trc_module.roster.scenarios import Scenario, load_scenarios
from trc_module.roster.totals import FILE as TOTALS
from trc_module.roster.totals import check_totals, read_totals
from trc_module.roster.units import Unit
from trc_module.roster.vocabulary import read_vocabulary

UNITS_FILE = "units.csv"


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Load the counters and scenarios of a game, list their facts, and check them."""
    roster = load_roster(folder, overlay)
    scenarios = load_scenarios(folder, overlay)
    problems = problems_of(roster, folder, overlay)
    problems += check_scenarios(roster, scenarios.values())
    if (folder / TOTALS).is_file():
        # Errata and an owner's corrections may add and take away; what was counted is the table as it stands.
        problems += check_totals(load_with(folder, None, ()).units.values(), read_totals(folder))
    facts = [*roster.facts(), *(fact for scenario in scenarios.values() for fact in scenario.facts())]
    return Inspection(tuple(facts), tuple(problems), lambda: sheets(roster))


def problems_of(roster: Roster, folder: Path, overlay: Path | None = None) -> list[Problem]:
    """Return everything in which counters contradict themselves or the map, with the lines to look at."""
    problems = check(roster)
    if (folder / "map").is_dir():
        areas = read_vocabulary(folder).areas
        problems += check_areas(roster, {*_places(folder, overlay), *areas})
    return [located(problem, roster, folder) for problem in problems]


def located(problem: Problem, roster: Roster, folder: Path) -> Problem:
    """Return a problem of a counter with the file and the line of the cell that it is about."""
    name, column = problem.about
    row = roster.rows.get(name)
    if row is None:
        return problem
    path, line = row.places.get(column, (row.path, row.line))
    file = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
    return replace(problem, file=file, line=line or None)


def check(roster: Roster) -> list[Problem]:
    """Return everything in which the counters contradict themselves."""
    return [problem for function in CHECKS for problem in function(roster)]


def problem_of(check_name: str, unit: Unit, field: str, message: str) -> Problem:
    """Return what is wrong with a field of a unit: a doubt where that is noted as doubtful."""
    about = (unit.id, field)
    return Problem(check_name, f"{unit.id}: {message}", UNITS_FILE, unit.fact(field).doubt, about=about)


_NUMBERED, _EACH_NUMBERED = "'trc-module build' gives it one", "'trc-module build' gives each of them one"
_FEW = 3
"""The number of counters without a number that are told one by one; of more, as before a first build, the count is."""


def check_numbers(roster: Roster) -> Iterator[Problem]:
    """Every counter has a number, and no two have the same."""
    seen: dict[int, str] = {}
    new: list[str] = []
    for name in (*roster.units, *roster.markers):
        number = roster.numbers.by_id.get(name) or roster.numbers.by_id.get(roster.formerly.get(name, ""))
        if number is None:
            new.append(name)
        elif number in seen:
            yield Problem("piece-numbers", f"{name}: number {number} is that of {seen[number]}", "piece_numbers.csv")
        else:
            seen[number] = name
    # Nothing is wrong: who has added counters checks them before he builds.
    if len(new) > _FEW:
        yield Problem("piece-numbers", f"{len(new)} counters have no piece number yet", UNITS_FILE, _EACH_NUMBERED)
        return
    for name in new:
        yield Problem("piece-numbers", f"{name}: no piece number yet", UNITS_FILE, _NUMBERED, about=(name, ""))


def check_areas(roster: Roster, places: Collection[str]) -> list[Problem]:
    """Check that every area that a counter names is one of the places, boxes and known areas."""
    return [
        problem_of(
            "areas",
            unit,
            "area",
            f"'{unit.area}' is not a place of the map, a box or an edge{meant(unit.area, places)}",
        )
        for unit in roster.units.values()
        if unit.area and unit.area not in places
    ]


def check_scenarios(roster: Roster, scenarios: Iterable[Scenario]) -> list[Problem]:
    """Check that scenarios leave out only units that there are."""
    problems = []
    for scenario in scenarios:
        file = f"scenarios/{scenario.id}.toml"
        for name in scenario.without:
            try:
                roster.present(name)
            except KeyError:
                problems.append(Problem("scenarios", f"{scenario.name}: no unit is called '{name}'", file))
    return problems


def _places(folder: Path, overlay: Path | None) -> set[str]:
    # The map is another room's; it is looked at only to compare names.
    from trc_module.board import load_board

    board = load_board(folder, overlay)
    districts = {f"{region.name} MD" for region in board.regions.values() if region.kind == "district"}
    boxes = {key.split()[-1] for key in board.boxes}
    sites = (name for places in board.sites.values() for name in places)
    return {
        *board.cities,
        *sites,
        *board.edges,
        *(region.name for region in board.regions.values()),
        *districts,
        *boxes,
    }


CHECKS: tuple[Callable[[Roster], Iterator[Problem]], ...] = (check_numbers,)
