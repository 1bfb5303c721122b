"""Removed a unit by the key of another removal."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import FATE, Verb
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import sentence_from

READ_AS = "what its counter shows: the loss in its battle, if it ended in that box"
PRICE = 1
NOTE = "The line {verb} of step {step} does not fit what became of {unit}; its counter's way is read without it."
WITNESS = "a loss by the key of another removal"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines in question by which units went into boxes, set aside: the table shows where those ended."""
    for line in evidence.lines:
        unit, verb = line.says.get("u"), evidence.grammar.verbs[line.says.verb]
        visits = evidence.visits.get(unit or "", ())
        if not unit or verb.governs != FATE or line.step not in visits or not evidence.concerns(line):
            continue
        if max(visits) > line.step or (_is_of_no_battle(line, verb) and _has_fought(evidence, unit)):
            note = sentence_from(NOTE, verb=verb.name, step=line.step, unit=unit)
            yield Change(PRICE, __name__, note, out=(line,), whole=(unit,))


def _is_of_no_battle(line: Line, verb: Verb) -> bool:
    return not verb.role and not line.says.get("b")


def _has_fought(evidence: Evidence, unit: UnitId) -> bool:
    """Tell whether lines put a unit into a battle, or tell what became of it there."""
    told = (line.says.get("u") for fight in evidence.fights.values() for line in fight.results)
    return unit in told or any(unit in fight.units for fight in evidence.fights.values())
