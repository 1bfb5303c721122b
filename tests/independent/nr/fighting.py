"""Combat (10): targets, counterblows, odds, results, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from tests.independent.nr.board import AXIS, ENEMY, SOVIET
from tests.independent.nr.objection import Objection, Objections
from tests.independent.nr.position import CHARTS, LAND, Battle, Position

FROZEN = ("snow", "long-winter")
ANSWER, BLOW, VOLUNTARY = "answer", "blow", "voluntary"
RETREATS = ("DR", "DS", "DD")


class Combat:
    """The combat phase of a position."""

    def __init__(self, now: Position) -> None:
        self.now = now

    # ---------------------------------------------------------- before the die

    def target(self, unit: str) -> Objections:
        now, at = self.now, self.now.place[unit]
        if now.phase != "combat" or now.side_of(unit) == now.side or at not in LAND.terrain:
            yield Objection("10.1.1", f"{unit} is no target")
        elif at not in now.targets and len(now.targets) >= CHARTS.count(f"{now.side}-targets", now.turn):
            yield Objection("10.1.1", "too many targets")
        now.targets.add(at)

    def counterblow(self, unit: str) -> Objections:
        now, side = self.now, self.now.side_of(unit)
        mine = [b for b in now.battles.values() if unit in b.attackers and not b.answered]
        owed = [b for b in mine if self.result(b) == "CB" or not b.known]
        if now.phase != "combat":
            yield Objection("10.1.2", "no combat phase")
        elif side == now.side and not owed:
            yield Objection("10.1.2", f"no CB of {unit}")
        elif side != now.side and now.paid.get((side, "counterblow"), 0) < 1:
            yield Objection("10.1.2", "a card is due")
        now.blows.add((side, now.place[unit]))
        if side == now.side and owed:
            owed[0].answered = True
        elif side != now.side:
            now.paid[side, "counterblow"] = max(now.paid.get((side, "counterblow"), 0) - 1, 0)

    def attack(self, number: int, attackers: list[str], defenders: list[str]) -> Objections:
        now = self.now
        side, at = now.side_of(attackers[0]), now.place[defenders[0]]
        stood = {unit: now.place[unit] for unit in (*attackers, *defenders)}
        kind = self._kind(attackers, at)
        if now.phase != "combat" or at not in LAND.terrain:
            yield Objection("10.1.3", "no battle here and now")
        elif set(defenders) != set(now.stack(ENEMY[side], at)):
            yield Objection("10.1.3", f"not all units in {at}")
        for unit in attackers:
            if now.place[unit] not in LAND.near.get(at, ()):
                yield Objection("10.1.3", f"{unit} is not beside {at}")
            if kind != ANSWER and unit in self._fought():
                yield Objection("10.1.3", f"{unit} attacks again")
            if kind == VOLUNTARY and now.face(unit).type in ("fort", "cadre"):
                yield Objection("14.1b|15.3a", f"{unit} attacks of its own will")
        if kind == VOLUNTARY and at not in now.targets:
            yield Objection("10.1.1", f"{at} is no target")
        for battle in now.battles.values():
            # A battle left of the table needs no die.
            battle.result = self.result(battle)
        if kind == ANSWER:
            asked = self._asked(attackers)
            if asked is None or not set(defenders) & set(asked.attackers):
                yield Objection("10.7", "nothing to answer")
            if asked is not None:
                asked.answered = True
        now.battles[number] = Battle(attackers, defenders, stood, kind)

    def _fought(self) -> set[str]:
        battles = self.now.battles.values()
        return {u for b in battles for u in b.attackers if self.now.side_of(b.attackers[0]) == self.now.side}

    def _kind(self, attackers: list[str], at: str) -> str:
        now, side = self.now, self.now.side_of(attackers[0])
        if side != now.side:
            return ANSWER
        struck = (ENEMY[side], at) in now.blows
        attacked = any(
            now.side_of(b.attackers[0]) != side and set(attackers) <= set(b.defenders) for b in now.battles.values()
        )
        if attacked and (self._fought() & set(attackers) or not (struck or at in now.targets)):
            return ANSWER
        return BLOW if struck else VOLUNTARY

    def _asked(self, units: list[str]) -> Battle | None:
        """Return the latest battle with CA against units that they have not answered."""
        for battle in reversed(self.now.battles.values()):
            against = set(units) <= set(battle.defenders) and not battle.answered
            if against and (self.result(battle) == "CA" or not battle.known):
                return battle
        return None

    def commit(self, number: int, count: int) -> Objections:
        now, battle = self.now, self.now.battles[number]
        side = now.side_of(battle.attackers[0])
        given = now.printed("blitz" if side == AXIS else "shock")
        if battle.result or now.support.get(side, 0) + count > (given if isinstance(given, int) else 0):
            yield Objection("13.3", "no marker is left")
        now.support[side] = now.support.get(side, 0) + count
        battle.support += count

    # -------------------------------------------------------------------- odds

    def columns(self, battle: Battle) -> set[str] | None:
        """Return the columns that are possible, '' for one left of the table; None if that is not known."""
        now, at = self.now, battle.stood[battle.defenders[0]]
        units = (*battle.attackers, *battle.defenders)
        if now.disorganized & set(units) or any(now.face(unit).combat is None for unit in units):
            return None
        attack = sum(now.face(unit).combat or 0 for unit in battle.attackers)
        defence = max(sum(now.face(unit).combat or 0 for unit in battle.defenders), 1)
        index = self._base(attack, defence) + sum(self._shifts(battle, at))
        maybe = list(self._maybe(battle, at))
        return {self._name(index + sum(some)) for size in range(len(maybe) + 1) for some in combinations(maybe, size)}

    def _base(self, attack: int, defence: int) -> int:
        reached = [i for i, column in enumerate(CHARTS.columns) if attack * int(column[2]) >= defence * int(column[0])]
        # 1-4 lies one column left of 1-3, and so on; a fraction counts for the defender.
        return reached[-1] if reached else 3 - -(-defence // attack)

    def _name(self, index: int) -> str:
        return "" if index < 0 else CHARTS.columns[min(index, len(CHARTS.columns) - 1)]

    def _shifts(self, battle: Battle, at: str) -> Iterator[int]:
        now = self.now
        side = now.side_of(battle.attackers[0])
        yield battle.support * (CHARTS.values["first-winter-shock"] if side == SOVIET and now.turn == 4 else 1)
        if battle.kind == VOLUNTARY:
            yield CHARTS.ground[LAND.terrain[at]]["shift"]
            yield -(at in LAND.objectives)
            over = all(frozenset((battle.stood[unit], at)) in LAND.sides["river"] for unit in battle.attackers)
            yield -(over and now.weather not in FROZEN)
        yield self._armor(battle, at)
        yield 2 * any(unit in now.cut for unit in battle.defenders)
        if side == AXIS and now.weather in FROZEN and LAND.country[at] == "USSR":
            yield -2 if now.turn == 5 else -1

    def _armor(self, battle: Battle, at: str) -> bool:
        now = self.now
        strong = any(now.face(unit).type == "armor" and unit not in now.cut for unit in battle.attackers)
        hard = any(now.face(unit).type in ("armor", "mechanized") for unit in battle.defenders)
        fair = now.weather not in ("mud", "long-winter")
        open_ = "armor-bonus" in CHARTS.ground[LAND.terrain[at]].get("tags", ()) and at not in LAND.objectives
        return strong and fair and open_ and not hard

    def _maybe(self, battle: Battle, at: str) -> Iterator[int]:
        now = self.now
        if self._armor(battle, at) and any(now.face(unit).type == "fort" for unit in battle.defenders):
            yield -1
        if any(unit in now.cut for unit in battle.attackers):
            yield -2
        if battle.kind == ANSWER and any(unit in now.cut for unit in battle.defenders):
            yield -2

    def result(self, battle: Battle) -> str:
        """Return the result of a battle; one left of the table is CA without a die."""
        if battle.result:
            return battle.result
        return "CA" if self.columns(battle) == {""} else ""

    def roll(self, number: int, die: int, odds: str, result: str) -> Objections:
        now, battle = self.now, self.now.battles[number]
        possible = self.columns(battle)
        side = now.side_of(battle.attackers[0])
        sheet = CHARTS.results[SOVIET if now.weather in FROZEN else side]
        if possible is None:
            battle.result, battle.known = result, False
            return
        if odds and odds not in possible:
            yield Objection("10.6|13.1c|13.1f|13.1g|13.5-5b|14.3a|14.4b", f"{sorted(possible)}, not {odds}")
        read = {odds} if odds in possible and odds else possible
        results = {sheet[column][die - 1] if column else "CA" for column in read}
        if result and result not in results:
            yield Objection("10.7", f"{sorted(results)}, not {result}")
        battle.known = len(results) == 1
        battle.result = result if result in results else min(results)

    # ----------------------------------------------------------------- results

    def _stands(self, battle: Battle, unit: str) -> bool:
        regional = self.now.unit(unit).faces[0].type == "regional"
        return self.now.face(unit).type == "fort" or (unit in battle.paid and regional)

    def _as_against_forts(self, battle: Battle) -> str:
        result = self.result(battle)
        if result in ("DR", "DS") and all(self._stands(battle, unit) for unit in battle.defenders):
            return "NE" if result == "DR" else "EX"
        return result

    def _owing(self, battle: Battle) -> tuple[list[str], list[str], list[str]]:
        """Return those who owe a step, a retreat, and a place in the box of shattered units."""
        result = self._as_against_forts(battle)
        there = [u for u in battle.defenders if u not in battle.lost and self.now.place[u] != "shattered"]
        steps: list[str] = []
        if result == "EX":
            for units in (battle.attackers, battle.defenders):
                if not set(units) & (battle.paid | battle.lost):
                    steps += [u for u in units if u in battle.attackers or u in there]
        elif result == "DD":
            steps = [u for u in there if u not in battle.paid]
        backwards = [u for u in there if result in RETREATS and u not in battle.gone and not self._stands(battle, u)]
        return steps, backwards, there if result == "DS" else []

    def reduce(self, number: int, unit: str) -> Objections:
        now, battle = self.now, self.now.battles[number]
        if battle.known and unit not in self._owing(battle)[0]:
            yield Objection("10.7", f"{unit} owes no step")
        elif battle.known and now.steps_left(unit) <= 1:
            yield Objection("10.7|13.5-17|14.2a", f"{unit} has one step")
        if now.side_of(unit) == AXIS:
            now.turned.add(unit)
        else:
            now.turned.discard(unit)
        battle.paid.add(unit)

    def lose(self, number: int, unit: str) -> Objections:
        battle = self.now.battles[number]
        if battle.known:
            steps, backwards, _ = self._owing(battle)
            last = self.now.steps_left(unit) <= 1
            if unit in backwards and not (unit in steps and last):
                if self._ways_back(unit):
                    yield Objection("10.7", f"{unit} can retreat")
            elif unit not in steps:
                yield Objection("10.7", f"{unit} owes nothing")
            elif not last:
                yield Objection("10.7|14.1a", f"{unit} has two steps")
        self._removed(unit, "destroyed")
        battle.lost.add(unit)

    def shatter(self, number: int, unit: str) -> Objections:
        battle = self.now.battles[number]
        if battle.known and unit not in self._owing(battle)[2]:
            yield Objection("10.7b", f"{unit} is not shattered")
        self._removed(unit, "shattered")

    def _removed(self, unit: str, box: str) -> None:
        self.now.place[unit] = box
        self.now.cut.discard(unit)
        self.now.disorganized.discard(unit)

    def _length(self, unit: str) -> int:
        return 4 if unit in self.now.cut else 2

    def _ways_back(self, unit: str) -> set[str]:
        """Return hexes in which a unit may end its retreat by any reading."""
        now, side = self.now, self.now.side_of(unit)
        shut = now.held(side) | now.held(ENEMY[side]) | now.zone(ENEMY[side], sure=False)
        start, length = now.place[unit], self._length(unit)
        wave, closer = {start}, {start}
        for step in range(length):
            if step:
                closer |= wave
            wave = {b for a in wave for b in LAND.near[a]} - shut
        # What lies nearer on the plain map, lakes or not, is no retreat of full length.
        disc = {start}
        for _ in range(length - 1):
            disc |= {b for a in disc for b in LAND.over[a] | LAND.near[a]}
        return wave - disc - LAND.areas

    def retreat(self, number: int, unit: str, way: list[str]) -> Objections:
        now, battle = self.now, self.now.battles[number]
        side = now.side_of(unit)
        if battle.known:
            if unit not in self._owing(battle)[1]:
                yield Objection("10.7c|14.1c", f"{unit} does not retreat")
            elif len(way) - 1 != self._length(unit) or way[0] == way[-1]:
                yield Objection("10.7c", f"{unit} retreats {self._length(unit)} hexes")
            else:
                shut = now.held(ENEMY[side]) | (now.zone(ENEMY[side], sure=True) - now.held(side))
                for a, b in pairwise(way):
                    if b not in LAND.near[a] or b in shut:
                        yield Objection("10.7c", f"{unit} cannot go to {b}")
        battle.gone.add(unit)
        now.place[unit] = way[-1]

    def advance(self, number: int, unit: str, way: list[str]) -> Objections:
        now, battle = self.now, self.now.battles[number]
        side, at = now.side_of(unit), battle.stood[battle.defenders[0]]
        enemies = now.held(ENEMY[side])
        if unit not in battle.attackers or at in enemies or way[1] != at or unit in battle.advanced:
            yield Objection("10.8", f"{unit} does not advance to {way[1]}")
        elif unit == "fin" or now.face(unit).type == "fort":
            yield Objection("10.8|14.1d", f"{unit} stays")
        else:
            for i, (a, b) in enumerate(pairwise(way)):
                rough = "stops-advance" in CHARTS.ground[LAND.terrain[a]].get("tags", ()) or a in LAND.objectives
                if b not in LAND.near[a] or b in enemies or (i and rough):
                    yield Objection("10.8|10.8.1", f"{unit} cannot go on to {b}")
            if len(way) - 1 > self._far(unit):
                yield Objection("10.8.1|10.8.2|13.1d|13.1h|6f", f"{unit} advances {len(way) - 1} hexes")
        battle.advanced.add(unit)
        now.place[unit] = way[-1]

    def _far(self, unit: str) -> int:
        weather = self.now.weather
        if unit in self.now.cut or weather in ("mud", "long-winter"):
            return 1
        return 3 if weather == "clear" and self.now.face(unit).type == "armor" else 2

    # --------------------------------------------------------------------- end

    def over(self) -> Objections:
        now = self.now
        for number, battle in now.battles.items():
            if not self.result(battle) and battle.known:
                yield Objection("10.7d", f"battle {number} was not rolled")
            elif battle.known and any(self._owing(battle)):
                yield Objection("10.7d", f"battle {number} was not carried out")
        sites = {b.stood[b.defenders[0]] for b in now.battles.values() if now.side_of(b.attackers[0]) == now.side}
        for side, at in now.blows:
            if side != now.side and at in now.held(side) - sites:
                near = {unit for name in LAND.near[at] for unit in now.stack(now.side, name)}
                attacked = {unit for battle in now.battles.values() for unit in battle.attackers}
                if near - attacked:
                    yield Objection("10.1.4", f"{at} was not attacked")
