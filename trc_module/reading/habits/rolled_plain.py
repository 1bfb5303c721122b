"""Rolled the plain die for a battle's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from trc_module.declarations import FATE, PLAIN_DIE, ROLL, Declaration
from trc_module.declarations.policy import Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.dealing import dealt, in_order, sides_of
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.too_early_or_late import LATE
from trc_module.rules.interpretation import Line
from trc_module.sentence import Sentence, paragraph, sentence_from

READ_AS = "the die that the battle lacks"
PRICE = 1
NOTE = "The plain die of step {step} is read as {verb}{side} in battle {battle}."
WITNESS = "all dice rolled plain"
TOGETHER = 0
"""What several dice cost at once: who rolls plainly once does it again."""
_OF_A_PRICE = 24
"""The number of ways to deal several dice that cost the same."""
_MOST_WAYS = 24
"""The greatest number of ways to deal them."""
_NEAREST = 2
"""The number of dice and battles that cost no more than the price."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each plain die as one of the battles in question, the nearest first; first of all several dice together."""
    plain = [line for line in evidence.lines if evidence.grammar.role(line.says.verb) == PLAIN_DIE]
    if not evidence.policy.slots:
        return
    if len(plain) > 1:
        ways = (way for way in _ways(evidence, plain) if not any(_is_barred(evidence, number) for _, number, _ in way))
        for at, way in enumerate(islice(ways, _MOST_WAYS)):
            yield _dealt(way, at)
    only = _only_lacking(evidence) if len(plain) == 1 else None
    for line in plain:
        fights = list(evidence.fights.values()) if line.step in evidence.steps else evidence.concerned
        near = sorted(fights, key=lambda fight: min((abs(line.step - s) for s in fight.steps), default=line.step))
        near = [fight for fight in near if not _is_barred(evidence, fight.number)]
        for far, (fight, slot) in enumerate(product(near, evidence.policy.slots)):
            price = PRICE + (far >= _NEAREST) + (fight not in evidence.concerned)
            note, rolled = _note(line, fight.number, slot), _rolled(line, fight.number, slot)
            alone = only == (fight.number, slot) and line.step > max(fight.declared, default=line.step)
            change = Change(price, __name__, note, (line,), (rolled,), certain=alone)
            yield change
            first = _rolled_first(evidence, line.step, fight)
            if first is not None:
                yield replace(change, price=price + 1, note=paragraph((note, first[0])), moved=first[1], certain=False)


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
    lacking = [(fight.number, slot) for fight, slot in _lacking(evidence)]
    halves = (f for f in evidence.fights.values() if f.declared and not (f.attackers and f.defenders))
    return lacking[0] if len(lacking) == 1 and all(fight.rolls for fight in halves) else None


def _is_barred(evidence: Evidence, number: str) -> bool:
    """Tell whether a unit fights in a battle that no mend may put into one."""
    fight = evidence.fights.get(number)
    return fight is not None and bool(evidence.barred & fight.units)


def _ways(evidence: Evidence, plain: Sequence[Line]) -> Iterator[Sequence[tuple[Line, str, Slot]]]:
    """Yield the ways to deal several plain dice to battles, the likeliest first: each die with a battle's number."""
    dice = evidence.policy.plain
    known = {number: fight for number, fight in evidence.fights.items() if fight.known}
    if dice.fired and known:
        lines = sorted((*evidence.lines, *_removed(evidence, known.values())), key=lambda line: line.step)
        sides = sides_of(known, dice.roles, lines, dice.fired, lambda line: _fired_by(evidence, line))
        for chosen in dealt(plain, sides, dice.rounds.get(evidence.phase, 0)):
            yield [
                (die, side.battle, Slot(dice.fired[0], {"as": side.word}))
                for die, side in zip(plain, chosen, strict=True)
            ]
        return
    lacking = list(_lacking(evidence))
    for each in in_order(evidence.grammar, plain, [fight for fight, _ in lacking]):
        yield [(die, lacking[at][0].number, lacking[at][1]) for die, at in each]


def _removed(evidence: Evidence, fights: Iterable[Fight]) -> Iterator[Line]:
    """Yield the units that were removed by hand, or by the key of no battle, as hit in the one that they fought."""
    verbs = evidence.grammar.verbs
    said = [
        (line.step, line.says.get("u"))
        for line in evidence.lines
        if verbs[line.says.verb].governs == FATE and not line.says.get("b")
    ]
    by_hand = [
        (done.step, done.unit) for done in evidence.by_hand if any(verbs[key].governs == FATE for key in done.verbs)
    ]
    for step, unit in (*said, *by_hand):
        own = [fight.number for fight in fights if unit in fight.units]
        if unit and len(own) == 1:
            yield Line(step, Declaration(evidence.policy.plain.hit[0], {"b": own[0], "u": unit}))


def _fired_by(evidence: Evidence, line: Line) -> str:
    """Return the side that fires at the unit of a result; '' of any other line."""
    fight, unit, (first, second) = evidence.fight_of(line), line.says.get("u"), evidence.policy.plain.roles
    if line.says.verb not in evidence.policy.plain.hit:
        return ""
    if unit is None:
        # What stands in the hex of the defenders takes it for them.
        return first
    return second if unit in fight.attackers else first if unit in fight.defenders else ""


def _lacking(evidence: Evidence) -> Iterator[tuple[Fight, Slot]]:
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


def _dealt(way: Sequence[tuple[Line, str, Slot]], at: int) -> Change:
    into = tuple(_rolled(line, number, slot) for line, number, slot in way)
    notes = paragraph(_note(line, number, slot) for line, number, slot in way)
    return Change(TOGETHER + at // _OF_A_PRICE, __name__, notes, tuple(line for line, _, _ in way), into, way=at)


def _rolled(line: Line, number: str, slot: Slot) -> Line:
    return Line(line.step, Declaration(slot.verb, {"b": number, **slot.fields, "die": line.says["die"]}), line.by)


def as_of(line: Line, number: str, slot: Slot) -> Change:
    """Return the change by which a plain die is one of a battle."""
    return Change(PRICE, __name__, _note(line, number, slot), (line,), (_rolled(line, number, slot),))


def _note(line: Line, number: str, slot: Slot) -> Sentence:
    side = "".join(f" ({word})" for word in slot.fields.values())
    return sentence_from(NOTE, step=line.step, verb=slot.verb, side=side, battle=number)
