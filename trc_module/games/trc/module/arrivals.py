"""Arrivals and departures of a turn, in words: who arrives and where, who is due to be withdrawn, what is still
allotted.

A button of the toolbar says it in the chat. What follows from the turn alone stands in the button's own format, which
no save holds; what must be counted is asked of the turn marker, since only a counter can be asked for counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from lxml import etree

from trc_module.games.trc.charts.air import AirChart
from trc_module.games.trc.charts.replacements import Withdrawal
from trc_module.games.trc.module.counters import piece_name
from trc_module.games.trc.module.reckoning import FORGET_FOUGHT
from trc_module.games.trc.module.status import WEATHERS
from trc_module.games.trc.module.tables import charts_of
from trc_module.games.trc.module.unit_commands import BY_SEA, WAY, WAYS
from trc_module.module.buttons import piece_command, word_property
from trc_module.module.icons import OF_EVERY_MODULE, faced
from trc_module.module.layout import MAIN_MAP
from trc_module.module.recipe import ModuleInputs
from trc_module.module.texts import Texts
from trc_module.roster import Unit
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, report, set_global_property, set_to
from trc_module.vassal.values import Key, encode_keys

FLOWN = "FlownNow"
"""The module's property that counts the aircraft of a combat phase."""
COUNT_FLIGHT, UNCOUNT_FLIGHT = Key.named("CountFlight"), Key.named("UncountFlight")
"""The module's keys that count one more, and one less."""
_SEA_MOVES = "SeaMoves"
"""The module's properties, by side, that count the sea moves of the turn's earlier phases."""
_LEFT = "Allotments"
"""The module's property with what is left of them, in words."""
_ASK, _ASK_NOW = Key.named("AskAllotments"), Key.named("AskNow")


def entry_words(texts: Texts, area: str) -> str:
    """Return where a unit enters as players read it: edges in their language, places by their names."""
    return texts.words.get(f"area.{area.replace(' ', '-')}", area)


def arrival_properties(sides: Iterable[str]) -> Iterator[etree._Element]:
    """Yield the properties that count aircraft, which a new combat phase clears, and sea moves, which a turn does, and
    the one that tells what is left."""
    more, less = set_to(f"{{{FLOWN}+1}}"), set_to(f"{{{FLOWN}-1}}")
    counts = ((COUNT_FLIGHT, more, ""), (UNCOUNT_FLIGHT, less, ""), (FORGET_FOUGHT, set_to("0"), ""))
    yield word_property(FLOWN, "0", *counts)
    yield word_property(_LEFT)
    for side in sides:
        yield word_property(f"{_SEA_MOVES}_{side}", "0")


def arrival_button(parts: ModuleInputs) -> Iterator[etree._Element]:
    """Yield the button that says what comes and goes."""
    texts = parts.texts
    lines = {turn: turn_line(parts, turn) for turn in charts_of(parts).turns}
    table = "".join(f";{turn}:{line}" for turn, line in lines.items() if line)
    known = "|".join(str(turn) for turn, line in lines.items() if line)
    found = f'"{table};".replaceAll(".*;"+Turn+":([^;]*);.*","$1")'
    nothing = texts("arrivals.none")
    told = f'{{"{texts("status.turn")} "+Turn+": "+((" "+Turn+" ").matches(" (?:{known}) ")?{found}:"{nothing}")}}'
    yield component(
        "module.DoActionButton",
        name=texts("button.arrivals"),
        **faced(texts("button.arrivals"), texts("tooltip.arrivals"), OF_EVERY_MODULE["arrivals"]),
        hotkey="",
        doReport=True,
        reportFormat=told,
        doHotkey=True,
        hotkeys=encode_keys((_ASK,)),
    )
    yield piece_command(_ASK, _ASK_NOW, "Kind = turn")


def turn_line(parts: ModuleInputs, turn: int) -> str:
    """Return who arrives on a turn and where, and what is due; '' if nothing is.

    It has neither quotes nor semicolons: it becomes part of an expression.
    """
    texts, charts = parts.texts, charts_of(parts)
    said: list[str] = []
    for side in parts.game.sides:
        by_area: dict[str, list[str]] = defaultdict(list)
        for unit in parts.roster.units.values():
            if unit.side == side and unit.arrival == turn and not unit.option:
                by_area[entry_words(texts, unit.area)].append(_short(texts, unit))
        if by_area:
            groups = (f"{', '.join(units)} ({area})" if area else ", ".join(units) for area, units in by_area.items())
            said.append(f"{texts(f'phase.{side}')}: {', '.join(groups)}")
    chart = charts.replacements
    for due in chart.withdrawals:
        if due.turn == turn:
            said.append(_due(texts, due))
        if due.back_on == turn:
            said.append(texts("arrivals.back", count=due.count, turn=due.turn))
    if turn in chart.axis_turns:
        said.append(texts("arrivals.axis-replacements"))
    if turn in chart.stavka.turns:
        said.append(texts("arrivals.stavka"))
    exchanged = [parts.roster.units[unit].name for unit, each in chart.motorization.items() if turn in each.turns]
    if exchanged:
        said.append(texts("arrivals.motorization", units=", ".join(exchanged)))
    return " | ".join(said).replace('"', "'").replace(";", ",")


