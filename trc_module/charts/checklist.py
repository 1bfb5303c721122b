"""The charts as sheets to compare with one's own copy; the movement allowances class by class, for most are assumed."""

from __future__ import annotations

from itertools import groupby

from trc_module.charts.charts import Charts
from trc_module.charts.trees import tree_facts
from trc_module.facts import Item, Sheet


def sheets(charts: Charts) -> tuple[Sheet, ...]:
    """Return a sheet for the movement allowances, where every assumed cell asks for its value, and one for the rest."""
    movement = tuple(
        (name, tuple(_cell(charts, *key) for key in keys))
        for name, keys in groupby(charts.movement.cells, key=lambda key: key[0])
    )
    others = tuple(
        (name.capitalize(), tuple(Item(fact.statement, fact.doubt) for fact in tree_facts(name, tree)))
        for name, tree in charts.trees.items()
        if name != "movement"
    )
    return Sheet("Movement allowances", movement), Sheet("The other charts", others)


def _cell(charts: Charts, name: str, impulse: int, weather: str) -> Item:
    cell = charts.movement.cells[name, impulse, weather]
    doubt = "" if cell.source.trust.carries_violation else f"assumed; no more than {cell.most} for certain"
    return Item(f"impulse {impulse}, {weather}: {cell.value}", doubt)
