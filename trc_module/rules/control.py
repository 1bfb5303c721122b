"""The control kernel: who controls the places of a map, by where units stand and have passed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes
from trc_module.rules.state import Deployment, UnitId


@dataclass(frozen=True)
class ControlTracker:
    """Control of places: by units that stand there, or by their zone of control where no enemy has one.

    `reach` carries zones of control; `idle` are the units that control nothing, wherever they stand.
    """

    places: HexSet
    reach: Adjacency
    idle: frozenset[UnitId]

    @cached_property
    def near(self) -> Mapping[Hex, HexSet]:
        """The places to which a unit's zone of control reaches, by the unit's hex; hexes without any are absent."""
        found = {h: (near | 1 << h) & self.places for h, near in self.reach.of.items()}
        return {h: places for h, places in found.items() if places}

    def holders(self, deployment: Deployment) -> HexSet:
        """Return the hexes with a unit of a side that can control places."""
        found: HexSet | None = deployment.memo.get("holders")
        if found is None:
            found = deployment.occupied
            for unit in () if self.idle.isdisjoint(deployment.places) else self.idle:
                at = deployment.places.get(unit)
                if at is not None and not isinstance(at, str) and self.idle.issuperset(deployment.stack(at)):
                    found &= ~(1 << at)
            deployment.memo["holders"] = found
        return found

    def holder(self, place: Hex, holders: Mapping[str, HexSet]) -> str | None:
        """Return the side that controls a place, '' for neither, None if nothing changes its control.

        `holders` are the hexes that units of each side hold. A vacant place in the zones of several sides is
        neither's; one in no zone stays with its holder.
        """
        around = self.reach.of[place]
        near = ""
        contested = False
        for side, held in holders.items():
            if held >> place & 1:
                return side
            if held & around:
                contested = contested or bool(near)
                near = side
        if contested:
            return ""
        return near or None

    def all_holders(self, holders: Mapping[str, HexSet]) -> dict[Hex, str]:
        """Return the holder of every place whose control follows from where units stand now."""
        reached: HexSet = 0
        for held in holders.values():
            reached |= held | self.reach.spread(held)
        found = {place: self.holder(place, holders) for place in hexes(reached & self.places)}
        return {place: side for place, side in found.items() if side is not None}
