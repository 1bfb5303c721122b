"""Pressed the key of a way, and dragged the counter when something else had been done."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import WAY
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.sentence import sentence_from

READ_AS = "gone when the key was pressed, as long as no die lies between"
PRICE = 1
NOTE = "The way of {unit} is read as if it had been dragged with its key, in step {step}."
WITNESS = "a retreat dragged after the hit of another battle"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the drags that a key of a way has told of, at the moment of the key, where something lies between."""
    for line in evidence.lines:
        unit = line.says.get("u") or ""
        if evidence.grammar.verbs[line.says.verb].governs != WAY or not unit:
            continue
        until = min((die for die in evidence.dice if die > line.step), default=evidence.last + 1)
        drags = [step for step in evidence.visits.get(unit, ()) if line.step < step < until]
        done = evidence.steps.union(_done(evidence)) if evidence.steps.intersection(drags) else evidence.steps
        between = {step for step in done if drags and line.step < step < drags[-1]}
        if between.difference(drags):
            moved = tuple((step, line.step + 0.5) for step in drags)
            yield Change(PRICE, __name__, sentence_from(NOTE, unit=unit, step=line.step), moved=moved)


def _done(evidence: Evidence) -> Iterator[int]:
    """Yield the steps in which something was done or said: of what is told of a way any of them may be the cause."""
    yield from (line.step for line in evidence.lines)
    yield from (step for steps in evidence.visits.values() for step in steps)
