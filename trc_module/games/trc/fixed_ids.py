"""Counters that the rules themselves name: such a counter may get another text, but no other id."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.games.trc.charts import Charts
from trc_module.roster import Roster

NAMED = frozenset(
    {
        "ger-1-flak", "ger-2-flak", "ger-2-para", "ger-11-para", "ger-12-ss-inf", "ger-15-mtn", "ger-18-mtn",
        "ger-21-mtn", "ger-38-inf", "ger-38-pz", "ger-4-ss-pz", "ger-5-ss-mtn", "ger-65-inf", "ger-91-mtn",
        "ger-97-mtn", "ger-dak-pz", "ger-hg-pz", "ger-hitler", "ger-hitler-mobile", "ger-hq-center",
        "ger-hq-north", "ger-hq-okw", "ger-hq-south", "ger-hq-vistula", "pol-ak-inf", "rus-7-inf", "rus-8gd-inf",
        "rus-10gd-inf", "rus-11gd-inf", "rus-16-inf", "rus-23-inf", "rus-30-inf", "rus-62-inf", "rus-stalin",
        "rus-stalin-mobile", "rus-stavka",
    }
)  # fmt: skip
"""The units that the program's rules name by their ids."""


def check_renamed(roster: Roster, charts: Charts, options: Iterable[str]) -> None:
    """Raise DataError for a renamed counter that a rule or a chart names by its id, or that is among `options`.

    `options` are the units that optional rules leave out or change. Rules name every marker. A rule that looks for the
    old id would not apply any more, without notice.
    """
    chart = charts.replacements
    fixed = NAMED.union(options, chart.motorization, chart.ss_replenishment, chart.never_replaced)
    for erratum in roster.errata:
        for index, correction in enumerate(erratum.corrections):
            if correction.rename and (correction.kind == "marker" or correction.subject in fixed):
                text = "an id that no rule names (this one keeps its id; correct its 'name' instead)"
                raise erratum.error(index, text, correction.subject, correction.kind)
