"""The zone-of-control kernel: which hexes a side's units control."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trc_module.hexgrid import Adjacency, Hex, HexSet
from trc_module.rules.state import Deployment, UnitId


@dataclass(frozen=True, slots=True)
class Zones:
    """A game's zones of control.

    A unit controls its own hex and every hex that `reach` joins to it; a unit in `own_hex` only the
    former; a unit in `none` nothing.
    """

    reach: Adjacency
    own_hex: frozenset[UnitId] = frozenset()
    none: frozenset[UnitId] = frozenset()

    def of(self, deployment: Deployment) -> HexSet:
        """Return the zone of control of a side, worked out once for each deployment."""
        zone: HexSet | None = deployment.memo.get("zone")
        if zone is None:
            zone = deployment.memo["zone"] = self._work_out(deployment)
        return zone

    def _work_out(self, deployment: Deployment) -> HexSet:
        around = deployment.occupied
        own: HexSet = 0
        # Units with less than the usual zone are few: look for them, not at everybody.
        for unit in self.own_hex | self.none:
            place = deployment.places.get(unit)
            if place is None or isinstance(place, str):
                continue
            stack = deployment.stack(place)
            if all(other in self.own_hex or other in self.none for other in stack):
                around &= ~(1 << place)
                if any(other in self.own_hex for other in stack):
                    own |= 1 << place
        return around | own | self.reach.spread(around)

    def holders(self, deployment: Deployment, hex_: Hex, among: Iterable[UnitId] | None = None) -> tuple[UnitId, ...]:
        """Return the units whose zone a hex lies in, nearest stacks in the order of their hexes."""
        found = []
        near = self.reach.of[hex_]
        for place, stack in sorted(deployment.stacks.items()):
            for unit in stack:
                if unit in self.none or (among is not None and unit not in among):
                    continue
                if place == hex_ or (near >> place & 1 and unit not in self.own_hex):
                    found.append(unit)
        return tuple(found)
