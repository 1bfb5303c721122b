"""Said what belongs to the declaration of a battle after the battle's lines."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence

READ_AS = "said before the battle"
PRICE = 1
NOTE = "The line {verb} of step {step} is read as if it came before battle {battle}."
WITNESS = "a target named after the die"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the silent keys about units of a battle with the moment before it.

    Who decides something when the die lies on the table has seen it.
    """
    verbs = {silent.verb for silent in evidence.policy.silent if "u" in silent.keys and not silent.free}
    for fight in evidence.concerned:
        first = min(fight.steps, default=0)
        for line in evidence.lines:
            if line.says.verb in verbs and line.says.get("u") in fight.units and line.step > first:
                note = NOTE.format(verb=line.says.verb, step=line.step, battle=fight.number)
                yield Change(PRICE, __name__, note, moved=((line.step, first - 0.5),))
