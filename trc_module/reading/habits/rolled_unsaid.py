"""Rolled the plain die for something that no key has said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from trc_module.declarations import ATTACK, PLAIN_DIE, Declaration
from trc_module.declarations.policy import Silent, Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.unsaid import fields_of
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import sentence_from

READ_AS = "that key and its die, where both together break nothing; undecided, as its player alone knows"
PRICE = 3
NOTE = "The plain die of step {step} is read as {verb} in battle {battle}, and {line} as said before it."
FLOWN = "The die of step {step} is read as rolled after {lines}, of which no line tells."
WITNESS = "an interception that no key says, rolled plain"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die as one of the battles in question, for which a unit came in that no line names.

    Then what may have been said before a die in question that stands in no battle, and was rolled with its own key.
    """
    yield from _said_of_none(evidence)
    comes_in = [silent for silent in evidence.policy.silent if {"b", "u", "x"} <= set(silent.keys)]
    plain = [line for line in evidence.lines if evidence.grammar.role(line.says.verb) == PLAIN_DIE]
    for fight in evidence.concerned if comes_in else ():
        for die in plain:
            for slot in evidence.policy.slots:
                # A die by whose line one of both sides fires is that of the battle itself.
                if slot.fields or _has_more_dice(evidence, fight, slot, comes_in):
                    continue
                for silent in comes_in:
                    for fields in fields_of(evidence, fight, silent):
                        said = Line(die.step, Declaration(silent.verb, fields))
                        rolled = {"b": fight.number, "die": die.says["die"]}
                        line = " ".join((silent.verb, *(f"{key}={value}" for key, value in fields.items())))
                        note = sentence_from(NOTE, step=die.step, verb=slot.verb, battle=fight.number, line=line)
                        into = said, Line(die.step, Declaration(slot.verb, rolled), die.by)
                        yield Change(PRICE, __name__, note, (die,), into, chosen=True)


def _has_more_dice(evidence: Evidence, fight: Fight, slot: Slot, comes_in: Sequence[Silent]) -> bool:
    """Tell whether lines have more dice of a kind for a battle than units that came in: the next one has a die then."""
    verbs = [line.says.verb for line in evidence.lines if line.says.get("b") == fight.number]
    return verbs.count(slot.verb) > sum(verbs.count(silent.verb) for silent in comes_in)


def _said_of_none(evidence: Evidence) -> Iterator[Change]:
    """Yield what a die in question asks for, where no line says who came in, nor how the other one came to fly."""
    asked = evidence.policy.plain.asked
    for die in [line for line in evidence.lines if line.step in evidence.steps]:
        for verb in [verb for verb, rolled in asked.items() if rolled == die.says.verb]:
            for air, foe in _pairs(evidence):
                came_in = Line(die.step, Declaration(verb, {"b": die.says["b"], "u": foe, "x": air}))
                for flown in _flown(evidence, die, air):
                    yield _said_before(die, (*flown, came_in))


def _flown(evidence: Evidence, die: Line, air: UnitId) -> Iterator[tuple[Line, ...]]:
    """Yield the lines by which an aircraft that somebody met may have flown: no more, into a battle, or with supplies.

    Only a battle of which lines tell can be joined; the number of another one is that of a flight.
    """
    fight = evidence.fight_of(die)
    if fight.units:
        if air not in fight.units:
            attacks = Declaration(min(evidence.grammar.verbs_of(ATTACK)), {"b": fight.number, "u": air})
            yield (Line((fight.declared or fight.steps)[0], attacks),)
        return
    for flight in [silent.verb for silent in evidence.policy.silent if "x" in silent.keys and "b" not in silent.keys]:
        if any(line.says.verb == flight and line.says.get("x") == air for line in evidence.lines):
            yield ()
            return
        side = evidence.side_of[air]
        yield from (
            (Line(die.step, Declaration(flight, {"u": unit, "x": air})),)
            for unit in evidence.standing
            if evidence.side_of[unit] == side
        )


def _pairs(evidence: Evidence) -> Iterator[tuple[UnitId, UnitId]]:
    """Yield the aircraft of the side on turn, each with each of the other one."""
    own = [unit for unit in evidence.boxed if evidence.side_of[unit] == evidence.side]
    return product(own, [unit for unit in evidence.boxed if unit not in own])


def _said_before(die: Line, lines: Sequence[Line]) -> Change:
    words = " and ".join(" ".join((line.says.verb, *line.says.fields.values())) for line in lines)
    return Change(PRICE, __name__, sentence_from(FLOWN, step=die.step, lines=words), into=tuple(lines), chosen=True)
