"""Rolled the plain die for a battle's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "the die that the battle lacks"
PRICE = 1
NOTE = "The plain die of step {step} is read as {verb}{side} in battle {battle}."
WITNESS = "all dice rolled plain"
_NEAREST = 2
"""The number of dice and battles that cost no more than the price."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die as one of the battles in question, the nearest first."""
    for line in evidence.lines:
        if evidence.grammar.role(line.says.verb) != PLAIN_DIE:
            continue
        fights = list(evidence.fights.values()) if line.step in evidence.steps else evidence.concerned
        near = sorted(fights, key=lambda fight: min((abs(line.step - s) for s in fight.steps), default=line.step))
        for far, (fight, slot) in enumerate(product(near, evidence.policy.slots)):
            says = Declaration(slot.verb, {"b": fight.number, **slot.fields, "die": line.says["die"]})
            side = "".join(f" ({word})" for word in slot.fields.values())
            note = sentence_from(NOTE, step=line.step, verb=slot.verb, side=side, battle=fight.number)
            price = PRICE + (far >= _NEAREST) + (fight not in evidence.concerned)
            yield Change(price, __name__, note, (line,), (Line(line.step, says, line.by),))
