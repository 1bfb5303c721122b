"""Battles: 3.7, 12 to 16."""

from __future__ import annotations

from fractions import Fraction

from tests.independent.referee.feeding import Supply
from tests.independent.referee.land import distance
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, ENEMY, HQS, RUSSIAN, STALIN, STAVKA, Battle
from tests.independent.referee.walking import Walk

DISTRICTS = {"N": ("Baltic",), "C": ("Western",), "S": ("Kiev",), "R": ("Kiev", "Odessa")}
"""The districts that each group may attack in the opening impulse (3.7)."""


def column(steps: int) -> str:
    """Return the odds that lie so many steps above 1-1; below it, 1-2 is -1."""
    return f"{steps + 1}-1" if steps >= 0 else f"1-{1 - steps}"


def steps(odds: str) -> int:
    """Return how far odds lie above 1-1."""
    a, b = map(int, odds.split("-"))
    return a - 1 if b == 1 else 1 - b


class Combat(Supply):
    """Judge of battles."""

    # Odds

    def factor(self, unit: str) -> int:
        """Return what a unit fights with, doubling apart (17.3.1)."""
        full = self.units[unit].strength
        return full if self.combat_supply(unit) else (full + 1) // 2

    def doubled(self, hex_: str, stands: list[str]) -> bool:
        """Tell whether defenders in a hex are doubled against attackers who stand in some others (14.1)."""
        land = self.land
        if land.terrain[hex_] == "mountain" or hex_ in land.major:
            return True
        if all(frozenset((hex_, h)) in land.kerch for h in stands):
            return True
        opening = (self.now.turn, self.now.side, self.now.impulse) == (1, AXIS, 1)
        if opening or not all(h in land.river for h in stands):
            return False
        return all(land.river.get(hex_) != land.river[h] for h in stands)

    def ratio(self, attackers: list[str], defenders: list[str], where: dict[str, str]) -> int:
        """Return the reduced odds of a battle as steps above 1-1 (13.1)."""
        stands = [where[u] for u in attackers]
        attack = sum(self.factor(u) for u in attackers)
        defence = sum(self.factor(u) * (2 if self.doubled(where[u], stands) else 1) for u in defenders)
        if defence == 0:
            return 99
        exact = Fraction(attack, defence)
        if exact >= 1:
            return exact.numerator // exact.denominator - 1
        # Rounded for the defender: 4 to 9 is 1-3.
        return 1 - -(-exact.denominator // exact.numerator) if exact else -99

    # Who may attack whom

    def touches(self, a: str, b: str) -> bool:
        """Tell whether a unit in one hex may attack into another: next to it, and the hexside not closed."""
        return b in self.land.steps[a]

    def opening_ban(self, attacker: str, hex_: str) -> bool:
        """Tell whether 3.7 forbids a unit to attack into a hex."""
        if (self.now.turn, self.now.side, self.now.impulse) != (1, AXIS, 1):
            return False
        code = self.units[attacker].setup
        return code in DISTRICTS and self.land.district[hex_] not in DISTRICTS[code]

    def sides_of(self, attackers: list[str], defenders: list[str], where: dict[str, str]) -> Objections:
        """Judge who takes part in a battle."""
        now, side = self.now, self.now.side
        for unit in [*attackers, *defenders]:
            if not where[unit][0].isupper():
                yield Objection("12.3c", f"{unit} is not on the map")
                return
            if self.units[unit].ghost:
                yield Objection("12.2c|19.3", f"{unit} does not fight")
        if any(self.side(u) != side for u in attackers) or any(self.side(u) == side for u in defenders):
            yield Objection("12.1b", "the side to play attacks the other")
        if len({*attackers, *defenders}) < len(attackers) + len(defenders):
            yield Objection("12.2b|12.4", "a unit is counted twice")
        done = {u for battle in now.battles.values() for u in (*battle.attackers, *battle.defenders)} | now.fought
        for unit in [*attackers, *defenders]:
            if unit in done:
                yield Objection("12.4|16.2", f"{unit} has fought in this impulse")
        for unit in attackers:
            if unit in now.tired and now.impulse == 2:
                yield Objection("16.2c", f"{unit} has won an automatic victory in the first impulse")
            for hex_ in {where[d] for d in defenders}:
                if not self.touches(where[unit], hex_):
                    yield Objection("12.3c|7.1", f"{unit} in {where[unit]} is not next to {hex_}")
                if self.opening_ban(unit, hex_):
                    yield Objection("3.7", f"{unit} may not attack {hex_} in the opening impulse")
        for hex_ in {where[d] for d in defenders}:
            left_out = set(self.friends_at(hex_, ENEMY[side])) - set(defenders)
            if left_out:
                yield Objection("12.2c", f"{' '.join(sorted(left_out))} in {hex_} is left out")

    # Aircraft

    def aircraft(self, kind: str) -> int:
        """Return how many may be used in this turn (15.6, 15.9)."""
        if self.now.turn < self.charts.air[kind]["first-turn"]:
            return 0
        rows = self.charts.air[f"{kind}s"]
        return int(rows[str(self.year())][self.now.weather]) if str(self.year()) in rows else 0

    def air(self, support: list[tuple[str, str]], defenders: list[str], where: dict[str, str]) -> Objections:
        """Judge the aircraft of a battle."""
        now = self.now
        if support and now.impulse != 1:
            yield Objection("15.1a|4.1.4b|4.2.3c", "aircraft fly in the first impulse")
        stukas = [lender for kind, lender in support if kind == "stuka"]
        sturmoviks = [lender for kind, lender in support if kind == "sturmovik"]
        if (stukas and now.side != AXIS) or (sturmoviks and now.side != RUSSIAN):
            yield Objection("15.1c|15.5|15.7", "the attacker flies, and each side its own aircraft")
        if len(stukas) > 1:
            yield Objection("15.5b", "one Stuka an attack")
        for lender in stukas:
            if lender in now.lenders:
                yield Objection("15.5c", f"{lender} has lent a Stuka already")
            if lender not in HQS:
                yield Objection("15.5c|15.2a", f"{lender} is no Army Group HQ")
        if len(now.lenders) + len(stukas) > self.aircraft("stuka") and stukas:
            yield Objection("15.6", f"{self.aircraft('stuka')} Stukas may fly")
        if now.sturmoviks + len(sturmoviks) > self.aircraft("sturmovik") and sturmoviks:
            yield Objection("15.9", f"{self.aircraft('sturmovik')} Sturmoviks may fly")
        for lender in sturmoviks:
            if lender != STAVKA and not (lender == STALIN and not now.on_map(STAVKA)):
                yield Objection("15.8", f"{lender} sends no Sturmoviks")
        for _, lender in support:
            if not now.on_map(lender):
                yield Objection("15.2a|15.8", f"{lender} is not on the map")
            elif any(distance(now.place[lender], where[d]) > 8 for d in defenders):
                yield Objection("15.2a|15.8a", f"{lender} is more than eight hexes from a defender")

    def shift(self, support: list[tuple[str, str]]) -> int:
        """Return how many columns aircraft are worth (15.5a, 15.7)."""
        return sum(int(self.charts.air[kind]["shift"]) for kind, _ in support)

    # Battles of the combat phase

    def attack(
        self, number: int, attackers: list[str], defenders: list[str], support: list[tuple[str, str]], announced: str
    ) -> Objections:
        """Judge an attack and enter it."""
        now = self.now
        where = {u: now.place[u] for u in (*attackers, *defenders)}
        if now.phase != "combat":
            yield Objection("4.0|12", "battles are fought in combat phases")
        for other, battle in now.battles.items():
            if not self.finished(battle):
                yield Objection("12.1d|4.1.3", f"battle {other} is not finished")
        found = list(self.sides_of(attackers, defenders, where))
        yield from found
        if any(objection.rule == "12.3c" for objection in found):
            return
        yield from self.air(support, defenders, where)
        full = self.ratio(attackers, defenders, where) + self.shift(support)
        if full < steps("1-6"):
            yield Objection("12.5b", f"the odds are {column(full)}")
        top = min(full, steps("9-1"))
        chosen = steps(announced) if announced else top
        if not steps("1-6") <= chosen <= top:
            yield Objection("13.1b|12.5b", f"{announced} is announced, the odds are {column(full)}")
        now.lenders += [lender for kind, lender in support if kind == "stuka"]
        now.sturmoviks += sum(kind == "sturmovik" for kind, _ in support)
        now.battles[number] = Battle(attackers, defenders, column(max(chosen, steps("1-6"))), where)

    def roll(self, number: int, die: int, odds: str, result: str) -> Objections:
        """Judge a die."""
        battle = self.now.battles.get(number)
        if battle is None:
            yield Objection("13.2", f"there is no battle {number}")
            return
        if battle.dice is not None:
            yield Objection("13.2a", "the die of this battle has been rolled")
            return
        right = self.charts.results[battle.odds][die - 1]
        if odds and odds != battle.odds:
            yield Objection("13.1", f"the odds are {battle.odds}")
        if result and result != right and odds in ("", battle.odds):
            yield Objection("13.2", f"the result is {right}")
        battle.dice, battle.result = die, right

    # What a result demands

    def alive(self, battle: Battle, units: list[str]) -> list[str]:
        """Return those of some units that the battle has not taken."""
        return [u for u in units if u not in battle.lost]

    def dead(self, battle: Battle, side: str) -> tuple[int, int]:
        """Return how many units of a side the result itself takes, at least and at most."""
        units = battle.attackers if side == "attacker" else battle.defenders
        everybody = len(units)
        takes = {
            "attacker": {"AE": everybody, "A1": 1, "EX": 1},
            "defender": {"EX": 1, "D1": 1, "DE": everybody, "DS": everybody},
        }[side]
        return takes.get(battle.result, 0), takes.get(battle.result, 0)

    def lengths(self, battle: Battle, side: str) -> tuple[int, ...]:
        """Return how many hexes a side retreats."""
        if side == "attacker":
            return (1, 2) if battle.result in ("A1", "AR") else ()
        return {"EX": (1, 2), "DR": (2,), "D1": (2,)}.get(battle.result, ())

    def casualties(self, battle: Battle, side: str) -> int:
        """Return how many units the result still takes from a side, retreats apart."""
        units = battle.attackers if side == "attacker" else battle.defenders
        return max(0, self.dead(battle, side)[0] - sum(u in battle.lost for u in units))

    def retreating(self, battle: Battle) -> list[tuple[str, tuple[int, ...]]]:
        """Return who has yet to retreat, and how far; woods hold (14.2)."""
        found = []
        for side, units in (("attacker", battle.attackers), ("defender", battle.defenders)):
            if self.casualties(battle, side):
                continue
            far = self.lengths(battle, side)
            for unit in self.alive(battle, units):
                if far and unit not in battle.gone and self.land.terrain[battle.from_[unit]] != "woods":
                    found.append((unit, far))
        return found

    def finished(self, battle: Battle) -> bool:
        """Tell whether nothing is left to do in a battle."""
        if battle.dice is None:
            return False
        both = ("attacker", "defender")
        if any(self.casualties(battle, side) for side in both) or self.retreating(battle):
            return False
        return not any(self.in_excess(battle, u) for u in battle.gone)

    def in_excess(self, battle: Battle, unit: str) -> bool:
        """Tell whether a unit stands in a full hex into which the battle has sent it (13.7)."""
        at = self.now.place[unit]
        return unit in battle.gone and at[0].isupper() and self.overfull(at, self.side(unit))

    def routes(self, unit: str, lengths: tuple[int, ...], *, crowded: bool = False) -> list[list[str]]:
        """Return every way a unit may retreat (13.4 to 13.7); `crowded`: also where it would be one too many."""
        now, side = self.now, self.side(unit)
        who = self.units[unit]
        start = now.place[unit]
        if who.type in ("leader", "worker") or unit in now.invaded:
            return []
        zone = self.zone(ENEMY[side])
        found: list[list[str]] = []
        ways = [[start]]
        for length in range(1, max(lengths) + 1):
            ways = [
                [*way, n]
                for way in ways
                for n in self.land.steps[way[-1]]
                if n not in zone and not self.foe_in(n, side) and not self.shut(n)
            ]
            if length in lengths:
                found += [way for way in ways if way[-1] != start and (crowded or not self.full_for(way[-1], unit))]
        return found

    def foe_in(self, hex_: str, side: str) -> bool:
        """Tell whether an enemy stands in a hex."""
        return any(self.side(u) != side for u in self.now.at(hex_))

    def shut(self, hex_: str) -> bool:
        """Tell whether a country is closed to everybody."""
        return self.land.country[hex_] == "Bulgaria" and "bulgaria" not in self.now.triggered

    def lose(self, number: int, unit: str) -> Objections:
        """Judge a loss and carry it out."""
        now = self.now
        battle = now.battles.get(number)
        if battle is None or battle.dice is None:
            yield Objection("13.2", "no result asks for it")
            self.remove(unit)
            return
        side = "attacker" if unit in battle.attackers else "defender"
        if unit not in (*battle.attackers, *battle.defenders) or unit in battle.lost:
            yield Objection("13.2|13.3", f"{unit} is not in the battle")
            self.remove(unit)
            return
        if battle.result == "EX" and side == "defender" and self.casualties(battle, "attacker"):
            yield Objection("13.3", "the attacker loses first")
        if not self.casualties(battle, side):
            waiting = dict(self.retreating(battle))
            if self.in_excess(battle, unit):
                pass
            elif unit not in waiting:
                yield Objection("13.2|13.3", f"{battle.result} does not take {unit}")
            elif self.routes(unit, waiting[unit]):
                yield Objection("13.4b|13.5", f"{unit} could retreat: {self.routes(unit, waiting[unit])[0]}")
        battle.lost.append(unit)
        now.frozen = battle.result == "EX"
        self.remove(unit, surrendered=battle.result == "DS" and side == "defender")
        self.thaw(battle)

    def thaw(self, battle: Battle) -> None:
        """Let places change hands again when an exchange is over."""
        now = self.now
        if now.frozen and self.finished(battle):
            now.frozen = False
            self.settle()

    def remove(self, unit: str, *, surrendered: bool = False, settle: bool = True) -> None:
        """Take a unit off the map, into the box where it belongs (13.2b, 22.2d)."""
        now = self.now
        who = self.units[unit]
        box = "surrendered" if surrendered or who.type == "worker" else "replacement-pool"
        now.place[unit] = box
        if who.type == "leader":
            now.paralysed["german" if who.side == AXIS else "russian"] = self.next_impulse(who.side)
        if settle:
            self.settle()

    def next_impulse(self, side: str) -> tuple[int, str, int]:
        """Return the next impulse in which a side moves (C47)."""
        now = self.now
        if now.side == side:
            before_moving = now.phase in ("weather",)
            if before_moving:
                return now.turn, side, now.impulse
            if now.impulse == 1:
                return now.turn, side, 2
            return now.turn + 1, side, 1
        return (now.turn, side, 1) if side == RUSSIAN else (now.turn + 1, side, 1)

    def retreat(self, number: int, unit: str, way: list[str]) -> Objections:
        """Judge a retreat and carry it out."""
        now = self.now
        battle = now.battles.get(number)
        waiting = dict(self.retreating(battle)) if battle and battle.dice is not None else {}
        if battle is None or unit not in waiting:
            yield Objection("13.3|13.2|14.2", f"{unit} has not to retreat")
        else:
            ways = self.routes(unit, waiting[unit])
            if way not in ways:
                if way in self.routes(unit, waiting[unit], crowded=True):
                    # Where all ends are full, one is as good as another, and the owner chooses who is too many.
                    if ways:
                        yield Objection("13.7a", f"{way[-1]} is full, and there are other ways")
                else:
                    yield Objection("13.3|13.5|13.4|11.2b|10.3.2d|22.2d", f"no retreat: {' '.join(way)}")
            battle.gone.append(unit)
        self.led(unit, way[1:])
        if battle is not None:
            self.thaw(battle)

    def led(self, unit: str, way: list[str], *, landed: bool = False) -> None:
        """Lead a unit along a way that is no move of its own."""
        Walk(self.book, self.now).entered(unit, way, landed=landed)

    # Duties

    def oblige(self) -> None:
        """Note who has to attack when a combat phase begins, and what (12.1a, 12.3a)."""
        now, side = self.now, self.now.side
        now.obliged, now.threats = set(), {}
        for unit, at in self.standing(side).items():
            near = {h for h in self.held_by(ENEMY[side]) if at in self.land.reach[h]}
            if near and unit not in now.fought and not (unit in now.tired and now.impulse == 2):
                now.obliged.add(unit)
                now.threats[unit] = near

    def all_fought(self) -> Objections:
        """Judge at the end of a combat phase whether everybody has fought who had to."""
        now = self.now
        for number, battle in now.battles.items():
            if not self.finished(battle):
                yield Objection("13.2|13.3|12.1d", f"battle {number} is not finished")
        struck = {battle.from_[d] for battle in now.battles.values() for d in battle.defenders}
        fighters = {u for battle in now.battles.values() for u in battle.attackers}
        for unit in sorted(now.obliged):
            if unit not in fighters:
                yield Objection("12.1a|12.3b", f"{unit} has not attacked")
            left = now.threats[unit] - struck
            if left:
                yield Objection("12.3a", f"{' '.join(sorted(left))} next to {unit} has not been attacked")
        for unit in sorted(now.tired if now.impulse == 2 else ()):
            left = self._threats(unit) - struck if now.on_map(unit) else set()
            if left:
                yield Objection("16.3a", f"{' '.join(sorted(left))} next to the victor {unit} has not been attacked")
        for hex_, side in {(now.place[u], self.side(u)) for u in now.place if now.on_map(u)}:
            if self.overfull(hex_, side):
                yield Objection("6.1|6.2b|13.7a", f"too many units in {hex_}")

    # Before battle: automatic victories and positions that cannot be fought

    def victory(self, attackers: list[str], defenders: list[str], support: list[tuple[str, str]]) -> Objections:
        """Judge an automatic victory and carry it out (16)."""
        now = self.now
        where = {u: now.place[u] for u in (*attackers, *defenders)}
        if now.phase != "movement":
            yield Objection("16.1a", "automatic victories are won in movement phases")
        if now.side == RUSSIAN and now.turn < 10:
            yield Objection("16.4", "the Russians win none before Nov/Dec 1942")
        found = list(self.sides_of(attackers, defenders, where))
        yield from found
        if any(objection.rule == "12.3c" for objection in found):
            return
        yield from self.air(support, defenders, where)
        full = self.ratio(attackers, defenders, where) + self.shift(support)
        if full < steps("10-1"):
            yield Objection("16.1a", f"the odds are {column(full)}")
        now.lenders += [lender for kind, lender in support if kind == "stuka"]
        now.sturmoviks += sum(kind == "sturmovik" for kind, _ in support)
        for unit in attackers:
            now.mode[unit] = "automatic victory"
            now.fought.add(unit)
            if now.impulse == 1:
                now.tired.add(unit)
        for unit in defenders:
            self.remove(unit, surrendered=True, settle=False)
        self.settle()

    def _threats(self, unit: str) -> set[str]:
        at = self.now.place[unit]
        return {h for h in self.held_by(ENEMY[self.now.side]) if at in self.land.reach[h]}

    def _legal(self, attackers: list[str], targets: frozenset[str]) -> bool:
        defenders = [d for h in targets for d in self.friends_at(h, ENEMY[self.now.side])]
        where = {u: self.now.place[u] for u in (*attackers, *defenders)}
        return self.ratio(attackers, defenders, where) >= steps("1-6")
