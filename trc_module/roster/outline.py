"""The counters in outline: all of them, but of the units nothing that only their own pieces and faces show.

Whatever is made from the outline is the same before and after an erratum that changes no more than the rest, since it
cannot have seen it.
"""

from __future__ import annotations

from dataclasses import replace

from trc_module.roster.markers import Marker
from trc_module.roster.roster import Roster
from trc_module.roster.units import Unit


def outlined(roster: Roster) -> Roster:
    """Return the roster without names, factors, formations, sizes, months, sources, doubts and notes of units.

    Of markers, whose names other counters' pieces hold, all but the latter three is left. Of the errata it still tells
    which counters they have renamed and retired.
    """
    return replace(
        roster,
        units={name: _unit(unit) for name, unit in roster.units.items()},
        markers={name: _marker(marker) for name, marker in roster.markers.items()},
        errata=(),
        changes=tuple(change for change in roster.changes if change.action == "retire"),
    )


def _unit(unit: Unit) -> Unit:
    return Unit(
        id=unit.id,
        side=unit.side,
        nation=unit.nation,
        formation="",
        name="",
        type=unit.type,
        size="none",
        stacks="none",
        combat=None,
        move=None,
        setup=unit.setup,
        area=unit.area,
        entry=unit.entry,
        arrival=unit.arrival,
        month=None,
        option=unit.option,
    )


def _marker(marker: Marker) -> Marker:
    return replace(marker, note="", sources={}, doubts={})
