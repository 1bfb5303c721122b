"""An after-action report as one HTML page that needs nothing but itself, with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup

from trc_module.auditing.audit import Audit
from trc_module.report.environment import filled
from trc_module.report.plots import NARROW_WIDTH, WIDTH, bars, lines
from trc_module.report.summary import SummaryWords, summary_tree
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.actions import Attack, RollCombat


class _Draw(Protocol):
    """A function that draws a chart of series over labels."""

    def __call__(self, name: str, labels: Sequence[str], series: Mapping[str, Sequence[int]], width: int, /) -> str: ...


def summary_page(audit: Audit, tongue: Tongue = ENGLISH) -> str:
    """Return the page: the ground behind each front, the losses, the odds of the attacks, and every turn in words."""
    tree, words = summary_tree(audit, tongue), SummaryWords(audit.log.parts.roster.units, tongue)
    return filled(
        "summary.html",
        tree=tree,
        sides=audit.log.parts.game.sides,
        charts=list(_charts(audit, tree, tongue)),
        words=words,
        t=tongue.say,
        language=tongue.language or "en",
    )


def _charts(audit: Audit, tree: dict[str, Any], tongue: Tongue) -> Iterator[tuple[str, str, Markup, Markup]]:
    """Yield each chart: its name, what it shows, and the chart for a wide page and for a narrow one."""
    turns, sides = tree["turns"], audit.log.parts.game.sides
    labels = [str(turn["turn"]) for turn in turns]
    called = {side: tongue.place(side.capitalize()) for side in sides}
    ground = {called[side]: [turn["ground"][side] for turn in turns] for side in sides}
    losses = {called[side]: [len(turn["losses"].get(side, ())) for turn in turns] for side in sides}
    columns, odds = _odds(audit, called)
    ground_note = tongue.say("Land hexes nearer to one side's units than to the other's, at the end of each turn.")
    found: list[tuple[str, str, _Draw, list[str], dict[str, list[int]]]] = [
        (tongue.say("Ground"), ground_note, lines, labels, ground),
        (tongue.say("Losses"), tongue.say("Units lost in each turn."), bars, labels, losses),
        (tongue.say("Odds"), tongue.say("Attacks by the odds at which they were resolved."), bars, columns, odds),
    ]
    for name, note, draw, words, series in found:
        if words:
            wide, narrow = (Markup(draw(name, words, series, width)) for width in (WIDTH, NARROW_WIDTH))
            yield name, note, wide, narrow


def _odds(audit: Audit, called: Mapping[str, str]) -> tuple[list[str], dict[str, list[int]]]:
    """Return the odds that occurred, worst first, and how often each side attacked at them."""
    sides = audit.log.parts.game.sides
    # A game may tell the odds of a roll too, which count: they may have changed since the attack was declared.
    told = list(
        {
            (done.clock, done.action.number): (done.clock.side, done.odds)
            for done in audit.acts
            if done.odds and isinstance(done.action, Attack | RollCombat)
        }.values()
    )
    columns = sorted({odds for _, odds in told}, key=_step)
    return columns, {called[side]: [told.count((side, column)) for column in columns] for side in sides}


def _step(odds: str) -> int:
    attack, defence = map(int, odds.split("-"))
    return attack - defence
