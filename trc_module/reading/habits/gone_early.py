"""Pressed the key of a battle's way and dragged the counter all along it before the die that sent it there."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.sentence import sentence_from

READ_AS = "gone behind that die; undecided, as nobody may have been left for the die, which was one too many then"
PRICE = 4
WITNESS = "a retreat gone before the second die"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the way of a unit that a battle's line begins, drags and all, as gone after the battle's next die.

    That die is in question: nobody was left for it, as the way had been gone too early.
    """
    for fight in evidence.concerned:
        for line in fight.results:
            die = min((die for die in evidence.dice if die > line.step), default=0)
            unit = line.says.get("u") or ""
            if (
                die not in fight.rolls
                or die not in evidence.steps
                or not evidence.grammar.verbs[line.says.verb].governs
            ):
                continue
            steps = [step for step in evidence.deeds_of(unit) if line.step <= step < die]
            if len(steps) > 1:
                note = sentence_from(EARLY, step=line.step, die=die)
                moved = tuple((step, die + (at + 1) / (len(steps) + 1)) for at, step in enumerate(steps))
                # Or nobody was left, and the die was one too many: the log does not tell which.
                yield Change(PRICE, __name__, note, moved=moved, chosen=True)
