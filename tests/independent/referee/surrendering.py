"""The ends of things: units and countries that surrender (12.5, 16.3, 24), victory (25), the ends of phases (4)."""

from __future__ import annotations

from tests.independent.referee.arriving import Arrivals
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, ENEMY, RUSSIAN, STALIN
from tests.independent.referee.seasons import Weather
from tests.independent.referee.walking import Walk

NATIONS = {"finland": "finnish", "rumania": "rumanian", "hungary": "hungarian", "italy": "italian"}


class Endings(Arrivals):
    """Judge of surrenders, of the ends of phases and of victories."""

    def surrender(self, who: str, rule: str) -> Objections:
        """Judge a surrender and carry it out."""
        now = self.now
        if who in NATIONS:
            if not self.must_surrender(who):
                yield Objection("24.2|24.3|24.4|24.5", f"{who} has no reason to surrender")
            if rule.startswith("24.5"):
                now.triggered.add("finland closed")
            self.close_rails()
            self._give_up(who)
            return
        if now.phase != "movement" or self.side(who) != now.side:
            yield Objection("12.5d|16.3b", "units surrender when their own movement phase ends")
        elif not self.trapped(who):
            yield Objection("12.5d|16.3b", f"{who} need not surrender")
        self.remove(who, surrendered=True)

    def trapped(self, unit: str) -> bool:
        """Tell whether a unit may have to surrender: it or a foe next to it cannot be attacked as the rules demand."""
        now = self.now
        near = self._threats(unit)
        if not near:
            return False
        if unit in now.fought or (unit in now.tired and now.impulse == 2):
            return True
        if not near:
            return False
        # Nobody surrenders who could attack all enemies next to him by himself (C31).
        alone = [h for h in near if not self.opening_ban(unit, h)]
        return len(alone) < len(near) or not self._legal([unit], frozenset(near))

    def eliminate(self, unit: str, rule: str) -> Objections:
        """Judge an elimination that no battle brings, and carry it out."""
        now, who = self.now, self.units[unit]
        if who.type == "partisan":
            if now.side != AXIS or now.phase != "movement":
                yield Objection("19.3", "partisans are removed when an Axis movement phase ends")
            elif not (now.place[unit] in self.zone(AXIS) or self.ss_near(now.place[unit])):
                yield Objection("19.3", f"nobody is near {now.place[unit]}")
            now.place[unit] = "partisans"
            return
        if rule.startswith("24.5"):
            now.place[unit] = "removed"
            self.settle()
            return
        self.close_rails()
        yield from self.starving(unit, rule)
        self.remove(unit)

    def close_rails(self) -> None:
        """Carry out the conversion of the end phase before supply is judged (4.1.6d)."""
        now = self.now
        if now.phase == "end" and now.due is None:
            now.due = self.must()
            for h in now.due | (now.converted or set()):
                now.rail[h] = now.side

    # Countries

    def must_surrender(self, who: str) -> bool:
        """Tell whether a minor ally surrenders now (24)."""
        now, land = self.now, self.land
        if who in now.surrendered:
            return False
        russian_end = now.side == RUSSIAN and now.phase == "end"
        if who == "italy":
            return (now.turn, now.side, now.impulse) >= (15, AXIS, 1) and now.turn == 15 and now.side == AXIS
        if who == "hungary":
            inside = [u for u, h in self.standing(RUSSIAN).items() if land.country[h] == "Hungary"]
            return russian_end and len(inside) >= 5
        capital = {"finland": "Helsinki", "rumania": "Bucharest"}[who]
        if russian_end and self.mine(land.where[capital], RUSSIAN):
            return True
        start = now.turn >= 21 and (now.side, now.impulse) == (AXIS, 1) and now.phase in ("weather", "movement")
        return who == "finland" and start and not self.mine(land.where["Leningrad"], AXIS)

    def _give_up(self, who: str) -> None:
        now = self.now
        now.surrendered[who] = now.turn
        for unit, counter in self.units.items():
            if counter.nation == NATIONS[who] and now.place[unit] != "out-of-play":
                now.place[unit] = "surrendered"
        self.settle()

    # Victory

    def claim(self, side: str, rule: str) -> Objections:
        """Judge a claim of victory (25)."""
        if not self.has_won(side, rule):
            yield Objection("25", f"the {side} side has not won by {rule}")

    def has_won(self, side: str, rule: str) -> bool:
        """Tell whether a side has won by a rule."""
        now, land = self.now, self.land
        # What is judged at the end of a turn is claimed when it is over.
        over = now.turn - 1 if (now.side, now.phase) == (AXIS, "weather") else None
        over = now.turn if (now.side, now.phase) == (RUSSIAN, "end") else over
        last = over == 25
        year = {5: "1942", 11: "1943", 17: "1944", 23: "1945"}.get(over or 0)
        checking = year is not None
        if rule.startswith("25.1.1") and side == AXIS:
            moscow = self.mine(land.where["Moscow"], AXIS) and now.place[STALIN] == "replacement-pool"
            berlin = last and not self.mine(land.where["Berlin"], RUSSIAN)
            return moscow or berlin or now.unmatched.get(RUSSIAN, 0) > 0
        if rule.startswith("25.1.2") and side == RUSSIAN:
            return self.mine(land.where["Berlin"], RUSSIAN) or now.unmatched.get(AXIS, 0) > 0
        if rule.startswith("20.9.2") and side == RUSSIAN:
            return now.turn == 19 and len(now.withdrawn) < 2
        if rule.startswith("25.2") and checking and year != "1945":
            named = {**land.where, **{name: h for h, name in land.wells.items()}}
            return all(self.mine(named[place], side) for place in self.charts.goals["sudden-death"][year]["places"])
        if rule.startswith("25.2") and checking:
            cities = [h for h in land.city if land.country[h] == "Germany"]
            wells = [self.mine(h, side) for h in land.wells]
            held = [self.mine(h, side) for h in cities]
            if side == RUSSIAN:
                out = {"finland", "rumania", "hungary"} <= set(now.surrendered)
                return out and any(held) and all(wells)
            return not {"rumania", "hungary"} & set(now.surrendered) and all(held) and any(wells)
        return False

    # Phases

    def end_phase(self) -> Objections:
        """Judge the end of a phase and begin the next."""
        now = self.now
        close = {"weather": self._weather_over, "movement": self._movement_over, "combat": self._combat_over}
        yield from close.get(now.phase, self._turn_over)()

    def _weather_over(self) -> Objections:
        yield from self.all_set_up()
        yield from Weather(self.book, self.now).close()
        self.settle()
        self._begin_movement()

    def _begin_movement(self) -> None:
        now = self.now
        now.phase = "movement"
        now.steps, now.mode, now.arrived, now.fought, now.invaded = {}, {}, {}, set(), set()
        now.battles, now.lenders, now.sturmoviks = {}, [], 0
        zone = self.zone(ENEMY[now.side])
        now.pinned = {u for u, h in self.standing(now.side).items() if h in zone} if now.impulse == 2 else set()
        now.cities_at_start = dict(now.control)
        if now.impulse == 1:
            now.cities_at_turn = dict(now.control)
            now.stood = {h for h in self.held_by(now.side) if h in self.land.track}
            if self.mine(self.land.where["Helsinki"], RUSSIAN) and now.side == RUSSIAN:
                now.triggered.add("lapland russian")
            if self.mine(self.land.where["Archangel"], AXIS) and now.side == AXIS:
                now.triggered.add("lapland axis")
            if now.side == AXIS:
                now.ready = set(now.triggered)

    def _movement_over(self) -> Objections:
        now = self.now
        yield from Walk(self.book, now).end_of_movement()
        yield from self.withdrawals_made()
        if now.side == AXIS:
            yield from self.sweep()
        for country in sorted(NATIONS):
            if country in ("italy", "finland") and now.impulse == 1 and self.must_surrender(country):
                yield Objection("24.4|24.5", f"{country} has not surrendered")
        for unit in sorted(self.standing(now.side)):
            near = self._threats(unit)
            if near and (unit in now.fought or (unit in now.tired and now.impulse == 2)):
                yield from self._served(unit, near)
        now.phase = "combat"
        self.oblige()

    def _served(self, unit: str, near: set[str]) -> Objections:
        """Judge that others can attack those who stand next to a victor (16.2e, 16.3)."""
        others = set(self.standing(self.now.side).items())
        for h in near:
            able = [
                u
                for u, at in others
                if u not in self.now.fought
                and not (u in self.now.tired and self.now.impulse == 2)
                and self.touches(at, h)
            ]
            if not able:
                yield Objection("16.2e|16.3b", f"nobody can attack {h}, and {unit} may not")

    def _combat_over(self) -> Objections:
        now = self.now
        yield from self.all_fought()
        now.steps, now.mode, now.arrived = {}, {}, {}
        if now.impulse == 1:
            now.impulse = 2
            self._begin_movement()
            return
        now.phase = "end"
        now.converted, now.due, now.before_rail = None, None, dict(now.rail)

    def _turn_over(self) -> Objections:
        now = self.now
        yield from self.close()
        yield from self.left()
        if now.side == RUSSIAN:
            for country in sorted(NATIONS):
                if country != "italy" and self.must_surrender(country):
                    yield Objection("24.2|24.3", f"{country} has not surrendered")
            yield from self._finland()
        now.passed, now.stood, now.converted, now.ashore = {}, set(), None, set()
        now.replaced, now.spent, now.archangel, now.south, now.withdrawn = [], 0, None, set(), []
        now.tired = set()
        if now.unmatched.get(now.side, 0):
            yield Objection("20.10.1a|20.10.2", f"{now.unmatched[now.side]} factors have not been matched")
        now.impulse = 1
        if now.side == AXIS:
            now.side = RUSSIAN
            self._begin_movement()
            return
        now.side, now.turn, now.phase, now.rolled = AXIS, now.turn + 1, "weather", False
        now.railed, now.seas = {}, set()

    def _finland(self) -> Objections:
        """Judge that Germans and minor allies in Finland are gone at the end of the turn of its surrender (24.5c)."""
        now = self.now
        if now.surrendered.get("finland") == now.turn:
            inside = [u for u, h in self.standing(AXIS).items() if self.land.country[h] == "Finland"]
            if inside:
                yield Objection("24.5c", f"{' '.join(inside)} in Finland")
