"""The charts of The Russian Campaign as tables, made from the data."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape, unescape

from trc_module.games.trc.charts import Charts
from trc_module.games.trc.charts.movement import WEATHERS, Cell
from trc_module.games.trc.module.chart_tables import replacements, victory, words
from trc_module.games.trc.module.chart_words import translated
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.pages import table
from trc_module.module.recipe import ModuleInputs

_ASSUMED = "Values with a question mark are our assumption: correct them from your own chart (see the module's help)."
_IMPULSES = "Where two values stand, the second is that of the second impulse."


def charts(parts: ModuleInputs) -> Iterator[tuple[str, str, str]]:
    """Yield (file name, title, body in HTML) of each chart."""
    charts, texts = charts_of(parts), parts.texts
    bodies = {
        "combat": _combat(charts),
        "movement": _movement(charts),
        "terrain": _terrain(charts),
        "weather": _weather(charts),
        "air": _air(charts),
        "replacements": replacements(charts, parts.roster),
        "victory": victory(charts),
        "turns": _turns(charts),
        "sequence": table([texts("button.sequence")], [[name] for name in parts.phase_names]),
    }
    for name, body in bodies.items():
        # The steps are in the players' language already.
        shown = body if name == "sequence" else translated(body, parts.folder, texts.language, name)
        yield f"chart-{name}.html", texts(f"chart.{name}"), shown


def _combat(charts: Charts) -> str:
    combat = charts.combat
    first_of = [heading.split("/")[0] for heading in combat.columns]
    rows = [[str(die), *(combat.result(odds, die) for odds in first_of)] for die in range(1, 7)]
    meanings = [[code, text] for code, text in combat.meanings.items()]
    note = (
        f"At {combat.automatic_victory} the defenders are removed without a die, "
        f"by the Russians from turn {combat.russian_victory_from} on (16)."
    )
    return table(["Die", *combat.columns], rows) + f"<p>{escape(note)}</p>" + table(["Result", "Meaning"], meanings)


def _movement(charts: Charts) -> str:
    # A line for each kind of unit: VASSAL opens a page at its end if it is longer than the window.
    cells = charts.movement.cells
    rows = []
    for name in charts.movement.classes:
        both = [[_allowance(cells[name, impulse, weather]) for impulse in (1, 2)] for weather in WEATHERS]
        rows.append([words(name), *(" / ".join(dict.fromkeys(each)) for each in both)])
    return table(["Units", *map(words, WEATHERS)], rows) + f"<p>{_IMPULSES}</p><p>{_ASSUMED}</p>"


def _allowance(cell: Cell) -> str:
    return f"{cell.value}{'' if cell.source.trust.carries_violation else ' ?'}"


def _terrain(charts: Charts) -> str:
    rows = [[words(name), effect.movement, effect.combat] for name, effect in charts.terrain.items()]
    return table(["Terrain", "Movement", "Combat"], rows)


def key_words(parts: ModuleInputs) -> dict[str, str]:
    """Return what the key of the map says in the language of the module: what the terrain chart does."""

    def said(text: str) -> str:
        return unescape(translated(escape(text), parts.folder, parts.texts.language, "terrain"))

    found: dict[str, str] = {}
    for name, effect in charts_of(parts).terrain.items():
        found |= {name: said(words(name)), effect.movement: said(effect.movement), effect.combat: said(effect.combat)}
    return found


def _weather(charts: Charts) -> str:
    months = charts.weather.months
    with_die = {name: column for name, column in months.items() if not column.automatic}
    highest = max(len(column.weather) for column in with_die.values())
    rows = [
        [str(die), *(f"{words(c.weather[die])} ({c.drm[die]:+d})" for c in with_die.values())] for die in range(highest)
    ]
    fixed = [[_months(name), words(column.automatic)] for name, column in months.items() if column.automatic]
    note = "Add the running modifier to the die; then add the number in the cell to the running modifier."
    return (
        table(["Die", *(_months(name) for name in with_die)], rows)
        + f"<p>{note}</p>"
        + table(["Months without a die", "Weather"], fixed)
    )


def _air(charts: Charts) -> str:
    tables = []
    for kind, title in (("stuka", "Stukas"), ("sturmovik", "Sturmoviks")):
        years = sorted({year for of_kind, year, _ in charts.air.numbers if of_kind == kind})
        rows = [[str(year), *(str(charts.air.numbers.get((kind, year, w), 0)) for w in WEATHERS)] for year in years]
        tables.append(table([title, *(words(weather) for weather in WEATHERS)], rows))
    return "<p></p>".join(tables)


def _turns(charts: Charts) -> str:
    turns = [turn for number, turn in charts.turns.items() if number]
    heads = list(dict.fromkeys(turn.label for turn in sorted(turns, key=lambda turn: (turn.number + 1) % 6)))
    years: dict[int, dict[str, str]] = {}
    for turn in turns:
        years.setdefault(turn.year, {})[turn.label] = f"Turn {turn.number}"
    rows = [[str(year), *(of_year.get(label, "\u2013") for label in heads)] for year, of_year in years.items()]
    return table(["Year", *heads], rows)


def _months(key: str) -> str:
    return "/".join(part.capitalize() for part in key.split("-"))
