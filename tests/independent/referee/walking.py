"""Movement on foot: 5, 7, 8, 11."""

from __future__ import annotations

from collections.abc import Iterable

from tests.independent.referee.converting import Rails
from tests.independent.referee.land import distance
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import ENEMY, RUSSIAN, View


class Walk(View):
    """Judge of movement over land: the limits that stop a unit on its way."""

    def allowance(self, unit: str) -> int:
        """Return how many hexes a unit may go in this impulse."""
        now, who = self.now, self.units[unit]
        if now.paralysed.get(who.nation) == (now.turn, now.side, now.impulse):
            return 0
        return self.charts.allowance(who, now.impulse, now.weather)

    def rough(self, unit: str, hex_: str) -> bool:
        """Tell whether the ground stops a unit that enters it (8.2, 11.1)."""
        ground = self.charts.terrain[self.land.terrain[hex_]]
        if not ground.get("stops"):
            return False
        if ground.get("clear-in-snow") and self.now.weather == "snow":
            return False
        return self.units[unit].type not in ground.get("exempt", [])

    def barred(self, unit: str, hex_: str, came: str) -> str:
        """Return the rule by which a unit may not enter a hex at all, or nothing."""
        side, country = self.side(unit), self.land.country[hex_]
        if any(self.side(u) != side and not self.units[u].ghost for u in self.now.at(hex_)):
            return "5.3"
        if country == "Bulgaria" and "bulgaria" not in self.now.triggered:
            return "5.5"
        if country == "Finland" != self.land.country[came] and "finland closed" in self.now.triggered:
            return "24.5b"
        return ""

    def step(self, unit: str, a: str, b: str, zone: set[str], *, fresh: bool) -> Objections:
        """Tell what forbids one step, all that came before apart; `fresh` if it is the first."""
        pair = frozenset((a, b))
        who = self.units[unit]
        if b not in self.land.dry or pair in self.land.closed or b not in self.land.steps[a]:
            yield Objection("8.5", f"no way leads from {a} to {b}")
            return
        rule = self.barred(unit, b, a)
        if rule:
            yield Objection(rule, f"{b} may not be entered")
        if a in zone and b in zone:
            yield Objection("8.3a", f"{a} and {b} are both in an enemy zone")
        if who.type == "hq" and b in zone:
            others = [u for u in self.friends_at(b, who.side) if self.units[u].type != "hq" and u != unit]
            if not others:
                yield Objection("11.1f", f"a headquarters enters the zone in {b} alone")
        if b in zone and unit in self.now.tired and self.now.impulse == 2:
            yield Objection("16.2b", f"a victor of the first impulse enters the zone in {b}")
        if not fresh and self.stopped(unit, a, zone):
            yield Objection("7.2|8.2", f"it has had to stop in {a}")

    def stopped(self, unit: str, hex_: str, zone: set[str]) -> bool:
        """Tell whether a unit that has entered a hex must stop there; the strait apart."""
        return hex_ in zone or self.rough(unit, hex_)

    def may_walk(self, unit: str) -> Objections:
        """Tell why a unit may not walk at all."""
        now, who = self.now, self.units[unit]
        if now.phase != "movement":
            yield Objection("4.0|12.1c", "units move in movement phases")
        if who.side != now.side:
            yield Objection("4.0|2.1a", "it is the other side's turn")
        if unit in now.mode:
            yield Objection("9.3.1c|10.3b|16.2a|18.3c", f"it has moved by {now.mode[unit]}")
        country = {"italian": "italy", "rumanian": "rumania", "hungarian": "hungary", "finnish": "finland"}.get(
            who.nation
        )
        if country in now.surrendered:
            yield Objection("24.1", f"{country} has surrendered")
        if unit in now.pinned:
            yield Objection("8.4", "it began the second impulse in an enemy zone")

    def walk(self, unit: str, way: list[str]) -> Objections:
        """Judge a move on foot along known hexes."""
        yield from self.may_walk(unit)
        if self.now.place[unit] != way[0]:
            yield Objection("5.4", f"it stands in {self.now.place[unit]}")
            return
        zone = self.zone(ENEMY[self.side(unit)])
        before = self.now.steps.get(unit, [way[0]])
        so_far = [*before, *way[1:]]
        if len(so_far) - 1 > self.allowance(unit):
            yield Objection("5.4", f"{len(so_far) - 1} hexes, and it may go {self.allowance(unit)}")
        for i in range(len(before) - 1, len(so_far) - 1):
            a, b = so_far[i], so_far[i + 1]
            yield from self.step(unit, a, b, zone, fresh=i == 0)
            if i and frozenset((so_far[i - 1], a)) in self.land.kerch:
                yield Objection("8.5.1a", f"it has crossed the strait to {a}")
        if self.now.impulse == 2 and unit in self.now.arrived and before[0] in zone and len(before) == 1:
            yield Objection("20.3c", f"it was placed in the zone in {before[0]}")

    def ways(self, unit: str, start: str, goal: str) -> list[str] | None:
        """Return any legal way on foot, found by trying all; None if there is none."""
        zone = self.zone(ENEMY[self.side(unit)])
        before = self.now.steps.get(unit, [start])
        todo = [[*before]]
        best: dict[str, int] = {}
        while todo:
            way = todo.pop(0)
            if way[-1] == goal and len(way) > len(before):
                return [start, *way[len(before) :]]
            if len(way) - 1 >= self.allowance(unit):
                continue
            for b in self.land.steps[way[-1]]:
                kerch = len(way) > 1 and frozenset(way[-2:]) in self.land.kerch
                if kerch or best.get(b, 99) <= len(way):
                    continue
                if not list(self.step(unit, way[-1], b, zone, fresh=len(way) == 1)):
                    best[b] = len(way)
                    todo.append([*way, b])
        return None

    def entered(self, unit: str, way: Iterable[str], *, landed: bool = False) -> None:
        """Carry a unit along a way, hex by hex: what it passes changes hands as it goes.

        One that has landed from elsewhere stands on rails as one does that has been there all the time (R22).
        """
        rails = Rails(self.book, self.now)
        for h in way:
            self.now.place[unit] = h
            self.settle()
            self.watch(unit, h)
            if self.side(unit) == self.now.side and not landed:
                rails.pass_(unit, h)

    def watch(self, unit: str, hex_: str) -> None:
        """Note what a unit sets off by coming near (20.7, 20.8)."""
        if self.side(unit) != RUSSIAN or self.units[unit].ghost:
            return
        year = self.year()
        if year >= 1943 and distance(hex_, self.land.where["Bucharest"]) <= 5:
            self.now.triggered |= {"garrison-1943", "bulgaria"}
        if year >= 1944 and distance(hex_, self.land.where["Bucharest"]) <= 5:
            self.now.triggered |= {"garrison-1944", "bulgaria"}
        if year >= 1944 and distance(hex_, self.land.where["Warsaw"]) <= 2:
            self.now.triggered.add("warsaw")

    def end_of_movement(self) -> Objections:
        """Judge the stacks when a movement phase ends (6.2)."""
        side = self.now.side
        for h in sorted(self.held_by(side)):
            if self.overfull(h, side):
                yield Objection("6.1", f"too many units in {h}")
