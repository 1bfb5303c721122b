"""Removed a unit by the key of another removal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import FATE, Declaration, Verb
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import done_by_hand
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import paragraph, sentence_from

READ_AS = "what its counter shows: the loss in its battle, if it ended in that box"
PRICE = 1
NOTE = "The line {verb} of step {step} does not fit what became of {unit}; its counter's way is read without it."
WITNESS = "a loss by the key of another removal"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines in question by which units went into boxes, set aside: the table shows where those ended.

    Those of no battle come again as what became of the unit in its battle: as a line it may be of another moment.
    """
    for line in evidence.lines:
        unit, verb = line.says.get("u"), evidence.grammar.verbs[line.says.verb]
        visits = evidence.visits.get(unit or "", ())
        if not unit or verb.governs != FATE or line.step not in visits or not evidence.concerns(line):
            continue
        if max(visits) > line.step or (_is_of_no_battle(line, verb) and _has_fought(evidence, unit)):
            note = sentence_from(NOTE, verb=verb.name, step=line.step, unit=unit)
            change = Change(PRICE, __name__, note, out=(line,), whole=(unit,))
            yield change
            if max(visits) == line.step:
                yield from _in_battle(evidence, line, unit, replace(change, whole=()))
            elif evidence.place_at(unit, max(visits) + 1) is None:
                # It was put by hand into the box into which it belongs.
                yield from _in_battle(evidence, replace(line, step=max(visits)), unit, change)


def _in_battle(evidence: Evidence, line: Line, unit: UnitId, change: Change) -> Iterator[Change]:
    """Yield the key of a removal that is set aside as one of each battle in which its unit fights."""
    verbs = evidence.grammar.verbs.values()
    fates = [verb.name for verb in verbs if verb.governs == FATE and any(field.key == "b" for field in verb.fields)]
    for fight in evidence.fights.values():
        for verb in fates if unit in fight.units else ():
            says = Declaration(verb, {"b": fight.number, "u": unit})
            told = sentence_from(done_by_hand.NOTE, unit=unit, verb=verb, battle=fight.number)
            into, note = (replace(line, says=says),), paragraph((change.note, told))
            yield replace(change, price=PRICE + 1, note=note, into=into)


def _is_of_no_battle(line: Line, verb: Verb) -> bool:
    return not verb.role and not line.says.get("b")


def _has_fought(evidence: Evidence, unit: UnitId) -> bool:
    """Tell whether lines put a unit into a battle, or tell what became of it there."""
    told = (line.says.get("u") for fight in evidence.fights.values() for line in fight.results)
    return unit in told or any(unit in fight.units for fight in evidence.fights.values())
