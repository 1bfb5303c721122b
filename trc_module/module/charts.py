"""The window of charts, and its pages: tables made from the data, never typed a second time."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from trc_module.module.pages import page
from trc_module.module.recipe import ModuleInputs
from trc_module.vassal.buildfile import component


def chart_window(parts: ModuleInputs) -> etree._Element:
    """Return the window with one tab a chart [VASSAL.build.module.ChartWindow]."""
    charts = parts.recipe.charts(parts)
    tabs = [component("widget.HtmlChart", chartName=title, fileName=name) for name, title, _ in charts]
    return component(
        "module.ChartWindow",
        component("widget.TabWidget", *tabs),
        name=parts.texts("button.charts"),
        text=parts.texts("button.charts"),
        tooltip=parts.texts("tooltip.charts"),
    )


def battle_charts(parts: ModuleInputs) -> Iterator[etree._Element]:
    """Yield the window with the charts that players want beside the map, if the game names some."""
    wanted = parts.recipe.beside_the_map
    tabs = [
        component("widget.HtmlChart", chartName=title, fileName=name)
        for name, title, _ in parts.recipe.charts(parts)
        if name in wanted
    ]
    if tabs:
        yield component(
            "module.ChartWindow",
            component("widget.TabWidget", *tabs),
            name=parts.texts("button.battle-charts"),
            text=parts.texts("button.battle-charts"),
            tooltip=parts.texts("tooltip.battle-charts"),
        )


def chart_pages(parts: ModuleInputs) -> Iterator[tuple[str, str]]:
    """Yield (file name, page) of every chart."""
    for name, title, body in parts.recipe.charts(parts):
        yield name, page(title, body)
