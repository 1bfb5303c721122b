"""Rolled the plain die for a battle whose keys were forgotten, all of them or those of one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.digits import is_number
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import left_out
from trc_module.rules.interpretation import Line
from trc_module.sentence import paragraph, sentence_from

READ_AS = (
    "a battle of the units that are accused or that chat names, if the battle breaks no rule; what it explains is "
    "undecided, as only the player knows"
)
PRICE = 2
NOTE = "The plain die of step {step} is read as {verb} in battle {battle}."
WITNESS = "a counterattack after a battle that no key declares"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die in question as that of a battle in which a side was left out, or both.

    A battle that no line names at all has the number that the others leave out, or the next one.
    """
    slots = [slot for slot in evidence.policy.slots if not slot.fields]
    for die in evidence.lines if slots else ():
        if evidence.grammar.role(die.says.verb) != PLAIN_DIE or die.step not in evidence.steps:
            continue
        for fight in _fights(evidence, die.step):
            for joined in left_out.parts(evidence, replace(fight, rolls=[die.step], declared=[])):
                for slot in slots:
                    says = Declaration(slot.verb, {"b": fight.number, "die": die.says["die"]})
                    note = sentence_from(NOTE, step=die.step, verb=slot.verb, battle=fight.number)
                    into = (*joined.into, Line(die.step, says, die.by))
                    price, notes = joined.price + PRICE, paragraph((note, joined.note))
                    whole = replace(joined, price=price, habit=__name__, note=notes, chosen=True, completes=False)
                    yield replace(whole, out=(die,), into=into)


def _fights(evidence: Evidence, die: int) -> Iterator[Fight]:
    """Yield the battles that a plain die may be of: those without a die that lack a side, and one without any line."""
    for fight in evidence.fights.values():
        declared = min(fight.declared, default=die) <= die
        if declared and not fight.rolls and not fight.known and not (fight.attackers and fight.defenders):
            yield fight
    if evidence.units or evidence.chat:
        numbers = {int(number) for number in evidence.fights if is_number(number)}
        yield Fight(str(next(number for number in range(1, len(numbers) + 2) if number not in numbers)))
