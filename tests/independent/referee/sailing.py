"""Movement by sea (10)."""

from __future__ import annotations

from tests.independent.referee.arriving import OFF_MAP, POOL, Arrivals
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, RUSSIAN
from tests.independent.referee.walking import Walk


class Ships(Arrivals):
    """Sea transfers, invasions, evacuations."""

    def sail(self, kind: str, unit: str, start: str, goal: str, die: int | None) -> Objections:
        """Judge a move by sea and carry it out."""
        now, who, land = self.now, self.units[unit], self.land
        side = who.side
        if now.phase != "movement" or now.side != side:
            yield Objection("10.1c|4.0|4.1.2f|4.2.1g", "ships sail in one's own movement phases")
        if now.place[unit] != start:
            yield Objection("10", f"{unit} is in {now.place[unit]}")
        if unit in now.mode or len(now.steps.get(unit, [])) > 1:
            yield Objection("10.3b", "it has moved in this impulse")
        paralysed = now.paralysed.get(who.nation) == (now.turn, now.side, now.impulse)
        if Walk(self.book, now).allowance(unit) == 0 and not paralysed and who.type != "leader":
            yield Objection("10.1b|11.1e", "it cannot move in this impulse")
        if who.type in ("leader", "worker", "partisan"):
            yield Objection("11.2a|22.2b", f"a {who.type} does not sail")
        sea = self.sea_of(kind, start, goal)
        if not sea:
            yield Objection("10.1a|10.2a|10.2b|10.3", f"no sea joins {start} and {goal}")
            sea = "black"
        if (side, sea) in now.seas:
            yield Objection("10.2c", "one unit a turn and sea")
        now.seas.add((side, sea))
        if sea == "baltic" and side == RUSSIAN and not self.mine(land.where["Leningrad"], RUSSIAN):
            yield Objection("10.5a", "Leningrad is not Russian")
        yield from self._ends(kind, unit, start, goal, sea)
        modifier = self.modifier(side, sea) + (1 if kind == "evacuation" else 0)
        drowned = die is not None and die + modifier > self.charts.transport["sea"][sea]["survives"]
        if start == POOL:
            yield from self._out_of_the_pool(unit)
        was = start
        now.mode[unit] = "sea"
        if drowned:
            self.remove(unit)
            return
        if goal == OFF_MAP:
            now.place[unit] = OFF_MAP
            now.reserved[unit] = (now.turn, now.impulse)
            self.settle()
            return
        if was[0].islower():
            now.arrived[unit] = was
        if kind == "invasion":
            now.invaded.add(unit)
            now.ashore.add(unit)
        Walk(self.book, now).entered(unit, [goal], landed=True)

    def _out_of_the_pool(self, unit: str) -> Objections:
        """Judge a replacement that sails into a port: it is one like all others, and sunk it has cost as much."""
        now, who = self.now, self.units[unit]
        if who.side == AXIS:
            if now.turn == 19 and len(now.withdrawn) < 2 and self._anybody_to_withdraw():
                yield Objection("20.9.2a", "two armor corps are withdrawn first")
            yield from self._axis_replacement(unit)
        else:
            yield from self._russian_replacement(unit, self.land.where["Moscow"])
        now.replaced.append(unit)

    def sea_of(self, kind: str, start: str, goal: str) -> str:
        """Return the sea over which a move goes; the off-map box lies on both (10.3.1b)."""
        land = self.land
        shores = {sea: land.coast.get(sea, set()) for sea in ("black", "baltic")}
        for sea, shore in shores.items():
            ends = [h for h in (start, goal) if h[0].isupper()]
            if ends and all(h in shore for h in ends):
                ports = [h for h in ends if land.port.get(h, sea) != sea]
                if not ports:
                    return sea
        return ""

    def modifier(self, side: str, sea: str) -> int:
        """Return what is added to the die (10.4b, 10.5d, 10.5e)."""
        row = self.charts.transport["sea"][sea]
        ports = sum(self.mine(self.land.where[name], side) for name in row["ports"])
        return int(row.get("russian-modifier", 0) if side == RUSSIAN else 0) - ports

    def _ends(self, kind: str, unit: str, start: str, goal: str, sea: str) -> Objections:
        """Judge where a move by sea begins and ends."""
        now, side = self.now, self.side(unit)

        def port(place: str) -> bool:
            return place == OFF_MAP or (place in self.land.port and self.mine(place, side))

        fresh = start[0].islower()
        if fresh:
            yield from self.match_first(goal)
        if fresh and start != POOL:
            yield from self.due(unit)
        if kind in ("transfer", "invasion") and not fresh and not port(start):
            yield Objection("10.3.1a|10.3.2a", f"{start} is no friendly port")
        if kind in ("transfer", "evacuation") and not port(goal):
            yield Objection("10.3.1a|10.3.3a", f"{goal} is no friendly port")
        if goal[0].isupper() and self.foe_in(goal, side):
            yield Objection("10.3.2c|5.3", f"the enemy is in {goal}")
        if kind == "evacuation" and fresh:
            yield Objection("10.3.3a", f"nobody is evacuated from {start}")
        if kind == "invasion":
            now.invasions[side] = now.invasions.get(side, 0) + 1
            if now.invasions[side] > 2:
                yield Objection("10.3.2b", "two invasions a game")
            if sea != "black":
                yield Objection("10.5b", "no invasions in the Baltic")
            if side == AXIS and now.turn < 2:
                yield Objection("10.7", "no Axis invasion before July 1941")
