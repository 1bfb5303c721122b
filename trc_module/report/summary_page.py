"""An after-action report as one HTML page that needs nothing but itself, with plots."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from trc_module.replay.audit import Audit
from trc_module.report.environment import filled
from trc_module.report.plots import bars, lines
from trc_module.report.summary import summary_tree


def summary_page(audit: Audit) -> str:
    """Return the page: the ground behind each front, the losses, the odds of the attacks, and every turn in words."""
    tree = summary_tree(audit)
    sides = audit.log.parts.game.sides
    return filled(
        "summary.html",
        tree=tree,
        sides=sides,
        charts=[(name, note, Markup(svg)) for name, note, svg in _charts(audit, tree)],
    )


def _charts(audit: Audit, tree: dict[str, Any]) -> list[tuple[str, str, str]]:
    turns, sides = tree["turns"], audit.log.parts.game.sides
    labels = [str(turn["turn"]) for turn in turns]
    ground = {side.capitalize(): [turn["ground"][side] for turn in turns] for side in sides}
    losses = {side.capitalize(): [len(turn["losses"].get(side, ())) for turn in turns] for side in sides}
    found = [
        ("Ground", "Land hexes nearer to one side's units than to the other's, at the end of each turn.", lines),
        ("Losses", "Units lost in each turn.", bars),
    ]
    charts = [
        (name, note, draw(name, labels, series))
        for (name, note, draw), series in zip(found, (ground, losses), strict=True)
    ]
    columns, odds = _odds(audit)
    if columns:
        charts.append(("Odds", "Attacks by the odds at which they were resolved.", bars("Odds", columns, odds)))
    return charts


def _odds(audit: Audit) -> tuple[list[str], dict[str, list[int]]]:
    """Return the odds that occurred, worst first, and how often each side attacked at them."""
    sides = audit.log.parts.game.sides
    told = [(done.clock.side, done.odds) for done in audit.acts if done.odds]
    columns = sorted({odds for _, odds in told}, key=_step)
    return columns, {side.capitalize(): [told.count((side, column)) for column in columns] for side in sides}


def _step(odds: str) -> int:
    attack, defence = map(int, odds.split("-"))
    return attack - defence
