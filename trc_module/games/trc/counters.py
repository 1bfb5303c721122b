"""Counts of a position, and the sets of hexes that it remembers, as a record writes them."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.games.trc.data import SIDES

COUNTERS = frozenset(
    f"{side} {counter}"
    for side in SIDES
    for counter in ("rail", "invasions", "baltic", "black-sea", "barrage", "unmatched", "vp", "workers")
)
"""The words of `used:`, without those of options."""

TRACES: Mapping[str, str] = {
    "passed": "rail hexes that the side to play has occupied or passed this turn, with a clear way back (9.4.4)",
    "perhaps-passed": "rail hexes for which that is unknown",
    "dragged-over": "rail hexes that it has passed if its counters went where they were dragged, and not beside it",
    "cut-off": "rail hexes that it entered this turn when no clear way led back",
    "converted": "rail hexes that it has stated as converted in this end phase",
    "to-convert": "rail hexes that were its own by the rules when it stated them",
    "changed": "places whose control has changed in this player turn",
    **{
        f"{period}-{holder or 'nobody'}": f"places that have changed hands since this {since} began, when "
        f"{'the ' + holder + ' side' if holder else 'nobody'} controlled them"
        for period, since in (("was", "player turn"), ("began", "impulse"))
        for holder in (*SIDES, "")
    },
    "unsure-control": "places whose control is unknown, since a route is unknown",
    "unsure-rail": "rail hexes whose owner is unknown, since a route is unknown",
    "doubted-rail": "rail hexes whose owner rests on links of the railroad that the map has with doubt",
    "untold-control": "places whose control a log that began late has not shown",
    "untold-rail": "rail hexes whose owner a log that began late has not shown",
}
"""The first words of `before:` that hexes follow, each with what it says of them, without those of options."""
