"""Rolled the plain die for something that no key has said."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.said_nothing import fields_of
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "that key and its die, where both together break nothing; undecided, as its player alone knows"
PRICE = 3
NOTE = "The plain die of step {step} is read as {verb} in battle {battle}, and {line} as said before it."
WITNESS = "an interception that no key says, rolled plain"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die as one of the battles in question, for which a unit came in that no line names."""
    comes_in = [silent for silent in evidence.policy.silent if {"b", "u", "x"} <= set(silent.keys)]
    plain = [line for line in evidence.lines if evidence.grammar.role(line.says.verb) == PLAIN_DIE]
    for fight in evidence.concerned if comes_in else ():
        for die in plain:
            for slot in evidence.policy.slots:
                # A die by whose line one of both sides fires is that of the battle itself.
                if slot.fields or evidence.has_die(fight, slot):
                    continue
                for silent in comes_in:
                    for fields in fields_of(evidence, fight, silent):
                        said = Line(die.step, Declaration(silent.verb, fields))
                        rolled = {"b": fight.number, "die": die.says["die"]}
                        line = " ".join((silent.verb, *(f"{key}={value}" for key, value in fields.items())))
                        note = sentence_from(NOTE, step=die.step, verb=slot.verb, battle=fight.number, line=line)
                        into = said, Line(die.step, Declaration(slot.verb, rolled), die.by)
                        yield Change(PRICE, __name__, note, (die,), into, chosen=True)
