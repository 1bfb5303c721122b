"""What is to be explained in a phase of a log, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct

from trc_module.declarations import PLAIN_DIE, Grammar
from trc_module.declarations.policy import Policy, Slot
from trc_module.hexgrid import Hex
from trc_module.reading.battle import Fight, fights_of, is_rolled
from trc_module.reading.consent import Word, word_on
from trc_module.reading.testimony import is_named, stays_out
from trc_module.reading.words import numbered
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId

OF_A_DIE = frozenset({"die", "dice", "hits", "strength", "sheet", "odds", "result", "at", "by"})
"""The fields of a die's line that say what it shows and how it was read, not what it was rolled for."""


def said_by(line: Line) -> tuple[tuple[str, str], ...]:
    """Return the fields by which a line says something, without those that its key prints by itself.

    These are its player, and where its unit stands; of a line without a unit the place is what it says.
    """
    printed = ("at", "by") if line.says.get("u") else ("by",)
    return tuple(sorted((key, value) for key, value in line.says.fields.items() if key not in printed))


class ByHand(Struct, frozen=True):
    """What was done with a counter in a step in which no line tells of it, and the lines that would have told."""

    step: int
    unit: UnitId
    verbs: tuple[str, ...]


class TypedDie(Struct, frozen=True):
    """A die that was rolled elsewhere, as the words of a line in the chat name it."""

    step: int
    pips: int
    words: str


