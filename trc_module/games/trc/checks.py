"""Checks of the data that rules alone know: the options that can be agreed on, and the start lines of the scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import ChartSet
from trc_module.charts.checks import in_file
from trc_module.facts import Fact, Inspection, Problem
from trc_module.facts.toml_file import read_toml
from trc_module.games.trc import counter_checks
from trc_module.games.trc.chart_checks import check_charts
from trc_module.games.trc.charts import Charts, load_charts
from trc_module.games.trc.fixed_ids import check_renamed
from trc_module.games.trc.option_catalogue import Option, agree, known_options, units_of_options, with_what_it_needs
from trc_module.games.trc.start_lines import StartLine, load_lines
from trc_module.roster import Roster, load_roster
from trc_module.roster.checks import located
from trc_module.roster.scenarios import Scenario, load_scenarios
from trc_module.rules.ledger import LedgerRow, read_ledger
from trc_module.rules.options import OptionsError
from trc_module.rules.registry import covers

_FILE, _OFFERED, _SWITCHES = "options.toml", "module/options.toml", "map/switches.toml"
_LAST_TURN = 25


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Load the options and start lines of a game, list their facts, and check them.

    DataError names what cannot be read at all: an unknown number, a hex that is not on the map, a source that is none.
    A folder without options has nothing to check.
    """
    if not (folder / _FILE).is_file():
        return Inspection((), ())
    known = known_options(folder)
    roster = load_roster(folder, overlay)
    lines = load_lines(folder, load_board(folder, overlay), overlay)
    scenarios = load_scenarios(folder, overlay)
    problems = [
        *check_titles(known),
        *check_playable(known),
        *problems_of(roster, load_charts(folder, overlay), folder),
        *check_rules(known, read_ledger(folder / "ledger.csv")),
        *check_numbers(known, _numbers(folder / _OFFERED), _OFFERED, offered=True),
        *check_numbers(known, _numbers(folder / _SWITCHES), _SWITCHES),
        *check_lines({name: one.line for name, one in scenarios.items()}, lines),
        *check_ends(scenarios.values()),
    ]
    facts = [Fact(f"{option.number}: {option.title}", option.source) for option in known.values()]
    facts += [fact for line in lines.values() for _, fact in line.places.values()]
    return Inspection(tuple(facts), tuple(problems))


def problems_of(roster: Roster, charts: ChartSet, folder: Path) -> list[Problem]:
    """Return what the rulebook, options and rules have against counters and charts.

    DataError for a renamed counter that rules name.
    """
    known = known_options(folder)
    own = Charts.of(charts)
    check_renamed(roster, own, units_of_options(known.values()))
    found = [*counter_checks.check_counters(roster), *check_charts(own, roster), *check_counters(known, roster)]
    return [in_file(located(problem, roster, folder), folder) for problem in found]


def check_ends(scenarios: Iterable[Scenario]) -> Iterator[Problem]:
    """No scenario goes on beyond the turn record."""
    for scenario in scenarios:
        if scenario.last_turn > _LAST_TURN:
            message = f"{scenario.name}: ends after turn {_LAST_TURN} (25.0)"
            yield Problem("scenarios", message, f"scenarios/{scenario.id}.toml")


def check_titles(known: Mapping[str, Option]) -> Iterator[Problem]:
    """No two options have one title."""
    seen: dict[str, str] = {}
    for number, option in known.items():
        first = seen.setdefault(option.title, number)
        if first != number:
            yield Problem("option-titles", f"{number}: '{option.title}' is the title of {first}", _FILE)


def check_playable(known: Mapping[str, Option]) -> Iterator[Problem]:
    """Every option can be played, with what it needs."""
    for number in known:
        try:
            agree(known, with_what_it_needs(known, number))
        except OptionsError as error:
            yield Problem("options-playable", f"{number}: {error}", _FILE)


def check_counters(known: Mapping[str, Option], roster: Roster) -> Iterator[Problem]:
    """The units that options leave out or change exist, and units and markers belong to options that exist."""
    for number, option in known.items():
        for unit in sorted({*option.leaves_out, *option.changes} - roster.units.keys()):
            yield Problem("option-counters", f"{number}: there is no unit {unit}", _FILE)
    for file, counters in (("units.csv", roster.units), ("markers.csv", roster.markers)):
        for name, counter in counters.items():
            if counter.option and counter.option not in known:
                message = f"{name}: there is no option {counter.option}"
                yield Problem("option-counters", message, file, about=(name, "option"))


def check_rules(known: Mapping[str, Option], ledger: tuple[LedgerRow, ...]) -> Iterator[Problem]:
    """Every option, and every choice, has a rule in the ledger."""
    for number, option in known.items():
        rules = {number, *(choice.rule for choice in option.choices.values())}
        for rule in sorted(rules):
            if not any(covers(rule, row.rule) for row in ledger):
                yield Problem("option-rules", f"{number}: the ledger has no rule {rule}", _FILE)


def check_numbers(
    known: Mapping[str, Option], numbers: tuple[str, ...], file: str, *, offered: bool = False
) -> Iterator[Problem]:
    """The numbers of another file are options; where they are those that the module offers, they are all of them."""
    for number in numbers:
        if number not in known:
            yield Problem("option-numbers", f"there is no option {number}", file)
    if offered:
        for number in known:
            if number not in numbers:
                yield Problem("option-numbers", f"the module does not offer {number}", file)


def check_lines(asked: Mapping[str, str], lines: Mapping[str, StartLine]) -> Iterator[Problem]:
    """Every scenario's line is there, but that of 1941, which is the map's own."""
    for scenario, line in asked.items():
        if line and line != "1941" and line not in lines:
            yield Problem("scenario-lines", f"there is no line {line}", f"scenarios/{scenario}.toml")


def _numbers(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        return ()
    tree = read_toml(path)
    if "switch" in tree:
        return tuple(switch["id"] for switch in tree["switch"])
    return tuple(number for number in tree.get("numbers", []) if isinstance(number, str))
