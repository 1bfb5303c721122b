"""Rolled the plain die for a battle's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from trc_module.declarations import PLAIN_DIE, ROLL, Declaration
from trc_module.declarations.policy import Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.too_early_or_late import EARLY, LATE
from trc_module.rules.interpretation import Line
from trc_module.sentence import Sentence, paragraph, sentence_from

READ_AS = "the die that the battle lacks"
PRICE = 1
NOTE = "The plain die of step {step} is read as {verb}{side} in battle {battle}."
WITNESS = "a die rolled plain"
_NEAREST = 2
"""The number of dice and battles that cost no more than the price."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die as one of the battles in question, the nearest first."""
    plain = [line for line in evidence.lines if evidence.grammar.role(line.says.verb) == PLAIN_DIE]
    if not evidence.policy.slots:
        return
    only = _only_lacking(evidence) if len(plain) == 1 else None
    for line in plain:
        fights = list(evidence.fights.values()) if line.step in evidence.steps else evidence.concerned
        near = sorted(fights, key=lambda fight: min((abs(line.step - s) for s in fight.steps), default=line.step))
        near = [fight for fight in near if not is_barred(evidence, fight.number)]
        for far, (fight, slot) in enumerate(product(near, evidence.policy.slots)):
            price = PRICE + (far >= _NEAREST) + (fight not in evidence.concerned)
            note, rolled = note_of(line, fight.number, slot), rolled_as(line, fight.number, slot)
            alone = only == (fight.number, slot) and line.step > max(fight.declared, default=line.step)
            change = Change(price, __name__, note, (line,), (rolled,), certain=alone)
            yield change
            yield from _with_what_came_early(evidence, fight, change)
            first = _rolled_first(evidence, line.step, fight)
            if first is not None:
                yield replace(change, price=price + 1, note=paragraph((note, first[0])), moved=first[1], certain=False)


def _with_what_came_early(evidence: Evidence, fight: Fight, rolled: Change) -> Iterator[Change]:
    """Yield the change by which a die is a battle's with what was done to its unit just before it as done after it.

    What the die has brought is held against somebody before it, and the die would have fallen for nobody. That tells
    of which battle it is, whatever else is near.
    """
    (die,) = rolled.out
    for step, other in [*_just_before(evidence, fight, [die.step]), *just_before_another(evidence, fight, die.step)]:
        note = paragraph((rolled.note, sentence_from(EARLY, step=step, die=other)))
        moved = ((step, other + 0.5),)
        yield replace(rolled, price=PRICE + 1, note=note, moved=moved, certain=False)


def just_before_another(evidence: Evidence, fight: Fight, die: int) -> list[tuple[int, int]]:
    """Return what befell a battle's units just before a die of it that fell after another one of it.

    It is read as done after that die: before it, it would have come of the other alone.
    """
    return [*_just_before(evidence, fight, [step for step in fight.rolls if step > die])]


def _just_before(evidence: Evidence, fight: Fight, dice: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the steps just before dice in which something befell an accused unit of a battle, each with its die."""
    for die in dice:
        for line in evidence.lines:
            verb = evidence.grammar.verbs[line.says.verb]
            own = line.says.get("u") in fight.units and (verb.governs or not verb.says_only)
            accused = line.step in evidence.steps or line.says.get("u") in evidence.units
            if line.step == die - 1 and own and accused:
                yield line.step, die


def _rolled_first(evidence: Evidence, die: int, fight: Fight) -> tuple[Sentence, tuple[tuple[int, float], ...]] | None:
    """Return a note and the moment of a battle's die behind the next step; None if it may belong before that.

    In that step a counter is dragged, no line tells of it, and it is not in the battle: the die was not for it.
    """
    step = die + 1
    if any(line.step == step for line in evidence.lines):
        return None
    gone = [unit for unit, steps in evidence.visits.items() if step in steps]
    if not gone or fight.units & set(gone):
        return None
    return sentence_from(LATE, step=step, die=die), ((die, step + 0.5),)


def _only_lacking(evidence: Evidence) -> tuple[str, Slot] | None:
    """Return the one die that the battles lack; None if they may lack more, or none.

    A battle of which lines name one side alone may lack its die as well.
    """
    found = [(fight.number, slot) for fight, slot in lacking(evidence)]
    halves = (f for f in evidence.fights.values() if f.declared and not (f.attackers and f.defenders))
    return found[0] if len(found) == 1 and all(fight.rolls for fight in halves) else None


def is_barred(evidence: Evidence, number: str) -> bool:
    """Tell whether a unit fights in a battle that no mend may put into one."""
    fight = evidence.fights.get(number)
    return fight is not None and bool(evidence.barred & fight.units)


def lacking(evidence: Evidence) -> Iterator[tuple[Fight, Slot]]:
    """Yield the dice that battles lack: their own, and those that lines ask for."""
    rolling = next(iter(evidence.grammar.verbs_of(ROLL)), "")
    for fight in evidence.fights.values():
        if rolling and not fight.rolls and _was_fought(evidence, fight):
            yield fight, Slot(rolling)
    asked = evidence.policy.plain.asked
    rolled = {(line.says.verb, line.says.get("b")) for line in evidence.lines}
    for line in evidence.lines:
        verb, number = asked.get(line.says.verb, ""), line.says.get("b") or ""
        if verb and (verb, number) not in rolled:
            yield Fight(number, declared=[line.step]), Slot(verb)


def _was_fought(evidence: Evidence, fight: Fight) -> bool:
    """Tell whether lines name both sides of a battle, or one and somebody who went from it: then it had a die."""
    if fight.attackers and fight.defenders:
        return True
    return bool(fight.units) and any(evidence.grammar.verbs[line.says.verb].governs for line in fight.results)


def rolled_as(line: Line, number: str, slot: Slot) -> Line:
    """Return a plain die's line as that of one of a battle's dice."""
    return Line(line.step, Declaration(slot.verb, {"b": number, **slot.fields, "die": line.says["die"]}), line.by)


def as_of(line: Line, number: str, slot: Slot) -> Change:
    """Return the change by which a plain die is one of a battle."""
    return Change(PRICE, __name__, note_of(line, number, slot), (line,), (rolled_as(line, number, slot),))


def note_of(line: Line, number: str, slot: Slot) -> Sentence:
    """Return the note of a plain die that is read as one of a battle's."""
    side = "".join(f" ({word})" for word in slot.fields.values())
    return sentence_from(NOTE, step=line.step, verb=slot.verb, side=side, battle=number)
