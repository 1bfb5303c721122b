"""Arrivals on the map and departures from it: 3, 18, 20 to 23, and the partisans of 19."""

from __future__ import annotations

from tests.independent.referee.counters import Counter
from tests.independent.referee.fighting import Combat
from tests.independent.referee.land import distance, within
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, ENEMY, RUSSIAN, STAVKA

RESERVE, POOL, OFF_MAP = "paratroop-reserve", "replacement-pool", "off-map-units"


def turn_of(box: str) -> int | None:
    """Return the turn of a box of the order of battle."""
    head, _, number = box.rpartition("-")
    return int(number) if head == "turn" and number.isdigit() else None


class Arrivals(Combat):
    """Judge of arrivals: the places where units come from and go."""

    # Set-up (3.3, 3.4)

    def set_up(self, unit: str, hex_: str) -> Objections:
        """Judge where a unit is set up, and put it there."""
        now, who = self.now, self.units[unit]
        code, country = who.setup, self.land.country[hex_]
        if (now.turn, now.phase) != (1, "weather") or now.place[unit] != "at-start":
            yield Objection("3.6|3.3|3.4", f"{unit} is not to be set up now")
        if hex_ not in self.land.dry:
            yield Objection("3.3|3.4", f"{hex_} is not land in play")
        elif who.side == RUSSIAN:
            if code == "C" and self.land.city.get(hex_) != who.area:
                yield Objection("3.3b", f"{unit} starts in {who.area}")
            districts = {"L": "Leningrad", "B": "Baltic", "W": "Western", "K": "Kiev", "O": "Odessa"}
            if code in districts and self.land.district[hex_] != districts[code]:
                yield Objection("3.3c", f"{unit} starts in the {districts[code]} district")
        else:
            if any(self.side(u) == RUSSIAN for n in (hex_, *self.land.steps[hex_]) for u in now.at(n)):
                yield Objection("3.4b", f"{hex_} is next to the enemy")
            waiting = [u for u in now.place if now.place[u] == "at-start" and self.side(u) == RUSSIAN]
            if waiting:
                yield Objection("3.4a|3.3a", f"{len(waiting)} Russian units are not set up yet")
            homes = {"R": {"Rumania"}, "F": {"Finland"}}.get(code, {"Germany", "Poland", "Hungary", "Rumania"})
            if country not in homes:
                yield Objection("3.4c|3.4d|3.4e", f"{unit} does not start in {country}")
        now.place[unit] = hex_

    def all_set_up(self) -> Objections:
        """Judge when play begins whether everybody has been set up."""
        left = sorted(u for u, box in self.now.place.items() if box == "at-start")
        if left and self.now.turn == 1:
            yield Objection("3.3a|3.4a", f"not set up: {' '.join(left)}")

    # Reinforcements

    def due(self, unit: str) -> Objections:
        """Judge whether a unit may come out of its box in this impulse (20.0)."""
        now, who = self.now, self.units[unit]
        box = now.place[unit]
        turn = turn_of(box)
        moment = (now.turn, now.impulse)
        if now.phase != "movement" and who.type != "partisan":
            yield Objection("20.2a|4.0", "units arrive in movement phases")
        if who.side != now.side:
            yield Objection("4.0|2.1a", "it is the other side's turn")
        if turn is not None:
            if moment < (turn, 2 if who.month == "second" else 1):
                yield Objection("20.0b", f"{unit} is due on turn {turn}")
        elif box in (OFF_MAP, RESERVE):
            since = now.reserved.get(unit, (0, 0))
            if since >= moment or (box == RESERVE and since[0] == now.turn):
                yield Objection("20.1.2a|18.2b", f"{unit} has only just gone into that box")
        elif box in ("bulgarian-garrison", "warsaw-garrison", "lapland"):
            yield from self._released(unit, box)
        elif box != "partisans" or who.type != "partisan":
            yield Objection("20.0|21.3a|13.2b|23.2b", f"nothing brings {unit} out of {box}")

    def _released(self, unit: str, box: str) -> Objections:
        """Judge the arrivals that something sets off (20.6 to 20.8)."""
        now, land = self.now, self.land
        # Who is left in the box beyond the impulse in which it could come first may come in any later one (R4).
        if box == "lapland":
            wanted = ("Helsinki", RUSSIAN) if self.side(unit) == RUSSIAN else ("Archangel", AXIS)
            ready = now.triggered & {f"lapland {wanted[1]}"} or self.mine(land.where[wanted[0]], wanted[1])
            if not ready:
                yield Objection("20.6", f"{wanted[0]} has not fallen")
        elif box == "warsaw-garrison":
            if "warsaw" not in now.ready:
                yield Objection("20.8", "no Russian has come near Warsaw")
        else:
            first = unit in ("ger-15-mtn", "ger-21-mtn")
            if not ({"garrison-1943", "garrison-1944"} if first else {"garrison-1944"}) & now.ready:
                yield Objection("20.7", "no Russian has come near Bucharest")

    def city_of(self, who: Counter) -> str:
        """Return the hex of the city in which a unit is to arrive, or nothing."""
        return self.land.where.get("Helsinki" if who.nation == "finnish" else who.area, "")

    def gates_of(self, unit: str, *, replaced: bool = False) -> set[str]:
        """Return the hexes of the edges by which a unit may come in, whatever is in them (20.5, 22.6)."""
        who, land = self.units[unit], self.land
        if who.side == AXIS:
            if who.nation == "hungarian":
                return {"T33"}
            return land.edge("west")
        kind = "replacement" if replaced else "reinforcement"
        return land.edge("east") | (set() if kind in self.now.south else land.edge("south"))

    def open_to(self, unit: str, hex_: str) -> Objections:
        """Judge whether a unit may be put down in a hex at all."""
        who = self.units[unit]
        if hex_ not in self.land.dry:
            yield Objection("20.2c|20.5|22.6", f"{hex_} is not land in play")
        elif self.foe_in(hex_, who.side) and who.type != "partisan":
            yield Objection("5.3|20.2", f"the enemy holds {hex_}")
        elif self.shut(hex_):
            yield Objection("5.5", f"{hex_} is in Bulgaria")

    def enter(self, unit: str, place: str) -> Objections:
        """Judge an arrival and carry it out."""
        now, who = self.now, self.units[unit]
        box = now.place[unit]
        if who.type == "partisan":
            yield from self.partisan(unit, place)
            return
        if place == POOL:
            yield from self._no_infantry(unit)
            now.place[unit] = POOL
            return
        yield from self.due(unit)
        yield from self.match_first(place)
        if place[0].islower():
            if place == RESERVE and who.type != "paratroop":
                yield Objection("18.2a", f"{unit} is no paratroop corps")
            elif place not in (RESERVE, OFF_MAP):
                yield Objection("20.1.1a", f"nobody arrives in {place}")
            now.place[unit] = place
            now.reserved[unit] = (now.turn, now.impulse)
            return
        yield from self.open_to(unit, place)
        yield from self._where(unit, box, place)
        self.put(unit, place, box)

    def _where(self, unit: str, box: str, place: str) -> Objections:
        """Judge the hex of an arrival."""
        now, who, land = self.now, self.units[unit], self.land
        city = self.city_of(who)
        if box == "lapland":
            if land.exits.get(place) != "north":
                yield Objection("20.6", f"{place} is no rail hex of the north edge")
            return
        if who.type == "worker":
            yield from self._worker(unit, place)
            return
        gates = self.gates_of(unit)
        if box in (OFF_MAP, RESERVE) or (turn_of(box) or now.turn) < now.turn:
            # Out of the off-map box everybody comes in like a reinforcement; named cities are for those who arrive.
            if who.side == AXIS and who.nation in ("finnish", "rumanian"):
                gates = gates | {city or land.where["Bucharest"]}
            elif city and box not in (OFF_MAP, RESERVE):
                gates = gates | {city}
        elif who.nation == "rumanian":
            city = land.where["Bucharest"]
        if place in gates and not (city and place not in (city,) and self._city_open(unit, city, box)):
            return
        if place == city and box != RESERVE:
            if now.cities_at_start.get(city) == ENEMY[who.side]:
                yield Objection("20.4a", f"{land.city[city]} was the enemy's when the impulse began")
            return
        yield Objection("20.2c|20.5|18.2|20.7|20.8|20.4", f"{unit} does not come in at {place}")

    def _city_open(self, unit: str, city: str, box: str) -> bool:
        """Tell whether a unit could and therefore must come in at its city (20.4)."""
        if box in (OFF_MAP, RESERVE) or (turn_of(box) or self.now.turn) < self.now.turn:
            return False
        side = self.side(unit)
        if self.now.cities_at_start.get(city) == ENEMY[side] or self.foe_in(city, side):
            return False
        return not self.full_for(city, unit)

    def _worker(self, unit: str, place: str) -> Objections:
        """Judge where a worker is placed (22.3)."""
        land, now = self.land, self.now
        held = {h for h in land.city if land.country[h] == "Russia" and now.cities_at_turn.get(h) == RUSSIAN}
        taken = {now.place[u] for u, who in self.units.items() if who.type == "worker"}
        if place not in held:
            yield Objection("22.3a", f"{place} is no Russian city in Russian hands")
        elif place in taken and held - taken:
            yield Objection("22.3a", f"there is a worker in {place}, and there are cities without one")

    def put(self, unit: str, place: str, box: str) -> None:
        """Put a unit down."""
        now = self.now
        late = turn_of(box) is not None and (turn_of(box) or 0) < now.turn
        now.arrived[unit] = OFF_MAP if late else box
        if place in self.land.edge("south") - self.land.edge("east") and self.side(unit) == RUSSIAN:
            now.south.add("replacement" if box == POOL else "reinforcement")
        self.led(unit, [place], landed=True)

    def _no_infantry(self, unit: str) -> Objections:
        """Judge a motorized corps that goes into the pool since nobody can be exchanged for it (23.2b)."""
        if self.now.place[unit] != "motorization":
            yield Objection("23.2b", f"{unit} has no business in the pool")
        elif any(self._fits(old, unit, better=True) or self._fits(old, unit) for old in self.standing(AXIS)):
            yield Objection("23.2b", "there is infantry to exchange for it")

    def delay(self, unit: str) -> Objections:
        """Judge a unit that is held back in the off-map box, or leaves the map by rail for it (20.1.1)."""
        now, side = self.now, self.side(unit)
        if now.on_map(unit):
            gates = self.gates(side)
            ways = now.steps.get(unit, [])
            if now.place[unit] not in gates or now.rail.get(now.place[unit]) != side:
                yield Objection("20.1.1c", f"no line of its side leaves the map at {now.place[unit]}")
            if now.impulse != 1 or len(ways) > 1 or now.mode.get(unit, "rail")[:4] != "rail":
                yield Objection("20.1.1c|9.3", f"{unit} has moved, or it is too late for rails")
            if now.place[unit] in self.zone(ENEMY[side]):
                yield Objection("9.3.2c", "it stands in an enemy zone")
            if unit not in now.mode:
                now.railed[side] = now.railed.get(side, 0) + 1
                if now.railed[side] > self.allotment(side):
                    yield Objection("9.2", "no rail moves are left")
        else:
            yield from self.due(unit)
        now.place[unit] = OFF_MAP
        now.reserved[unit] = (now.turn, now.impulse)
        self.settle()

    # Withdrawals and exits

    def withdraw(self, unit: str, rule: str) -> Objections:
        """Judge a withdrawal and carry it out (20.9, 20.10)."""
        now, who = self.now, self.units[unit]
        count = {19: 2, 24: 1, 25: 1}.get(now.turn, 0) if who.side == AXIS else 0
        matching = now.unmatched.get(who.side, 0) > 0
        ordered = count > len(now.withdrawn) and now.impulse == 1 and now.phase == "movement"
        if now.impulse != 1 or now.phase != "movement":
            yield Objection("4.1.2a|4.2.1e|20.9.1a", "withdrawals belong to the first movement phase")
        elif who.side == AXIS and (now.steps or now.mode):
            yield Objection("4.1.2a", "withdrawals come before any move")
        if rule.startswith("20.10") or (matching and not ordered):
            if not matching:
                yield Objection("20.10|20.9.1a", "nothing has to be matched")
            now.unmatched[who.side] = max(0, now.unmatched.get(who.side, 0) - who.strength)
        else:
            if not ordered or now.side != who.side:
                yield Objection("20.9.1a", f"no withdrawal of {unit} is asked for")
            elif now.turn == 19:
                armor = [self.units[u] for u in self.standing(AXIS) if self.units[u].type == "armor"]
                ss = [one for one in armor if one.formation == "ss"]
                if who.type != "armor":
                    yield Objection("20.9.2a|20.9.1a", f"{unit} is no armor corps")
                elif who.formation != "ss" and len(ss) >= count - len(now.withdrawn):
                    yield Objection("20.9.2b", "there is SS armor")
            elif who.nation != "german" or who.type in ("hq", "leader", "air"):
                yield Objection("20.9.3|20.9.1a", f"{unit} is no German corps")
            now.withdrawn.append(unit)
        now.place[unit] = "turn-23" if now.turn == 19 and unit in now.withdrawn else "withdrawn"
        self.settle()

    def withdrawals_made(self) -> Objections:
        """Judge at the end of a first movement phase whether what had to be withdrawn was."""
        now = self.now
        if now.side != AXIS or now.impulse != 1:
            return
        wanted = {19: 2, 24: 1, 25: 1}.get(now.turn, 0)
        if len(now.withdrawn) < wanted and self._anybody_to_withdraw():
            yield Objection("20.9.2d|20.9.3", f"{wanted} corps were to be withdrawn")

    def _anybody_to_withdraw(self) -> bool:
        kinds = {"armor"}
        if self.now.turn != 19:
            kinds |= {"infantry", "mountain", "motorized", "cavalry", "luftwaffe"}
        there = [self.units[u] for u in self.standing(AXIS) if u not in self.now.arrived]
        return any(one.type in kinds and (one.nation == "german" or self.now.turn == 19) for one in there)

    def exit(self, unit: str, edge: str) -> Objections:
        """Judge an exit over an enemy edge (20.10)."""
        now, who = self.now, self.units[unit]
        edges = {AXIS: ("east", "south"), RUSSIAN: ("west",)}[who.side]
        if now.phase != "movement" or who.side != now.side:
            yield Objection("20.10.1d|4.0", "units leave in their movement phases")
        if not now.on_map(unit) or not any(now.place[unit] in self.land.edge(e) for e in edges if edge in ("", e)):
            yield Objection("20.10.1d", f"{unit} does not stand at an enemy edge")
        now.place[unit] = "removed"
        if self.year() >= 1942:
            now.unmatched[ENEMY[who.side]] = now.unmatched.get(ENEMY[who.side], 0) + who.strength
        self.settle()

    def match_first(self, place: str) -> Objections:
        """Judge an arrival while something has to be matched (20.10.1b)."""
        if self.now.unmatched.get(self.now.side, 0) and place[0].isupper():
            yield Objection("20.10.1b", "what left over the edge has not been matched")

    # Replacements

    def replace(self, unit: str, place: str) -> Objections:
        """Judge a replacement and carry it out (21, 22)."""
        now, who = self.now, self.units[unit]
        if now.phase != "movement" or who.side != now.side:
            yield Objection("4.1.2d|4.2.1c|4.0", "replacements come in one's own movement phases")
        if now.place[unit] != POOL:
            yield Objection("21.3a|13.2b|22.2d|18.4b", f"{unit} is not in the pool")
        yield from self.match_first(place)
        if who.side == AXIS and now.turn == 19 and len(now.withdrawn) < 2 and self._anybody_to_withdraw():
            yield Objection("20.9.2a", "two armor corps are withdrawn first")
        if who.side == AXIS:
            yield from self._axis_replacement(unit)
        else:
            yield from self._russian_replacement(unit, place)
        if place[0].isupper():
            yield from self.open_to(unit, place)
            yield from self._gate(unit, place)
        elif place != OFF_MAP:
            yield Objection("20.1.1a", f"no replacement goes to {place}")
        now.replaced.append(unit)
        if place[0].isupper():
            self.put(unit, place, POOL)
        else:
            now.place[unit] = place
            now.reserved[unit] = (now.turn, now.impulse)

    def _gate(self, unit: str, place: str) -> Objections:
        """Judge the hex of a replacement."""
        now, who, land = self.now, self.units[unit], self.land
        gates = self.gates_of(unit, replaced=True)
        if who.side == RUSSIAN:
            workers = {now.place[u] for u, w in self.units.items() if w.type == "worker" and now.on_map(u)}
            if place in workers & set(land.city):
                used = [u for u in now.replaced if now.arrived.get(u) == POOL and f"at {place}" in now.south]
                if used or f"at {place}" in now.south:
                    yield Objection("22.6b", f"one replacement has come in at {place}")
                now.south.add(f"at {place}")
                return
            if unit == STAVKA and place == land.where["Moscow"]:
                return
        else:
            home = {"finnish": "Helsinki", "rumanian": "Bucharest"}.get(who.nation)
            if home:
                city = land.where[home]
                if place == city:
                    if now.cities_at_start.get(city) == ENEMY[AXIS]:
                        yield Objection("20.4a", f"{home} was the enemy's when the impulse began")
                    return
                lost = now.cities_at_start.get(city) == RUSSIAN or self.foe_in(city, AXIS)
                if not lost and not self.full_for(city, unit):
                    yield Objection("20.5a|21.1", f"{unit} comes in at {home}")
        if place not in gates:
            yield Objection("20.5|22.6|21.1", f"no replacement comes in at {place}")

    def _russian_replacement(self, unit: str, place: str) -> Objections:
        now, who = self.now, self.units[unit]
        if who.type in ("paratroop", "worker", "partisan"):
            yield Objection("18.4b|22.2d|22", f"a {who.type} is not replaced")
        if now.impulse == 2 and unit != STAVKA:
            yield Objection("4.2.3b|22.6a", "replacements come in the first impulse")
        cost = who.strength
        if unit == STAVKA:
            cost = 1
            if now.turn not in (5, 11, 17, 23):
                yield Objection("22.8c", "Stavka is replaced in January/February")
            if self.mine(self.land.where["Moscow"], AXIS):
                yield Objection("22.8b", "the Axis controls Moscow")
            if now.impulse == 2 and place != self.land.where["Moscow"]:
                yield Objection("22.8e", "in the second impulse it enters from Moscow")
        now.spent += cost
        if now.spent > self.points():
            yield Objection("22.5a", f"{now.spent} points are spent, there are {self.points()}")
        limit = 1 if now.turn < 17 else 2
        group = self._group(who)
        same = [u for u in now.replaced if self._group(self.units[u]) == group]
        if group and len(same) + 1 > limit:
            yield Objection("22.5b|22.5c", f"{limit} {group} a turn")

    @staticmethod
    def _group(who: Counter) -> str:
        if who.type == "armor":
            return "armor"
        return "guards" if who.formation == "guards" else ""

    def points(self) -> int:
        """Return the Russian replacement points of a turn (22.1, 22.4, 22.7)."""
        now = self.now
        workers = sum(w.strength for u, w in self.units.items() if w.type == "worker" and now.on_map(u))
        if now.turn >= 13:
            workers *= 2
        bonus = 1 if self.year() in (1943, 1944) else 0
        archangel = now.archangel + bonus if now.archangel is not None else 0
        return workers + archangel

    def roll_archangel(self, die: int) -> Objections:
        """Judge the die of Archangel (22.4)."""
        now = self.now
        if now.turn < 5:
            yield Objection("22.4a", "Archangel sends nothing before 1942")
        if now.side != RUSSIAN or now.impulse != 1 or now.phase != "movement":
            yield Objection("22.4d|4.2.1c", "the die is rolled in the first Russian impulse")
        if now.archangel is not None:
            yield Objection("22.4d", "the die of this turn has been rolled")
        if now.archangel_lost:
            yield Objection("22.4c", "Archangel has been lost")
        now.archangel = die

    def _axis_replacement(self, unit: str) -> Objections:
        now, who = self.now, self.units[unit]
        rules = self.charts.replacements["axis"]
        if now.turn not in rules["when"]["turns"]:
            yield Objection("21.2a", "the Axis has replacements in May/June 1942, 1943 and 1944")
            return
        if (now.impulse == 2) != (who.type == "hq"):
            yield Objection("21.2b|21.2c|21.2d|4.1.4d", "headquarters come in the second impulse, others in the first")
        if unit in rules["never"]["units"]:
            yield Objection("21.4g", f"{unit} is never replaced")
        if who.nation == "italian" and now.turn in rules["no-italians"]["turns"]:
            yield Objection("21.5", "no Italians in 1943 and 1944")
        if who.type == "leader":
            yield Objection("21.4", "leaders are not replaced")
        free = who.formation in ("ss", "luftwaffe") or who.type == "hq"
        if not free and not self._entitled([*now.replaced, unit]):
            yield Objection("21.4|21.6", f"more than the Axis is due: {' '.join([*now.replaced, unit])}")

    def _entitled(self, taken: list[str]) -> bool:
        """Tell whether some units together are within what the Axis is due, substitutes counted (21.4, 21.6)."""
        units = [self.units[u] for u in taken]
        for nation in ("finnish", "italian", "rumanian", "hungarian"):
            if sum(u.nation == nation for u in units) > 1:
                return False
        free = [u for u in units if u.formation in ("ss", "luftwaffe") or u.type == "hq"]
        rest = [u for u in units if u.nation == "german" and u not in free]
        pool = [self.units[u] for u, box in self.now.place.items() if box == POOL] + rest
        pool = [u for u in pool if u.nation == "german" and u.formation == "" and u.id != "ger-1-cav"]
        wells = sum(self.mine(h, AXIS) for h in self.land.wells)
        due = ["armor"] * wells + ["3-4", "4-4", "5-4", "mountain", "motorized"]
        return self._serve(rest, due, pool)

    def _serve(self, units: list[Counter], due: list[str], pool: list[Counter]) -> bool:
        """Try to give each unit one of the places that are due."""
        if not units:
            return True
        first, *others = units
        for place in set(due):
            if self._stands_for(first, place, pool):
                left = due.copy()
                left.remove(place)
                if self._serve(others, left, pool):
                    return True
        return False

    def _stands_for(self, unit: Counter, place: str, pool: list[Counter]) -> bool:
        """Tell whether a unit may be taken for a place."""

        def kind(one: Counter) -> str:
            return f"{one.combat}-{one.move}" if one.type == "infantry" else one.type

        if kind(unit) == place:
            return True
        had = sum(kind(u) == place for u in pool)
        if had > self._places(place):
            return False
        # The units of the entitled kind may have been taken for the places that they fill.
        if place in ("mountain", "motorized", "4-4", "5-4") and kind(unit) == "3-4":
            return True
        if place == "armor" and kind(unit) in ("3-4", "motorized"):
            return True
        return place == "5-4" and kind(unit) == "4-4"

    def _places(self, place: str) -> int:
        wells = sum(self.mine(h, AXIS) for h in self.land.wells)
        return wells - 1 if place == "armor" else 0

    # Exchanges

    def motorize(self, old: str, new: str) -> Objections:
        """Judge an exchange of infantry for a motorized corps (23)."""
        now = self.now
        if now.side != AXIS or now.impulse != 1 or now.phase != "movement":
            yield Objection("23.1a", "exchanges are made in a first movement phase")
        due = int(self.units[new].arrival) if self.units[new].arrival.isdigit() else 99
        if now.turn not in (14, 16) or now.turn < due or now.place[new] != "motorization":
            yield Objection("23.1a", f"{new} is not due")
        elif now.steps or now.mode:
            yield Objection("23.1a", "exchanges are made when the impulse begins")
        if not now.on_map(old):
            yield Objection("23.1a", f"{old} is not on the map")
            return
        if not self._fits(old, new):
            right = any(self._fits(other, new) for other in self.standing(AXIS))
            if right or not self._fits(old, new, better=True):
                yield Objection("23.1|23.2a", f"{old} is not what {new} is exchanged for")
        now.place[new], now.place[old] = now.place[old], "removed"

    def _fits(self, old: str, new: str, *, better: bool = False) -> bool:
        who = self.units[old]
        wanted: str = self.charts.replacements["motorization"][new]["for"]
        if who.nation != "german" or who.type != "infantry":
            return False
        if better:
            return who.strength > int(wanted.split("-")[0])
        return f"{who.combat}-{who.move}" == wanted

    # Paratroops and partisans

    def drop(self, unit: str, hex_: str) -> Objections:
        """Judge a drop (18)."""
        now, who = self.now, self.units[unit]
        if (now.side, now.impulse, now.phase, now.weather) != (RUSSIAN, 1, "movement", "snow"):
            yield Objection("18.1a|4.2.1d", "drops are made in a first Russian impulse of snow")
        if now.place[unit] != RESERVE or who.type != "paratroop":
            yield Objection("18.1b|18.4b", f"{unit} is not in the paratroop reserve")
        elif unit in now.dropped:
            yield Objection("18.4b", f"{unit} has dropped before")
        if not now.on_map(STAVKA) or distance(now.place[STAVKA], hex_) > 8:
            yield Objection("18.3a", f"{hex_} is out of Stavka's reach")
        if hex_ in self.zone(AXIS) or self.land.terrain[hex_] in ("woods", "mountain") or hex_ not in self.land.dry:
            yield Objection("18.3b", f"nobody drops into {hex_}")
        if self.shut(hex_):
            yield Objection("5.5", f"{hex_} is in Bulgaria")
        now.mode[unit] = "drop"
        now.dropped.add(unit)
        self.led(unit, [hex_], landed=True)

    def ss_near(self, hex_: str) -> bool:
        """Tell whether an SS unit stands within five hexes."""
        near = within(hex_, 5)
        return any(h in near for u, h in self.standing(AXIS).items() if self.units[u].formation == "ss")

    def partisan(self, unit: str, hex_: str) -> Objections:
        """Judge where a partisan is placed (19.1, 19.4), and place it."""
        now = self.now
        box = now.place[unit]
        turn = turn_of(box)
        month = 2 if self.units[unit].month == "second" else 1
        arriving = now.side == RUSSIAN and now.phase == "movement" and not now.on_map(unit)
        if not (arriving or (now.side == RUSSIAN and now.phase == "end")):
            yield Objection("19.4b|4.2.5c", "partisans are placed at the end of the Russian turn")
        if turn is not None and (now.turn, 2 if now.phase == "end" else now.impulse) < (turn, month):
            yield Objection("20.0b", f"{unit} is due on turn {turn}")
        if arriving and turn is None:
            yield Objection("19.4b|20.0", "it has entered before, and is placed anew at the end of the turn")
        axis_rail = now.rail.get(hex_) == AXIS
        axis_city = hex_ in self.land.city and self.mine(hex_, AXIS)
        if self.land.country.get(hex_) != "Russia" or not (axis_rail or axis_city):
            yield Objection("19.1a", f"{hex_} is no Axis city or rail hex in Russia")
        if hex_ in self.zone(AXIS):
            yield Objection("19.1b", f"{hex_} is in an Axis zone")
        if self.ss_near(hex_):
            yield Objection("19.1c", f"an SS unit stands within five hexes of {hex_}")
        now.place[unit] = hex_
        self.led(unit, [hex_], landed=True)

    def sweep(self) -> Objections:
        """Judge at the end of an Axis movement phase whether partisans near the Axis are gone (19.3)."""
        zone = self.zone(AXIS)
        for unit, hex_ in self.standing(RUSSIAN, ghosts=True).items():
            if self.units[unit].type == "partisan" and (hex_ in zone or self.ss_near(hex_)):
                yield Objection("19.3", f"{unit} stays in {hex_}")
