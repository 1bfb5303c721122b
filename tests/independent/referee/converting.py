"""The rails: movement along them (9.2, 9.3) and whose they become (9.4)."""

from __future__ import annotations

from itertools import pairwise

from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import ENEMY, View

OWN_EDGES = {"axis": ("west",), "russian": ("east", "south")}


class Rails(View):
    """The railroads of a position."""

    def gates(self, side: str) -> set[str]:
        """Return the rail hexes at which lines leave the map by a side's own edges."""
        return {h for h, edge in self.land.exits.items() if edge in OWN_EDGES[side]}

    # Movement

    def may_ride(self, unit: str) -> Objections:
        """Tell why a unit may not go by rail at all."""
        now, who = self.now, self.units[unit]
        if now.phase != "movement":
            yield Objection("4.0|12.1c", "units move in movement phases")
        if who.side != now.side:
            yield Objection("4.0|2.1a", "it is the other side's turn")
        if now.impulse != 1:
            yield Objection("9.3.1a|4.1.4c|4.2.3d", "rails are used in the first impulse")
        # A second leg by rail goes on with the first (R2).
        if not now.mode.get(unit, "rail").startswith("rail") or len(now.steps.get(unit, [])) > 1:
            yield Objection("9.3.1c", "it has moved already")
        if who.type in ("hq", "worker", "partisan", "air"):
            yield Objection("11.1e|22.2b|19.4", f"a {who.type} does not go by rail")

    def ride(self, unit: str, way: list[str], *, free: bool) -> Objections:
        """Judge a move by rail along known hexes; one off the map jumps from gate to gate."""
        yield from self.may_ride(unit)
        now, side = self.now, self.side(unit)
        if now.place[unit] != way[0]:
            yield Objection("5.4", f"it stands in {now.place[unit]}")
            return
        zone = self.zone(ENEMY[side])
        for h in way:
            if now.rail.get(h) != side:
                yield Objection("9.1a|9.3.2a|9.3.2b|9.3.4a", f"{h} is no rail hex of its side")
            if h in zone:
                yield Objection("9.3.2c|19.2a|9.3.4a", f"{h} is in an enemy zone")
            if self.land.country[h] == "Bulgaria" and "bulgaria" not in now.triggered:
                yield Objection("5.5", f"{h} is in Bulgaria")
            if self.land.country[h] == "Finland" != self.land.country[way[0]] and "finland closed" in now.triggered:
                yield Objection("24.5b", f"{h} is in Finland")
        for a, b in pairwise(way):
            if b not in self.land.track.get(a, ()) and not {a, b} <= self.gates(side):
                yield Objection("9.3.2b|9.3.4b", f"no line leads from {a} to {b}")
        if free:
            box = now.arrived.get(unit)
            if box is None or box in ("off-map-units", "paratroop-reserve"):
                yield Objection("9.2d|9.2e|9.2f", "it has not arrived in this impulse")
        elif unit not in now.mode and now.railed.get(side, 0) + 1 > self.allotment(side):
            yield Objection("9.2", f"{self.allotment(side)} units may go by rail")

    def allotment(self, side: str) -> int:
        """Return how many units may go by rail in this turn (9.2)."""
        row = self.charts.transport["rail"][side]
        return int(row["in-snow" if self.now.weather == "snow" else "units"])

    # Conversion

    def open_for(self, side: str) -> set[str]:
        """Return the rail hexes through which a way back may lead (9.4.1d, 9.4.4b): own cities, and what is free."""
        zone = self.zone(ENEMY[side])
        found = set()
        for h in self.land.track:
            own_city = h in self.land.city and self.mine(h, side)
            theirs = h in self.land.stations and self.mine(h, ENEMY[side])
            if own_city or (h not in zone and not theirs):
                found.add(h)
        return found

    def back(self, side: str, start: str, *, junctions: bool = False, shut: str = "") -> list[str] | None:
        """Return a clear way back along the rails, to an own city or edge; None if there is none.

        Of several ways it is one that needs the fewest rail hexes of the other side.
        """
        free = self.open_for(side) - {shut}
        if start not in free:
            return None
        way_to = {start: [start]}
        done: set[str] = set()
        while todo := way_to.keys() - done:
            h = min(todo, key=lambda one: (self._foreign(way_to[one], side), len(way_to[one]), one))
            done.add(h)
            home = self.mine(h, side) and (h in self.land.city or (junctions and h in self.land.junctions))
            if home or h in self.gates(side):
                return way_to[h]
            for n in self.land.track[h] & free - done:
                way = [*way_to[h], n]
                if n not in way_to or self._foreign(way, side) < self._foreign(way_to[n], side):
                    way_to[n] = way
        return None

    def _foreign(self, way: list[str], side: str) -> int:
        return sum(self.now.rail[h] != side for h in way)

    def linked(self, side: str, start: str, *, junctions: bool) -> set[str]:
        """Return every hex that a clear way back from a hex may use."""
        free = self.open_for(side)
        if self.back(side, start, junctions=junctions) is None:
            return set()
        found, todo = {start}, [start]
        while todo:
            h = todo.pop()
            if h in self.land.city and self.mine(h, side):
                continue
            for n in self.land.track[h] & free:
                if n not in found:
                    found.add(n)
                    todo.append(n)
        return found

    def pass_(self, unit: str, hex_: str) -> None:
        """Note that a unit has entered a rail hex, and whether a way led back (9.4.4, 9.4.5)."""
        if hex_ in self.land.track and not self.units[unit].ghost:
            clear = self.back(self.side(unit), hex_) is not None
            self.now.passed[hex_] = self.now.passed.get(hex_, False) or clear

    def must(self) -> set[str]:
        """Return the rail hexes that fall to the side whose turn ends (9.4.3, 9.4.4a, 9.4.5a)."""
        side = self.now.side
        free = self.open_for(side)
        found = {h for h in self.land.stations & set(self.land.track) if self.mine(h, side) and h in free}
        for start in self.land.stations & set(self.land.track):
            if self.mine(start, side):
                for line in self._lines(start, free, side):
                    found.update(line)
        for h, clear in self.now.passed.items():
            if clear:
                # The marker goes there, and what lies behind it falls to the side as well, where but one way leads.
                way = self.back(side, h) or []
                found.update(x for x in way if self.now.rail[x] != side and self._needs(side, h, x))
        return found

    def _needs(self, side: str, start: str, hex_: str) -> bool:
        """Tell whether every clear way back from a hex leads through another."""
        return hex_ == start or self.back(side, start, shut=hex_) is None

    def _lines(self, start: str, free: set[str], side: str) -> list[list[str]]:
        """Return the lines from a controlled city or junction to the next ones."""
        found, todo = [], [[start]]
        while todo:
            way = todo.pop()
            for n in self.land.track[way[-1]]:
                if n in way:
                    continue
                if n in self.land.stations and self.mine(n, side):
                    if n in free and start in free:
                        found.append([*way, n])
                elif n in free:
                    todo.append([*way, n])
        return found

    def may(self) -> set[str]:
        """Return the rail hexes that the side may take as its own, though perhaps it need not (R22, R23)."""
        side = self.now.side
        found = self.must()
        candidates = set(self.now.passed) | self.now.stood
        candidates |= {h for h in self.held_by(side) if h in self.land.track}
        for h in candidates:
            found |= self.linked(side, h, junctions=True)
        return found

    def convert(self, named: list[str]) -> Objections:
        """Judge a statement of what is converted."""
        now = self.now
        if now.phase != "end":
            yield Objection("9.4.1b|9.4", "rails are converted in the end phase")
        may = self.may()
        for h in named:
            if h not in self.land.track:
                yield Objection("9.4", f"no rails run through {h}")
            elif h not in may and now.rail.get(h) != now.side:
                yield Objection("9.4.1d|9.4.3|9.4.4|9.4.5", f"nothing makes {h} fall to the {now.side} side")
        now.converted = (now.converted or set()) | set(named)
        if now.phase == "end":
            now.due = self.must() if now.due is None else now.due
            for h in now.due | set(named):
                now.rail[h] = now.side

    def close(self) -> Objections:
        """Judge what has been converted when the end phase is over, and carry it out."""
        now = self.now
        must = self.must() if now.due is None else now.due
        if now.converted is not None:
            left = sorted(h for h in must - now.converted if now.before_rail.get(h, now.rail[h]) != now.side)
            if left:
                yield Objection("9.4.3|9.4.4|9.4.5", f"not converted: {' '.join(left)}")
        for h in must | (now.converted or set()):
            now.rail[h] = now.side

    def joined(self, side: str, *, cut: bool) -> set[str]:
        """Return the friendly rail hexes that are joined to a friendly city or edge (17.2.2).

        `cut`: enemy zones cut the rails, as we read R20; own cities stay open.
        """
        zone = self.zone(ENEMY[side]) if cut else set()
        own = {h for h, whose in self.now.rail.items() if whose == side}
        through = {h for h in own if not self._theirs(h, side) and (h not in zone or self._city(h, side))}
        found = {h for h in own if self._city(h, side) or h in self.gates(side)}
        todo = [h for h in found if h in through]
        while todo:
            for n in self.land.track[todo.pop()] & own:
                if n not in found:
                    found.add(n)
                    if n in through:
                        todo.append(n)
        return found

    def _city(self, hex_: str, side: str) -> bool:
        return hex_ in self.land.city and self.mine(hex_, side)

    def _theirs(self, hex_: str, side: str) -> bool:
        return hex_ in self.land.city and self.mine(hex_, ENEMY[side])