def _due(texts: Texts, due: Withdrawal) -> str:
    kind = texts(f"type.{due.type}") if due.type else texts("arrivals.any-corps")
    first = f", {texts('arrivals.ss-first')}" if due.ss_first else ""
    return texts("arrivals.withdrawal", count=due.count, impulse=due.impulse, kind=f"{kind}{first}")


def _short(texts: Texts, unit: Unit) -> str:
    name = piece_name(unit, texts)
    return name if unit.month is None else f"{name} [{texts('arrivals.month', number=unit.month)}]"


def allotments(parts: ModuleInputs) -> Iterator[Trait]:
    """Yield what the turn marker says of what is left: rail, aircraft, points of workers."""
    texts, charts = parts.texts, charts_of(parts)
    rails = []
    for side, rail in charts.transport.rail.items():
        used = f'Count("{{{WAY}=={WAYS.index("rail") + 1}&&Side==\\"{side}\\"}}","{MAIN_MAP}")'
        most = f'(Weather=="snow"?{rail.in_snow}:{rail.units})'
        rails.append(f'"{texts(f"phase.{side}")} "+({most}-{used})')
    workers = charts.replacements.workers
    points = f'(Turn>={workers.doubled_from}?2:1)*Sum("CF","{{Type==\\"worker\\"}}","{MAIN_MAP}")'
    flights = _flights(charts.air, parts)
    joined = '+", "+'.join(rails)
    said = f'"{texts("arrivals.rail")} "+{joined}'
    said += f'+". {texts("arrivals.sea", moves=charts.transport.sea_rules.moves_per_turn)} "+{_at_sea(parts)}'
    said += f'+". {texts("arrivals.air")} "+Math.max(0,{flights}-{FLOWN})+". {texts("arrivals.points")} "+({points})'
    said += f'+". {texts("arrivals.withdrawn")} "+{_withdrawn(parts)}'
    # It is no property of the marker: VASSAL works out every property of a counter that a key is sent to.
    yield set_global_property(_LEFT, (PropertyChange(_ASK_NOW, set_to(f"{{{said}}}")),))
    yield report((_ASK_NOW,), f"${_LEFT}$")


def _withdrawn(parts: ModuleInputs) -> str:
    """Return the expression for how many units lie in the box of those that the Axis has withdrawn."""
    box = "axis withdrawn"
    window, title = parts.layout.window_of(box).name, parts.layout.title(box)
    return f'Count("{{LocationName==\\"{title}\\"}}","{window}")'


def _at_sea(parts: ModuleInputs) -> str:
    """Return the expression for the sea moves that each side has left in this turn, of both seas together."""
    transport = charts_of(parts).transport
    most = transport.sea_rules.moves_per_turn * len(transport.sea)
    said = []
    for side in parts.game.sides:
        used = f"({_SEA_MOVES}_{side}+{_sailing(side)})"
        said.append(f'"{parts.texts(f"phase.{side}")} "+Math.max(0,{most}-{used})')
    return '+", "+'.join(said)


def _sailing(side: str) -> str:
    """Return the expression for the units of a side that move by sea in this phase, lost ones among them."""
    first, last = (WAYS.index(way) + 1 for way in (BY_SEA[0], BY_SEA[-1]))
    return f'Count("{{{WAY}>={first}&&{WAY}<={last}&&Side==\\"{side}\\"}}")'


def sea_words(texts: Texts, sides: Iterable[str], key: Key) -> Iterator[Trait]:
    """Yield what keeps the count of a turn's sea moves when the turn tracker moves on, before units forget theirs.

    `key` is the turn marker's that hears of it.
    """
    weather, movement = texts("phase.weather"), texts("phase.movement")
    for side in sides:
        name = f"{_SEA_MOVES}_{side}"
        now = f'Step.equals("{weather}")?0:Step.contains("{movement}")?{name}+{_sailing(side)}:{name}'
        yield set_global_property(name, (PropertyChange(key, set_to(f"{{{now}}}")),))


def _flights(air: AirChart, parts: ModuleInputs) -> str:
    """Return the expression for how many aircraft the side whose step it is has, of turn and weather."""
    table = []
    for number, turn in charts_of(parts).turns.items():
        for weather in WEATHERS:
            for side, count in (("a", air.stukas(turn, weather)), ("r", air.sturmoviks(turn, weather))):
                if count:
                    table.append(f";{number}{side}{weather}:{count}")
    russian = f'(Step.startsWith("{parts.texts("phase.russian")}")?"r":"a")'
    key = f"Turn+{russian}+Weather"
    every = "".join(table)
    return f'Integer.parseInt("0"+"{every};".replaceAll(".*;"+{key}+":([0-9]+);.*|.+","$1"))'
