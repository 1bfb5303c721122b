"""The charts of replacements and victory as tables that a player reads during the game, made from the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trc_module.charts.sheet import Block, Heading, SheetNote, grid
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.charts.replacements import ReplacementChart
from trc_module.games.trc.charts.victory import LastObjectives
from trc_module.roster import Roster

_ABBREVIATED = {"hq": "HQ", "ss": "SS"}
_ALLIES = {"finnish": "Finland", "rumanian": "Rumania", "hungarian": "Hungary", "italian": "Italy"}
_UNITS = {"armor": "an armor corps", "motorized": "a motorized corps"}


def words(name: str) -> str:
    """Return a name of the data as a player reads it: `ss-replenishment` is `SS replenishment`."""
    found = " ".join(_ABBREVIATED.get(part, part) for part in name.split("-"))
    return found[:1].upper() + found[1:]


def victory(charts: Charts) -> Iterator[Block]:
    """Return Sudden Death and the victory points (25.2, 27.12)."""
    years = [
        [_turn(charts, each.turn), ", ".join(each.places)]
        for _, each in sorted(charts.victory.sudden_death.items(), key=lambda item: item[0])
    ]
    last = [[_turn(charts, each.turn), side.capitalize(), _aims(each)] for side, each in charts.victory.last.items()]
    points = charts.victory.points
    yield Heading("Sudden Death (25.2)")
    yield SheetNote("Who controls all places of a year when its turn ends wins at once.")
    yield grid(["At the end of turn", "Places"], years)
    yield SheetNote("In 1945 each side has its own objectives.")
    yield grid(["At the end of turn", "Side", "Wins with"], last)
    yield Heading("Victory Points (27.12)")
    yield SheetNote("In scenarios that are judged by points, for each place that a side controls.")
    worth = {"Major city": points.major_city, "Oil well": points.oil_well, "Minor city": points.minor_city}
    yield grid(["Place", "Points"], [[place, str(number)] for place, number in worth.items()])


def _aims(aims: LastObjectives) -> str:
    """Return what a side needs in 1945 as a sentence."""
    allies = [*aims.surrendered, *aims.not_surrendered]
    fate = "surrendered" if aims.surrendered else "not surrendered"
    countries = _listed(_ALLIES.get(ally, words(ally)) for ally in allies)
    cities = "all German cities" if aims.german_cities == "all" else "a German city"
    wells = "all oil wells" if aims.oil_wells == "all" else "an oil well"
    return f"{countries} {fate}, and control of {cities} and {wells}"


def replacements(charts: Charts, roster: Roster) -> Iterator[Block]:
    """Return what each side replaces, exchanges and withdraws, and when (20.9, 21 to 23, 26.1)."""
    chart = charts.replacements
    exchanges = [
        [_unit(roster, unit), f"a German {each.replaced} infantry corps", _turns(charts, each.turns)]
        for unit, each in chart.motorization.items()
    ]
    extra = [
        [_unit(roster, unit), _turns(charts, each.turns), _listed(map(_one, each.gives))]
        for unit, each in chart.ss_replenishment.items()
    ]
    heads = ["What", "How much, and when"]
    yield Heading("Russian (22)")
    yield grid(heads, _russian(charts, chart))
    yield Heading("Axis (21)")
    yield grid(heads, _axis(charts, chart, roster))
    yield Heading("Motorization (23.1)")
    yield grid(["Unit", "In the place of", "On turn"], exchanges)
    yield Heading("Withdrawals (20.9)")
    yield grid(["On turn", "Impulse", "Units", "Back on turn"], _withdrawals(charts, chart))
    yield Heading("SS Replenishment (optional, 26.1)")
    yield SheetNote("Beside the others, while the unit is neither surrendered nor in the replacement pool.")
    yield grid(["Unit", "On turn", "Gives"], extra)


def _russian(charts: Charts, chart: ReplacementChart) -> list[list[str]]:
    limits = [
        [
            f"Units a turn, from turn {_turn(charts, each.from_turn) if each.from_turn else 1} on",
            f"{each.armor} armor (Guards armor too), {each.guards} Guards",
        ]
        for each in chart.limits
    ]
    plus_one = _listed(map(str, chart.archangel.plus_one_in))
    return [
        ["Workers", f"their value; doubled from turn {_turn(charts, chart.workers.doubled_from)} on"],
        ["Die of Archangel", f"from turn {_turn(charts, chart.archangel.first_turn)} on; +1 in {plus_one}"],
        *limits,
        ["Stavka", f"{chart.stavka.cost} point; on turn {_turns(charts, chart.stavka.turns)}"],
    ]


def _axis(charts: Charts, chart: ReplacementChart, roster: Roster) -> list[list[str]]:
    each = chart.axis_each_time
    return [
        ["When", f"turn {_turns(charts, chart.axis_turns)}"],
        ["SS, Luftwaffe, headquarters", "all; headquarters in the second impulse"],
        ["German armor", "a corps for each oil well that the Axis controls"],
        ["German infantry", _listed(f"a {factors}" for factors in each.infantry)],
        ["German mountain, motorized", f"{each.mountain} and {each.motorized}"],
        [
            "Minor allies",
            f"{each.minor_ally} of each nation; no Italians on turn {_turns(charts, chart.no_italians_on)}",
        ],
        ["Never", _listed(_unit(roster, unit) for unit in chart.never_replaced)],
    ]


def _withdrawals(charts: Charts, chart: ReplacementChart) -> list[list[str]]:
    rows = []
    for each in chart.withdrawals:
        kind = f"{each.type} corps" if each.type else "German corps of any type"
        what = f"{each.count} {kind}{', SS first' if each.ss_first else ''}"
        back = "never" if each.back_on is None else _turn(charts, each.back_on)
        rows.append([_turn(charts, each.turn), ("first", "second")[each.impulse - 1], what, back])
    return rows


def _turn(charts: Charts, number: int) -> str:
    turn = charts.turns.get(number)
    return f"{number} ({turn.label} {turn.year})" if turn else str(number)


def _turns(charts: Charts, numbers: Iterable[int]) -> str:
    return ", ".join(_turn(charts, number) for number in numbers)


def _unit(roster: Roster, unit: str) -> str:
    """Return the name of a unit in the charts."""
    found = roster.units.get(unit)
    if found is None:
        return unit
    _, *middle, _ = unit.split("-")
    return f"{found.nation.capitalize()} {words('-'.join(middle))} {found.type}"


def _one(what: str) -> str:
    return _UNITS.get(what, f"a {what} infantry corps")


def _listed(items: Iterable[str]) -> str:
    names = list(items)
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
