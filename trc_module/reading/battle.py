"""A battle as the lines of a log tell of it, gathered by the roles of their verbs."""

from __future__ import annotations

from collections.abc import Iterable, KeysView, Sequence
from dataclasses import dataclass, field

from trc_module.declarations import ATTACK, DEFEND, LEAVE, ROLL, Grammar
from trc_module.digits import is_number
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId

DECLARING = (ATTACK, DEFEND, LEAVE)
"""The roles of the lines that declare a battle."""


@dataclass(slots=True)
class Fight:
    """A battle as its lines tell of it."""

    number: str
    attackers: dict[UnitId, None] = field(default_factory=dict)
    defenders: dict[UnitId, None] = field(default_factory=dict)
    declared: list[int] = field(default_factory=list)
    """The steps of the lines that declare it."""
    rolls: list[int] = field(default_factory=list)
    """The steps of its dice."""
    results: list[Line] = field(default_factory=list)
    """Its other lines."""
    known: bool = False
    """Whether it was declared in an earlier phase."""

    @property
    def units(self) -> KeysView[UnitId]:
        """All units in it, in the order in which lines name them: what is told of them has the same order each time."""
        return {**self.attackers, **self.defenders}.keys()

    @property
    def at(self) -> int:
        """The step at which it is fought."""
        steps = self.rolls[:1] or self.declared[-1:] or [line.step for line in self.results]
        return steps[0] if steps else 0

    @property
    def steps(self) -> list[int]:
        """The steps of all of its lines, in order."""
        return sorted([*self.declared, *self.rolls, *(line.step for line in self.results)])

    def declare(self, role: str, unit: UnitId, step: int) -> None:
        """Take a line that puts a unit on one side of it, or out of it."""
        self.attackers.pop(unit, None)
        self.defenders.pop(unit, None)
        self.declared.append(step)
        if role != LEAVE:
            (self.attackers if role == ATTACK else self.defenders)[unit] = None


def is_rolled(grammar: Grammar, line: Line) -> bool:
    """Tell whether a line is that of a battle's die."""
    says = line.says
    return bool(says.get("b")) and (grammar.role(says.verb) == ROLL or any(says.get(key) for key in ("die", "dice")))


def fights_of(grammar: Grammar, known: Iterable[Fight], lines: Sequence[Line]) -> dict[str, Fight]:
    """Return the battles of which lines tell, and those that were declared before them, by their numbers."""
    found = {
        fight.number: Fight(fight.number, dict(fight.attackers), dict(fight.defenders), known=True) for fight in known
    }
    for line in lines:
        number, unit, role = line.says.get("b"), line.says.get("u"), grammar.role(line.says.verb)
        if not number or not is_number(number):
            continue
        fight = found.setdefault(number, Fight(number))
        if role in DECLARING and unit:
            fight.declare(role, unit, line.step)
        elif is_rolled(grammar, line):
            fight.rolls.append(line.step)
        else:
            fight.results.append(line)
    return found