@dataclass(frozen=True)
class Evidence:
    """What is open in a phase (accused units, and the steps of what is held against them), and what may explain it."""

    grammar: Grammar
    policy: Policy
    lines: Sequence[Line]
    visits: Mapping[UnitId, Sequence[int]]
    """The steps in which each counter was put elsewhere."""
    known: Sequence[Fight]
    """The battles that were declared in an earlier phase."""
    boxed: Sequence[UnitId]
    """The units in boxes that may take part in battles: aircraft."""
    units: frozenset[UnitId]
    steps: frozenset[int]
    side: str
    """The side on turn."""
    side_of: Mapping[UnitId, str]
    standing: Sequence[UnitId]
    """The units on the map."""
    place_at: Callable[[UnitId, int], Hex | None]
    """Where a unit stood before a step; None if it was not on the map."""
    near: Callable[[Hex, Hex], bool]
    around: Callable[[Hex], Iterable[Hex]]
    """The hexes next to a hex."""
    last: int
    """The last step of the phase."""
    by_hand: Sequence[ByHand] = ()
    """What was done with counters without a line."""
    later: Sequence[Line] = ()
    """The lines of the phase of battles that follows, where what is declared in this one is fought."""
    typed: Sequence[TypedDie] = ()
    """The dice that chat names and the log does not hold."""
    chat: Sequence[tuple[int, str]] = ()
    """What was typed, with the steps."""
    speakers: Mapping[int, str] = field(default_factory=dict)
    """Who typed it, by the step."""
    phase: str = ""
    """The name of the phase."""
    faces: int = 6
    """The number of faces of a die."""
    names: Mapping[UnitId, Collection[str]] = field(default_factory=dict)
    """The names by which players call units."""
    hexes: frozenset[Hex] = frozenset()
    """The hexes that what is held against somebody names."""
    barred: frozenset[UnitId] = frozenset()
    """The units that no mend may put into a battle, nor give the plain die of one in which they are."""
    rolled_plain: frozenset[int] = frozenset()
    """The steps of the dice that no key rolled, whatever their lines are read as."""

    def place(self, unit: UnitId, fight: Fight) -> Hex | None:
        """Return where a unit stood when a battle was fought; None if it was not on the map.

        One that lines put into it stood where it did when the battle was declared: it may have gone on before the die.
        """
        if unit in fight.units and fight.declared and not self.later:
            found = self.place_at(unit, fight.declared[0])
            if found is not None:
                return found
        steps = fight.rolls or fight.declared or [line.step for line in fight.results]
        return self.place_at(unit, self.last + 1 if self.later or not steps else steps[0])

    def adjacent(self, one: Hex | None, other: Hex | None) -> bool:
        """Tell whether two hexes are next to each other."""
        return one is not None and other is not None and self.near(one, other)

    def attacker(self, fight: Fight) -> str:
        """Return the side that attacks in a battle: the one on turn if no line tells."""
        first = next(iter(fight.attackers), None)
        if first is not None:
            return self.side_of[first]
        foe = next(iter(fight.defenders), None)
        if foe is None or self.side_of[foe] != self.side:
            return self.side
        return next((side for side in dict.fromkeys(self.side_of.values()) if side != self.side), self.side)

    @cached_property
    def fights(self) -> dict[str, Fight]:
        """The battles by their numbers."""
        return fights_of(self.grammar, self.known, self.lines)

    @cached_property
    def concerned(self) -> list[Fight]:
        """The battles with an accused unit or step, or without a die against a hex that is named, the latest first."""
        found = [
            fight
            for fight in self.fights.values()
            if fight.units & self.units
            or (self.hexes and not fight.rolls and any(self.place(u, fight) in self.hexes for u in fight.defenders))
            or self.steps.intersection(fight.steps)
            or any(line.says.get("u") in self.units for line in fight.results)
        ]
        return sorted(found, key=lambda fight: (-max(fight.steps, default=0), fight.number))

    def word_on(self, first: int, last: int) -> Word:
        """Return what chat says of two dice, by their steps, of which the later one was rolled for the same."""
        return word_on(self.chat, self.speakers, first, last)

    def named(self, words: str) -> set[str]:
        """Return the numbers of battles that words name; players who count battles themselves name none of these."""
        return {number for number in numbered("battle", "said").findall(words) if number in self.fights}

    def is_named(self, unit: UnitId, words: str) -> bool:
        """Tell whether words name a unit."""
        return is_named(self.names.get(unit, (unit,)), words)

    def stays_out(self, unit: UnitId) -> bool:
        """Tell whether chat says of a unit that it does not attack."""
        return stays_out(self.names.get(unit, (unit,)), self.chat)

    def concerns(self, line: Line) -> bool:
        """Tell whether a line is one of an accused step, unit or battle."""
        number = line.says.get("b")
        accused = line.step in self.steps or line.says.get("u") in self.units
        return accused or any(fight.number == number for fight in self.concerned)

    def deeds_of(self, unit: UnitId) -> list[int]:
        """Return the steps in which something was done with a unit, by hand or by a key that does more than to say."""
        verbs = self.grammar.verbs
        said = [ln.step for ln in self.lines if ln.says.get("u") == unit and not verbs[ln.says.verb].says_only]
        by_hand = [done.step for done in self.by_hand if done.unit == unit]
        return sorted({*said, *by_hand, *self.visits.get(unit, ())})

    @cached_property
    def dice(self) -> list[int]:
        """The steps of all dice of the phase, plain ones among them."""
        return [line.step for line in self.lines if self.is_die(line)]

    def is_any_die(self, line: Line) -> bool:
        """Tell whether a line is that of a die, or of several, whatever it is rolled for."""
        return bool(line.says.get("die") or line.says.get("dice"))

    def purpose(self, line: Line) -> tuple[tuple[str, str], ...]:
        """Return what the line of a die says of what it was rolled for: all that is not read off the die."""
        told = sorted((key, value) for key, value in line.says.fields.items() if key not in OF_A_DIE)
        return tuple(told)

    def has_die(self, fight: Fight, slot: Slot) -> bool:
        """Tell whether a line has a die of a battle."""
        wanted = {"b": fight.number, **slot.fields}.items()
        return any(line.says.verb == slot.verb and wanted <= line.says.fields.items() for line in self.lines)

    def fight_of(self, line: Line) -> Fight:
        """Return the battle that a line names; one without units if it names none."""
        number = line.says.get("b") or ""
        return self.fights.get(number) or Fight(number)

    def is_said_of(self, line: Line, die: Line) -> bool:
        """Tell whether a line only says what a battle's die has brought, and comes after it."""
        verb, number = self.grammar.verbs[line.says.verb], line.says.get("b")
        of_it = bool(number) and number == die.says.get("b") and line.step > die.step
        return of_it and verb.says_only and not verb.governs and verb.name in self.policy.results

    def is_die(self, line: Line) -> bool:
        """Tell whether a line is that of a battle's die, or of a plain one."""
        return is_rolled(self.grammar, line) or self.grammar.role(line.says.verb) == PLAIN_DIE
