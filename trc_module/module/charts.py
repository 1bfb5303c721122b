"""The window of charts: a picture for each chart, drawn from the data, and its text for who wants to search or copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from trc_module.charts.sheet import ChartSheet, Grid, grid
from trc_module.module.icons import OF_EVERY_MODULE, faced
from trc_module.module.pages import body_of, page
from trc_module.module.recipe import ModuleInputs
from trc_module.vassal.buildfile import component


def chart_window(parts: ModuleInputs) -> etree._Element:
    """Return the window with one tab a chart, and one with their texts [VASSAL.build.module.ChartWindow]."""
    charts = list(parts.recipe.charts(parts))
    texts = (component("widget.HtmlChart", chartName=each.title, fileName=page_name(each)) for each in charts)
    # A reader of screens finds nothing in a picture, and no player can copy from one.
    as_text = component("widget.TabWidget", *texts, entryName=parts.texts("chart.as-text"))
    return _window(parts, "charts", (*_pictures(charts), as_text))


def battle_charts(parts: ModuleInputs) -> Iterator[etree._Element]:
    """Yield the window with the charts that players want beside the map, if the game names some."""
    wanted = parts.recipe.beside_the_map
    tabs = list(_pictures(each for each in parts.recipe.charts(parts) if each.name in wanted))
    if tabs:
        yield _window(parts, "battle-charts", tabs)


def _window(parts: ModuleInputs, name: str, tabs: Iterable[etree._Element]) -> etree._Element:
    title, tooltip = parts.texts(f"button.{name}"), parts.texts(f"tooltip.{name}")
    inside = component("widget.TabWidget", *tabs)
    return component("module.ChartWindow", inside, name=title, **faced(title, tooltip, OF_EVERY_MODULE[name]))


def _pictures(charts: Iterable[ChartSheet]) -> Iterator[etree._Element]:
    for each in charts:
        yield component("widget.Chart", chartName=each.title, fileName=picture_name(each))


def chart_pages(parts: ModuleInputs) -> Iterator[tuple[str, str]]:
    """Yield (file name, page) of every chart's text."""
    for each in parts.recipe.charts(parts):
        yield page_name(each), page(each.title, body_of(each.blocks))


def page_name(chart: ChartSheet) -> str:
    """Return the file of a chart's text in the module."""
    return f"chart-{chart.name}.html"


def picture_name(chart: ChartSheet) -> str:
    """Return the file of a chart's picture in the module's `images`."""
    return f"chart-{chart.name}.png"


def steps_of(parts: ModuleInputs) -> Grid:
    """Return the steps of a turn, in their order."""
    return grid([], [[str(place), name] for place, name in enumerate(parts.phase_names, 1)])
