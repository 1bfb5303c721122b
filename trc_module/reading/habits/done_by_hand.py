"""Dragged a counter into a box, turned it or changed its status without the key that says why."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import Declaration
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "what that key says, in the battle that the unit fought"
PRICE = 2
NOTE = "No line says that {unit} suffered {verb} in battle {battle}; it is read so."
ALONE = "No line says {verb} of {unit}; its counter shows it, and it is read so."
WITNESS = "a step lost by turning the counter"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines that would have told of what was done with counters, the unit's own battles first."""
    for done in evidence.by_hand:
        if done.unit not in evidence.units and done.step not in evidence.steps and not _concerned(evidence, done.unit):
            continue
        fights = sorted(evidence.fights.values(), key=lambda fight: (done.unit not in fight.units, fight.number))
        for verb in done.verbs:
            if not any(field.key == "b" for field in evidence.grammar.verbs[verb].fields):
                note = sentence_from(ALONE, unit=done.unit, verb=verb)
                yield Change(PRICE, __name__, note, into=(Line(done.step, Declaration(verb, {"u": done.unit})),))
                continue
            for fight in fights:
                note = sentence_from(NOTE, unit=done.unit, verb=verb, battle=fight.number)
                says = Declaration(verb, {"b": fight.number, "u": done.unit})
                yield Change(PRICE, __name__, note, into=(Line(done.step, says),))


def _concerned(evidence: Evidence, unit: str) -> bool:
    return any(unit in fight.units for fight in evidence.concerned)
