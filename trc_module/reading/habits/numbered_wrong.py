"""Gave a result the number of another battle."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import Declaration
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line

READ_AS = "the result of the battle in which its unit fought"
PRICE = 1
OF_NO_UNIT = 3
"""The price where the line names no unit that could tell."""
NOTE = "The line {verb} of step {step} is read as one of battle {battle}."
WITNESS = "a result with the number of another battle"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield results of units that are not in the battle which their lines name as those of one in which they are."""
    fights = evidence.fights
    for line in evidence.lines:
        if line.says.verb not in evidence.policy.results or not line.says.get("b") or not evidence.concerns(line):
            continue
        unit, stated = line.says.get("u"), fights.get(line.says["b"])
        if stated is not None and unit in stated.units:
            # What is declared and not contradicted by the table is judged.
            continue
        for other in fights.values():
            if other is stated or (unit and unit not in other.units):
                continue
            says = Declaration(line.says.verb, {**line.says.fields, "b": other.number})
            note = NOTE.format(verb=line.says.verb, step=line.step, battle=other.number)
            price = PRICE if unit else OF_NO_UNIT
            yield Change(price, __name__, note, (line,), (Line(line.step, says, line.by),))
