"""The charts as pages for VASSAL's chart window: tables made from the data, never typed a second time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from lxml import etree

from trc_module.charts import Charts
from trc_module.charts.movement import WEATHERS
from trc_module.module.parts import ModuleParts
from trc_module.vassal.buildfile import component

# VASSAL shows pages with Swing, which knows HTML 3.2 and a little CSS.
_STYLE = """
body { font-family: sans-serif; font-size: 12pt; background-color: #efe8d4; color: #241f17; margin: 12px; }
th { background-color: #6b5f49; color: #fbf7ea; padding: 3px 8px; }
td { background-color: #fbf7ea; padding: 3px 8px; text-align: center; }
td.left { text-align: left; }
"""
_ASSUMED = "Values with a question mark are our assumption: correct them from your own chart (see the module's help)."


def chart_window(parts: ModuleParts) -> etree._Element:
    """Return the window with one tab a chart [VASSAL.build.module.ChartWindow]."""
    tabs = [component("widget.HtmlChart", chartName=title, fileName=name) for name, title, _ in _pages(parts.charts)]
    return component(
        "module.ChartWindow",
        component("widget.TabWidget", *tabs),
        name="Charts",
        text=parts.texts("button.charts"),
        tooltip=parts.texts("tooltip.charts"),
    )


def chart_pages(charts: Charts) -> Iterator[tuple[str, str]]:
    """Yield (file name, page) of every chart."""
    for name, title, body in _pages(charts):
        yield (
            name,
            f"<html><head><style>{_STYLE}</style></head><body><h2>{escape(title)}</h2>{body}</body></html>\n",
        )


def _pages(charts: Charts) -> Iterator[tuple[str, str, str]]:
    yield "chart-combat.html", "Combat Results (13)", _combat(charts)
    yield "chart-movement.html", "Movement Allowances (5.4)", _movement(charts)
    yield "chart-terrain.html", "Terrain Effects (8, 14)", _terrain(charts)
    yield "chart-weather.html", "Weather (4.1.1)", _weather(charts)
    yield "chart-air.html", "Air Units (15)", _air(charts)
    yield "chart-turns.html", "Turn Record", _turns(charts)


def _combat(charts: Charts) -> str:
    combat = charts.combat
    first_of = [heading.split("/")[0] for heading in combat.columns]
    rows = [[str(die), *(combat.result(odds, die) for odds in first_of)] for die in range(1, 7)]
    meanings = [[code, text] for code, text in combat.meanings.items()]
    note = (
        f"At {combat.automatic_victory} the defenders are removed without a die, "
        f"by the Russians from turn {combat.russian_victory_from} on (16)."
    )
    return _table(["Die", *combat.columns], rows) + f"<p>{escape(note)}</p>" + _table(["Result", "Meaning"], meanings)


def _movement(charts: Charts) -> str:
    movement = charts.movement
    rows = []
    for name in movement.classes:
        for impulse in (1, 2):
            cells = (movement.cells[name, impulse, weather] for weather in WEATHERS)
            label = _words(name) if impulse == 1 else ""
            rows.append(
                [
                    label,
                    ("first", "second")[impulse - 1],
                    *(f"{cell.value}{'' if cell.source.trust.carries_violation else ' ?'}" for cell in cells),
                ]
            )
    return _table(["Units", "Impulse", *(_words(weather) for weather in WEATHERS)], rows) + f"<p>{_ASSUMED}</p>"


def _terrain(charts: Charts) -> str:
    rows = [[_words(name), effect.movement, effect.combat] for name, effect in charts.terrain.items()]
    return _table(["Terrain", "Movement", "Combat"], rows)


def _weather(charts: Charts) -> str:
    months = charts.weather.months
    with_die = {name: column for name, column in months.items() if not column.automatic}
    highest = max(len(column.weather) for column in with_die.values())
    rows = [
        [str(die), *(f"{_words(c.weather[die])} ({c.drm[die]:+d})" for c in with_die.values())]
        for die in range(highest)
    ]
    fixed = [[_months(name), _words(column.automatic)] for name, column in months.items() if column.automatic]
    note = "Add the running modifier to the die; then add the number in the cell to the running modifier."
    return (
        _table(["Die", *(_months(name) for name in with_die)], rows)
        + f"<p>{note}</p>"
        + _table(["Months without a die", "Weather"], fixed)
    )


def _air(charts: Charts) -> str:
    tables = []
    for kind, title in (("stuka", "Stukas"), ("sturmovik", "Sturmoviks")):
        years = sorted({year for of_kind, year, _ in charts.air.numbers if of_kind == kind})
        rows = [[str(year), *(str(charts.air.numbers.get((kind, year, w), 0)) for w in WEATHERS)] for year in years]
        tables.append(_table([title, *(_words(weather) for weather in WEATHERS)], rows))
    return "<p></p>".join(tables)


def _turns(charts: Charts) -> str:
    rows = [[str(number), turn.label, str(turn.year)] for number, turn in charts.turns.items()]
    return _table(["Turn", "Months", "Year"], rows)


def _months(key: str) -> str:
    return "/".join(part.capitalize() for part in key.split("-"))


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    # Long texts read better from the left.
    body = "".join(
        "<tr>" + "".join(f"<td{' class=left' if len(text) > 14 else ''}>{escape(text)}</td>" for text in row) + "</tr>"
        for row in rows
    )
    return f"<table border=0 cellspacing=1><tr>{head}</tr>{body}</table>"
