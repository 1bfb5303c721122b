"""The slow referee: reads a record line by line and says what is wrong with each act."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.independent.referee.arriving import Arrivals
from tests.independent.referee.fighting import Combat
from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import Book, Position, book
from tests.independent.referee.sailing import Ships
from tests.independent.referee.seasons import Weather
from tests.independent.referee.surrendering import Endings
from tests.independent.referee.walking import Walk


class SlowReferee:
    """Judges the acts of one game."""

    def __init__(self, book_: Book | None = None, now: Position | None = None) -> None:
        self.book = book_ or book()
        self.now = now or self._start()

    def fork(self) -> SlowReferee:
        """Return a referee of the same position that goes its own way."""
        return SlowReferee(self.book, self.now.copy())

    def _start(self) -> Position:
        """Return the start of the campaign; the record's header says in which boxes the counters lie."""
        now = Position()
        land = self.book.land
        now.control = {h: land.starts[h] for h in land.held}
        now.rail = {h: land.starts[h] for h in land.track}
        now.place = dict.fromkeys(self.book.units, "out-of-play")
        now.cities_at_start = dict(now.control)
        return now

    def head(self, line: str) -> bool:
        """Take a line of the header; tell whether it was one."""
        word, _, rest = line.partition(":")
        kind = word.split()
        if kind and kind[0] == "box":
            for unit in rest.split():
                self.now.place[unit] = kind[2]
        elif word == "scenario":
            assert rest.strip() == "campaign", "only the campaign"
        elif word == "at":
            assert rest.strip() == "turn 1 axis impulse 1 weather clear", "only from the start"
        elif word != "game":
            return False
        return True

    def act(self, line: str) -> list[Objection]:
        """Judge one line of a record and carry it out."""
        words = line.split()
        verb = words[0].replace("-", "_")
        method: Callable[[list[str]], Objections] = getattr(self, f"_{verb}")
        return list(method(words[1:]))

    # Set-up and weather

    def _setup(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).set_up(words[0], words[1])

    def _weather(self, words: list[str]) -> Objections:
        said = words[1] if len(words) > 1 else ""
        drm = int(words[2]) if len(words) > 2 else None
        yield from Weather(self.book, self.now).roll(int(words[0]), said, drm)

    # Movement

    def _move(self, words: list[str]) -> Objections:
        unit, path = words[0], words[1:]
        walk = Walk(self.book, self.now)
        if self._elsewhere(unit, path[0]):
            yield Objection("5.4", f"{unit} stands in {self.now.place[unit]}")
            return
        legs: list[list[str]] = [[path[0]]]
        jumps: list[bool] = []
        for word in path[1:]:
            if word == ">":
                jumps.append(True)
                continue
            if len(jumps) == len(legs):
                legs.append([word])
            else:
                legs[-1].append(word)
        for i, leg in enumerate(legs):
            if i:
                here = legs[i - 1][-1]
                way = walk.ways(unit, here, leg[0])
                yield from walk.may_walk(unit)
                if way is None:
                    yield Objection("5.4|7.2|8", f"no legal way from {here} to {leg[0]}")
                    way = [here, leg[0]]
                self._walked(walk, unit, way)
            if len(leg) > 1:
                yield from walk.walk(unit, leg)
                self._walked(walk, unit, leg)

    def _walked(self, walk: Walk, unit: str, way: list[str]) -> None:
        so_far = self.now.steps.setdefault(unit, [way[0]])
        so_far += way[1:]
        walk.entered(unit, way[1:])

    def _elsewhere(self, unit: str, hex_: str) -> bool:
        return self.now.place[unit] != hex_

    def _rail(self, words: list[str], *, free: bool = False) -> Objections:
        unit, way = words[0], [word for word in words[1:] if word != ">"]
        rails = Endings(self.book, self.now)
        yield from rails.ride(unit, way, free=free)
        if not free and unit not in self.now.mode:
            side = self.book.units[unit].side
            self.now.railed[side] = self.now.railed.get(side, 0) + 1
        self.now.mode[unit] = "rail-free" if free else "rail"
        Walk(self.book, self.now).entered(unit, way[1:])

    def _rail_free(self, words: list[str]) -> Objections:
        yield from self._rail(words, free=True)

    def _sea(self, words: list[str]) -> Objections:
        die = int(words[5]) if len(words) > 5 else None
        yield from Ships(self.book, self.now).sail(words[0], words[1], words[2], words[3], die)

    def _drop(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).drop(words[0], words[1])

    # Arrivals

    def _enter(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).enter(words[0], words[1])

    def _replace(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).replace(words[0], words[1])

    def _withdraw(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).withdraw(words[0], words[2] if len(words) > 2 else "")

    def _exit(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).exit(words[0], words[1] if len(words) > 1 else "")

    def _delay(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).delay(words[0])

    def _archangel(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).roll_archangel(int(words[0]))

    def _motorize(self, words: list[str]) -> Objections:
        yield from Arrivals(self.book, self.now).motorize(words[0], words[1])

    # Battles

    def _attack(self, words: list[str]) -> Objections:
        number = int(words[0].rstrip(":"))
        attackers, defenders, support, odds = _battle(words[1:])
        yield from Combat(self.book, self.now).attack(number, attackers, defenders, support, odds)

    def _av(self, words: list[str]) -> Objections:
        attackers, defenders, support, _ = _battle(words[1:])
        yield from Combat(self.book, self.now).victory(attackers, defenders, support)

    def _roll(self, words: list[str]) -> Objections:
        said = words[2:]
        odds = next((word for word in said if "-" in word), "")
        result = next((word for word in said if "-" not in word), "")
        yield from Combat(self.book, self.now).roll(int(words[0].rstrip(":")), int(words[1]), odds, result)

    def _lose(self, words: list[str]) -> Objections:
        yield from Combat(self.book, self.now).lose(int(words[0].rstrip(":")), words[1])

    def _retreat(self, words: list[str]) -> Objections:
        yield from Combat(self.book, self.now).retreat(int(words[0].rstrip(":")), words[1], words[2:])

    def _fly(self, words: list[str]) -> Objections:
        yield from ()

    # Losses without battle, rails, the end

    def _surrender(self, words: list[str]) -> Objections:
        yield from Endings(self.book, self.now).surrender(words[0], words[2])

    def _eliminate(self, words: list[str]) -> Objections:
        yield from Endings(self.book, self.now).eliminate(words[0], words[2])

    def _convert(self, words: list[str]) -> Objections:
        yield from Endings(self.book, self.now).convert(words)

    def _win(self, words: list[str]) -> Objections:
        yield from Endings(self.book, self.now).claim(words[0], words[2])

    def _end(self, words: list[str]) -> Objections:
        yield from Endings(self.book, self.now).end_phase()


def _battle(words: list[str]) -> tuple[list[str], list[str], list[tuple[str, str]], str]:
    """Split the words of an attack: attackers, defenders, aircraft with their lenders, announced odds."""
    middle = words.index("x")
    attackers, rest = words[:middle], words[middle + 1 :]
    defenders: list[str] = []
    support: list[tuple[str, str]] = []
    odds = ""
    todo = iter(rest)
    for word in todo:
        if word == "air":
            support.append((next(todo), next(todo)))
        elif word == "at":
            odds = next(todo)
        else:
            defenders.append(word)
    return attackers, defenders, support, odds


def judge(lines: Iterable[str], referee: SlowReferee | None = None) -> list[tuple[str, Objection]]:
    """Return what is wrong with the acts of a record, each with its line."""
    referee = referee or SlowReferee()
    found = []
    for line in lines:
        if line.strip() and not referee.head(line):
            found += [(line, objection) for objection in referee.act(line)]
    return found
