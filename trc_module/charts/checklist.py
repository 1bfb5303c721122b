"""The charts as sheets to compare with one's own copy: one for each chart whose reader makes it, one for the rest."""

from __future__ import annotations

from trc_module.charts.chartset import ChartSet
from trc_module.charts.trees import tree_facts
from trc_module.facts import ChecklistItem, ChecklistSheet


def sheets(charts: ChartSet) -> tuple[ChecklistSheet, ...]:
    """Return the sheets of charts that have one of their own, and one for the others."""
    own = []
    others = []
    for name, tree in charts.trees.items():
        make = charts.readers[name].sheet
        if make is not None:
            own.append(make(charts.by_name[name]))
        else:
            items = tuple(ChecklistItem(fact.statement, fact.doubt) for fact in tree_facts(name, tree))
            others.append((name.capitalize(), items))
    rest = ChecklistSheet("The other charts" if own else "The charts", tuple(others))
    return (*own, rest) if others else tuple(own)
