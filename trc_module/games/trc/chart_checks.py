"""Checks of the charts against the rulebook's statements, against the counters and against each other.

Each check is a function and names itself in its problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from trc_module.facts import Problem
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.charts.combat import RESULTS
from trc_module.games.trc.charts.movement import IMPULSES, WEATHERS, UnitLike
from trc_module.roster import Roster

_MONTHS = ("may-june", "jul-aug", "sep-oct", "nov-dec", "jan-feb", "mar-apr")


def check_charts(charts: Charts, roster: Roster) -> list[Problem]:
    """Return everything in which charts contradict themselves, the rulebook or the counters."""
    own = [problem for function in CHECKS for problem in function(charts)]
    return [*own, *check_units(charts, roster), *check_movement(charts, roster.units.values())]


def check_results(charts: Charts) -> Iterator[Problem]:
    """More odds, or a higher die, never serve the attacker worse; every result occurs and has a meaning."""
    combat = charts.combat
    rows = [(odds, combat.results[odds]) for odds in combat.ladder if odds in combat.results]
    for odds, row in rows:
        for die, (low, high) in enumerate(pairwise(row), 1):
            if RESULTS.index(low) > RESULTS.index(high):
                message = f"{odds}: die {die} gives {low}, but {die + 1} the worse {high}"
                yield Problem("results-rise", message, "charts/combat.toml")
    for (odds, row), (better, above) in pairwise(rows):
        for die, (low, high) in enumerate(zip(row, above, strict=True), 1):
            if RESULTS.index(low) > RESULTS.index(high):
                message = f"die {die}: {odds} gives {low}, but {better} the worse {high}"
                yield Problem("results-rise", message, "charts/combat.toml")
    occurring = {result for _, row in rows for result in row}
    for result in RESULTS:
        if result not in occurring or result not in combat.meanings:
            yield Problem("results-used", f"{result} occurs nowhere or has no meaning (13.3)", "charts/combat.toml")


def check_columns(charts: Charts) -> Iterator[Problem]:
    """Odds that share a printed column have the same results, and each odds has a column."""
    combat = charts.combat
    headed = [odds for heading in combat.columns for odds in heading.split("/")]
    if headed != [odds for odds in combat.ladder if odds != combat.automatic_victory]:
        yield Problem("columns", "the printed columns are not the ladder of odds, in order", "charts/combat.toml")
    for heading in combat.columns:
        if len({combat.results.get(odds) for odds in heading.split("/")}) > 1:
            yield Problem("columns", f"the odds of the column {heading} differ", "charts/combat.toml")


def check_contact(charts: Charts) -> Iterator[Problem]:
    """At 1-1 a single die, contact, leaves attackers who want to retreat where they are (13.4)."""
    if charts.combat.results.get("1-1", ()).count("C") != 1:
        yield Problem("contact", "13.4 fails at 1-1 by contact alone: the row has not one C", "charts/combat.toml")


def check_turns(charts: Charts) -> Iterator[Problem]:
    """Twenty-five turns of two months from May/June 1941, the year changing with January (25.0), and one before."""
    turns = charts.turns
    if sorted(turns) != list(range(26)):
        yield Problem(
            "turns", f"turns {min(turns)} to {max(turns)}, the game has 0 to 25 (25.0, 28.6)", "charts/turns.toml"
        )
    for turn in turns.values():
        key = _MONTHS[(turn.number - 1) % 6]
        year = 1941 + (turn.number + 1) // 6
        if (turn.key, turn.year) != (key, year):
            yield Problem("turns", f"turn {turn.number} is {turn}, it should be {key} {year}", "charts/turns.toml")


def check_weather(charts: Charts) -> Iterator[Problem]:
    """The worked examples of 4.1.1 come out, and every turn has its historical weather."""
    autumn = charts.weather.months["sep-oct"], charts.weather.months["nov-dec"]
    if any(len(column.weather) != 8 for column in autumn):
        yield Problem("weather", "the chart has eight rows, 0 to 7 (4.1.1)", "charts/weather.toml")
    elif (autumn[0].weather[3], autumn[0].drm[3], autumn[1].weather[4], autumn[1].drm[4]) != ("clear", 1, "snow", -3):
        yield Problem("weather", "the example of 4.1.1 does not come out", "charts/weather.toml")
    for turn in charts.turns.values():
        if charts.weather.historical(turn) is None:
            yield Problem("weather", f"{turn} has no historical weather (26.3)", "charts/weather.toml")


def check_air(charts: Charts) -> Iterator[Problem]:
    """Snow grounds all aircraft, clear weather is never worse than mud, and a side has three counters at most."""
    for (kind, year, weather), number in charts.air.numbers.items():
        where = f"{kind}s of {year} in {weather}"
        if number > 3 or (weather == "snow" and number):
            yield Problem("air", f"{where}: {number} (15.6, 15.9)", "charts/air.toml")
        if number > charts.air.numbers[kind, year, "clear"]:
            yield Problem("air", f"{where}: more than in clear weather", "charts/air.toml")


def check_objectives(charts: Charts) -> Iterator[Problem]:
    """Six Sudden Death objectives a year, judged on a Jan/Feb turn of that year (25.2)."""
    for year, objectives in charts.victory.sudden_death.items():
        turn = charts.turns.get(objectives.turn)
        if turn is None or (turn.key, turn.year) != ("jan-feb", year):
            yield Problem("objectives", f"{year}: turn {objectives.turn} is {turn}", "charts/victory.toml")
        if len(set(objectives.places)) != 6:
            yield Problem("objectives", f"{year}: not six different places", "charts/victory.toml")


def check_movement(charts: Charts, units: Iterable[UnitLike]) -> Iterator[Problem]:
    """Each unit has a class, no value goes beyond its bound, and none beyond the printed factor (2.5)."""
    used = set()
    for unit in units:
        name = charts.movement.class_of(unit)
        used.add(name)
        if name is None:
            message = f"no class fits a {unit.nation} unit of type {unit.type}"
            yield Problem("movement-classes", message, "charts/movement.toml")
            continue
        for impulse in (1, 2):
            for weather in WEATHERS:
                allowance = charts.movement.allowance(unit, impulse, weather)
                value, most = allowance.value, allowance.certain_max
                if value is None or most is None or unit.move is None:
                    continue
                where = f"{name}, {IMPULSES[impulse - 1]} impulse, {weather}, printed {unit.move}"
                if value > most:
                    yield Problem("movement-bounds", f"{where}: {value}, beyond {most}", "charts/movement.toml")
                if most > unit.move:
                    yield Problem("movement-bounds", f"{where}: at most {most}", "charts/movement.toml")
    for name in charts.movement.classes:
        if name not in used:
            yield Problem("movement-classes", f"no unit is of the class {name}", "charts/movement.toml")


def check_units(charts: Charts, roster: Roster) -> Iterator[Problem]:
    """Units that the charts name are in the roster, and arrivals are on the turn record."""
    chart = charts.replacements
    named = {"motorization": chart.motorization, "ss-replenishment": chart.ss_replenishment}
    for table, names in named.items():
        for name in names:
            if name not in roster.units:
                message = f"no unit is called '{name}'"
                yield Problem("chart-units", message, "charts/replacements.toml", about=(table, name))
    for name in chart.never_replaced:
        if name not in roster.units:
            message = f"no unit is called '{name}'"
            yield Problem("chart-units", message, "charts/replacements.toml", about=("axis.never", "units"))
    for unit in roster.units.values():
        if unit.arrival is not None and unit.arrival not in charts.turns:
            message = f"{unit.id} arrives on turn {unit.arrival}; there is no such turn"
            yield Problem("chart-units", message, "units.csv", about=(unit.id, "arrival"))


CHECKS: tuple[Callable[[Charts], Iterator[Problem]], ...] = (
    check_results,
    check_columns,
    check_contact,
    check_turns,
    check_weather,
    check_air,
    check_objectives,
)
