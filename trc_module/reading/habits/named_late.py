"""Said what belongs to the declaration of a battle after the battle's lines."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence

READ_AS = "said before the battle; undecided where a player who has seen the die could choose otherwise"
PRICE = 1
NOTE = "The line {verb} of step {step} is read as if it came before battle {battle}."
WITNESS = "a target named after the die"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the silent keys about units of a battle with the moment before it.

    Who decides something when the die lies on the table has seen it: what he chose freely stays undecided.
    """
    free = {silent.verb: silent.free for silent in evidence.policy.silent if "u" in silent.keys}
    dice = evidence.dice[:1]
    for fight in evidence.concerned:
        first = min(fight.steps, default=0)
        for line in evidence.lines:
            verb = line.says.verb
            if verb not in free or line.says.get("u") not in fight.units:
                continue
            note = NOTE.format(verb=verb, step=line.step, battle=fight.number)
            for step in dict.fromkeys((first, *dice)):
                if line.step > step:
                    yield Change(PRICE, __name__, note, moved=((line.step, step - 0.5),), chosen=free[verb])
