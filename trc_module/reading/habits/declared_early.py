"""Declared a battle before something else was done that made it legal."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.sentence import sentence_from

READ_AS = "declared just before the next that is said of it; before the next die, if nothing is"
PRICE = 1
NOTE = "Battle {battle} is read as if it was declared in step {step}."
WITNESS = "an attack declared before who fell back had gone"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the battles whose declaration is in question as declared just before the next that is said of them."""
    for fight in evidence.concerned:
        declared = sorted(set(fight.declared))
        later = fight.steps if declared and fight.steps[-1] > declared[-1] else evidence.dice
        step = min((step for step in later if declared and step > declared[-1]), default=0)
        if step and evidence.steps.intersection(declared):
            note = sentence_from(NOTE, battle=fight.number, step=step)
            moments = tuple((one, step - 1 + (at + 1) / (len(declared) + 1)) for at, one in enumerate(declared))
            yield Change(PRICE, __name__, note, moved=moments)
