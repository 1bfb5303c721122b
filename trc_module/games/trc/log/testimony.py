"""Testimony of players on their battles: lines gathered into battles, however late, doubled or corrected they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from trc_module.games.trc.acts.battles import GATHERING
from trc_module.rules.actions import AirSupport
from trc_module.rules.interpretation import Die, Line
from trc_module.rules.state import UnitId

OF_BATTLES = GATHERING | {"ROLL", "LOSS", "RETREAT"}
"""The lines that speak of a battle by its number."""


class Gathering(Struct):
    """A battle while its counters are gathered."""

    number: int
    attackers: dict[UnitId, None] = field(default_factory=dict)
    defenders: dict[UnitId, None] = field(default_factory=dict)
    air: dict[UnitId, AirSupport] = field(default_factory=dict)
    guns: dict[UnitId, None] = field(default_factory=dict)
    barrage: bool = False
    odds: str = ""
    steps: list[int] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Tell whether somebody attacks somebody."""
        return bool(self.attackers and self.defenders)

    def forget(self, unit: UnitId) -> None:
        """Take a unit out of it."""
        for group in (self.attackers, self.defenders, self.air, self.guns):
            group.pop(unit, None)

    def take(self, line: Line) -> None:
        """Take what a line says of it."""
        says, unit = line.says, line.says.get("u") or ""
        self.steps.append(line.step)
        match says.verb:
            case "ATT":
                self.attackers[unit] = None
            case "DEF":
                self.defenders[unit] = None
            case "AIR":
                self.air[unit] = AirSupport(says["kind"], says["hq"])
            case "GUNS":
                self.guns[unit] = None
            case "BARRAGE":
                self.barrage = True
            case "LOWER":
                self.odds = says["odds"]


class BattleTestimony(Gathering):
    """A battle as the lines tell it."""

    rolls: list[Line] = field(default_factory=list)
    won: Line | None = None
    """The line that claims an automatic victory."""

    @property
    def settled(self) -> bool:
        """Tell whether a line has decided it."""
        return bool(self.rolls) or self.won is not None

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Return all units in it, attackers first."""
        return (*self.attackers, *self.defenders)

    def join(self, later: BattleTestimony) -> None:
        """Take over what was said of it after it was decided."""
        self.attackers |= later.attackers
        self.defenders |= later.defenders
        self.air |= later.air
        self.guns |= later.guns
        self.barrage |= later.barrage
        self.odds = self.odds or later.odds
        self.steps += later.steps
        self.rolls += later.rolls
        self.won = self.won or later.won


class Testimony(Struct):
    """The lines of a combat phase: the battles that they tell of, and the dice that they leave without one."""

    claims: list[BattleTestimony]
    fates: dict[UnitId, Line]
    """The last line about the fate of each unit in a battle."""
    dice: list[Die]
    """The dice that may be of any battle, in their order."""

    @property
    def every_die(self) -> tuple[Die, ...]:
        """Return these and the dice that lines assign to battles."""
        rolls = (line for claim in self.claims for line in claim.rolls)
        return (*self.dice, *(Die(line.step, line.says.number("die"), line.says.verb) for line in rolls))


def testimony(lines: Iterable[Line], dice: Iterable[Die]) -> Testimony:
    """Gather the lines of a combat phase; `dice` are those that no line assigns to a battle."""
    hearing = _Hearing()
    for line in lines:
        hearing.hear(line)
    claims, stray = hearing.claims()
    orphans = [Die(line.step, line.says.number("die"), line.says.verb) for line in stray]
    return Testimony(claims, hearing.fates, sorted([*dice, *orphans], key=lambda die: die.step))


class _Hearing:
    """The lines so far, gathered into battles by their numbers."""

    def __init__(self) -> None:
        self._found: dict[int, list[BattleTestimony]] = {}
        self.fates: dict[UnitId, Line] = {}

    def hear(self, line: Line) -> None:
        says = line.says
        if says.verb not in OF_BATTLES | {"AV"} or not says.get("b"):
            return
        number = says.number("b")
        if says.verb in ("LOSS", "RETREAT"):
            self.fates[says["u"]] = line
        elif says.verb == "ROLL":
            self._now(number).rolls.append(line)
        elif says.verb == "AV":
            self._now(number).won = line
        else:
            self._gather(self._now(number), line)

    def _now(self, number: int) -> BattleTestimony:
        return self._found.setdefault(number, [BattleTestimony(number)])[-1]

    def _gather(self, claim: BattleTestimony, line: Line) -> None:
        unit = line.says.get("u") or ""
        if claim.settled and claim.complete and line.says.verb in ("ATT", "DEF") and unit not in claim.units:
            # Somebody comes late, or the number is used again: which, is seen when all is said.
            claim = BattleTestimony(claim.number)
            self._found[claim.number].append(claim)
        for others in self._found.values():
            for other in others:
                # A counter is in one battle at a time: to join another is to leave one that was not fought.
                leaves = other is not claim or line.says.verb in ("ATT", "DEF", "OUT")
                if unit and not other.settled and leaves:
                    other.forget(unit)
        claim.take(line)

    def claims(self) -> tuple[list[BattleTestimony], list[Line]]:
        """Return the battles in the order in which they were begun, and the dice whose number names none of them."""
        found: list[BattleTestimony] = []
        stray: list[Line] = []
        used = set(self._found)
        for claims in self._found.values():
            for claim in self._whole(claims):
                if not claim.units:
                    stray += claim.rolls
                    continue
                if any(other.number == claim.number for other in found):
                    claim.number = max(used) + 1
                    used.add(claim.number)
                found.append(claim)
        found.sort(key=lambda claim: min(claim.steps))
        return found, stray

    @staticmethod
    def _whole(claims: list[BattleTestimony]) -> Iterator[BattleTestimony]:
        """Yield the battles of one number; what was said after the die and makes no battle by itself was late."""
        held = claims[0]
        for later in claims[1:]:
            if later.complete and later.settled:
                yield held
                held = later
            else:
                held.join(later)
        yield held
