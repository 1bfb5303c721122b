"""Rolled the plain die for several battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from trc_module.declarations import FATE, PLAIN_DIE, Declaration
from trc_module.declarations.policy import Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.dealing import dealt, in_order, sides_of
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.rolled_plain import is_barred, just_before_another, lacking, note_of, rolled_as
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.rules.interpretation import Line
from trc_module.sentence import paragraph, sentence_from

READ_AS = "the dice that these battles lack, dealt in the order that fits what was carried out"
PRICE = 0
"""What several dice cost at once: who rolls plainly once does it again."""
WITNESS = "two dice rolled plain"
_OF_A_PRICE = 24
"""The number of ways to deal several dice that cost the same."""
_MOST_WAYS = 24
"""The greatest number of ways to deal them."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the ways to deal all plain dice to battles, the likeliest first."""
    plain = [line for line in evidence.lines if evidence.grammar.role(line.says.verb) == PLAIN_DIE]
    if not evidence.policy.slots or len(plain) < 2:
        return
    ways = (way for way in _ways(evidence, plain) if not any(is_barred(evidence, number) for _, number, _ in way))
    for at, way in enumerate(islice(ways, _MOST_WAYS)):
        yield _dealt(way, at)
        for die, number, _ in way:
            for step, other in just_before_another(evidence, evidence.fights.get(number) or Fight(number), die.step):
                rolled = _dealt(way, at)
                note = paragraph((rolled.note, sentence_from(EARLY, step=step, die=other)))
                yield replace(rolled, price=rolled.price + 1, note=note, moved=((step, other + 0.5),))


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
    found = list(lacking(evidence))
    for each in in_order(evidence.grammar, plain, [fight for fight, _ in found]):
        yield [(die, found[at][0].number, found[at][1]) for die, at in each]


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


def _dealt(way: Sequence[tuple[Line, str, Slot]], at: int) -> Change:
    into = tuple(rolled_as(line, number, slot) for line, number, slot in way)
    notes = paragraph(note_of(line, number, slot) for line, number, slot in way)
    return Change(PRICE + at // _OF_A_PRICE, __name__, notes, tuple(line for line, _, _ in way), into, way=at)
