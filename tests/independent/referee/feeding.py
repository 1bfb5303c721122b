"""Supply (17)."""

from __future__ import annotations

from tests.independent.referee.converting import Rails
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, ENEMY, RUSSIAN


class Supply(Rails):
    """Judge of supply."""

    def sources(self, side: str, *, cut: bool) -> set[str]:
        """Return the hexes from which a side is supplied (17.2.1, 17.2.2)."""
        rails = self.joined(side, cut=cut) - (self.zone(ENEMY[side]) if cut else set())
        return {h for h in self.land.city if self.mine(h, side)} | rails

    def line(self, unit: str, sources: set[str]) -> bool:
        """Tell whether a line leads to a source: eight hexes, four in snow, clear between (17.2, 17.2.3)."""
        side, start = self.side(unit), self.now.place[unit]
        zone = self.zone(ENEMY[side])
        theirs = {h for h in self.land.city if self.mine(h, ENEMY[side])}
        limit = 4 if self.now.weather == "snow" else 8
        ring, seen = {start}, {start}
        for length in range(limit + 1):
            if ring & sources:
                return True
            through = ring if length == 0 else {h for h in ring if h not in zone and h not in theirs}
            ring = {n for h in through for n in self.land.steps[h]} - seen
            seen |= ring
        return False

    def fed(self, unit: str) -> str:
        """Return 'yes', 'no', or 'perhaps' where that hangs on whether zones cut rails (R20)."""
        who = self.units[unit]
        if who.ghost or who.type == "paratroop" or unit in self.now.ashore:
            return "yes"
        if self.line(unit, self.sources(who.side, cut=True)):
            return "yes"
        return "perhaps" if self.line(unit, self.sources(who.side, cut=False)) else "no"

    def combat_supply(self, unit: str) -> bool:
        """Tell whether a unit fights with its full factor (17.3)."""
        who, at, winter = self.units[unit], self.now.place[unit], self.winter()
        if who.side == RUSSIAN or who.nation == "finnish" or not winter or self.land.country[at] != "Russia":
            return True
        if unit in self.now.ashore:
            return True
        mine = {h for h in self.land.city if self.mine(h, AXIS)}
        if at in mine or mine & set(self.land.steps[at]):
            return True
        if winter == 1:
            return False
        zone = self.zone(RUSSIAN)
        return any(mine & set(self.land.steps[n]) for n in self.land.steps[at] if n not in zone)

    def starving(self, unit: str, rule: str) -> Objections:
        """Judge the removal of a unit for want of supply."""
        now = self.now
        if now.phase != "end" or self.side(unit) != now.side:
            yield Objection("17.1a", "supply is judged in the end phase of the unit's own side")
        elif self.fed(unit) == "yes":
            yield Objection("17.2e", f"it is in supply in {now.place[unit]}")

    def left(self) -> Objections:
        """Name the units out of supply that stay on the map when an end phase is over."""
        for unit in sorted(self.standing(self.now.side)):
            if self.fed(unit) == "no":
                yield Objection("17.2c", f"{unit} is out of supply in {self.now.place[unit]}")
