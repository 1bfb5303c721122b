"""Did something before or after a die, and not as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trc_module.declarations import PLAIN_DIE, Verb
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.state import UnitId
from trc_module.sentence import paragraph, sentence_from

READ_AS = (
    "done on the other side of that die, as long as nothing else was done with the counter in between, or with all of "
    "that behind the next die; undecided if what became of a battle's unit is read before a plain die, which states no "
    "strength"
)
PRICE = 1
OF_THE_GAME = 2
"""The price for what names neither a unit nor a battle, such as a card: one of its dice is accused, and not it."""
OF_ANOTHER_DIE = 2
"""What each further die on the way costs."""
NOT_ACCUSED = 4
"""The price for a step that is not accused, but is one of a battle that is."""
EARLY = "Step {step} is read as if it came after the die of step {die}."
LATE = "Step {step} is read as if it came before the die of step {die}."
WITNESS = "a counterblow before the die"
_OF_ANY_DIE = frozenset({"b", "die", "as", "by", "at"})
"""The fields of a die's line that state nothing of its strength."""
_MOST_MOMENTS = 4
"""The greatest number of other moments at which a step may count, to either side."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the steps in question with the moments after and before the dice beside them."""
    battles = {step for fight in evidence.concerned for step in fight.steps}
    played = dict(_played_in(evidence))
    for step, unit in sorted(_done(evidence).items()):
        accused = step in evidence.steps or unit in evidence.units
        if not accused and step not in battles and step not in played:
            continue
        price, more = (PRICE, OF_ANOTHER_DIE) if accused else (OF_THE_GAME if step in played else NOT_ACCUSED, 1)
        dice = _dice_around(evidence, step)
        for far, die in enumerate([die for die in dice if die > step][:_MOST_MOMENTS]):
            yield _moved(EARLY, step, die, die + 0.5, price + more * far)
        yield from _all_early(evidence, step, unit, dice, price)
        for far, die in enumerate([die for die in reversed(dice) if die < step][:_MOST_MOMENTS]):
            late = _moved(LATE, step, die, die - 0.5, price + more * far)
            yield replace(late, chosen=played.get(step, False) or _made_it_weaker(evidence, step, die))


def _all_early(evidence: Evidence, step: int, unit: UnitId | None, dice: Sequence[int], price: int) -> Iterator[Change]:
    """Yield what was done with a unit from an accused step on to the next die as done after that die, if it is more."""
    die = min((die for die in dice if die > step), default=0)
    steps = [other for other in evidence.deeds_of(unit) if step <= other < die] if unit else []
    if len(steps) > 1 and step in evidence.steps:
        notes = paragraph(sentence_from(EARLY, step=each, die=die) for each in steps)
        yield Change(price + len(steps) - 1, __name__, notes, moved=tuple((each, die + 0.5) for each in steps))


def _played_in(evidence: Evidence) -> Iterator[tuple[int, bool]]:
    """Yield the steps of lines that name neither a unit nor a battle, between the dice around a battle in question.

    Each comes with whether it is behind all steps of that battle: then it may have been for the next one as well.
    """
    for fight in evidence.concerned:
        steps = fight.steps[:1] if not fight.rolls else fight.rolls
        first = max((die for die in evidence.dice if die < min(steps, default=0)), default=0)
        last = max(fight.steps, default=0)
        after = min((die for die in evidence.dice if die > last), default=evidence.last + 1)
        for line in evidence.lines:
            if first < line.step < after and not line.says.get("u") and not line.says.get("b"):
                yield line.step, line.step > last


def _dice_around(evidence: Evidence, step: int) -> list[int]:
    """Return the dice over which a step may be moved: for what declares a battle those of that battle alone.

    Who declares a battle after another's die has seen that die.
    """
    declared = [fight for fight in evidence.fights.values() if step in fight.declared]
    return sorted({die for fight in declared for die in fight.rolls}) if declared else evidence.dice


def _made_it_weaker(evidence: Evidence, step: int, die: int) -> bool:
    """Tell whether what befell a unit in a step may have made a die weaker whose line does not state its strength.

    It was rolled plain, and its key would have stated it. Whether the unit was hit or lost before it, its player alone
    knows.
    """
    if not any(line.step == step and line.says.get("b") and line.says.get("u") for line in evidence.lines):
        return False
    verbs = evidence.grammar.verbs
    for line in evidence.lines:
        if line.step == die and line.says.get("die"):
            plain = evidence.grammar.role(line.says.verb) == PLAIN_DIE
            states = [_states(verb) for verb in (verbs.values() if plain else (verbs[line.says.verb],))]
            return any(fields and fields.isdisjoint(line.says.fields) for fields in states)
    return False


def _states(verb: Verb) -> set[str]:
    """Return the fields that a key of a die always states beside its battle and the die; none for what is no die."""
    fields = {field.key for field in verb.fields if field.required}
    return fields - _OF_ANY_DIE if "die" in fields else set()


def _done(evidence: Evidence) -> dict[int, UnitId | None]:
    """Return the steps in which something was said or done, apart from those of dice, each with its unit.

    Who decides something when the die lies on the table has seen it: such a key stays where it is.
    """
    free = {silent.verb for silent in evidence.policy.silent if silent.free}
    found = {line.step: line.says.get("u") for line in evidence.lines if line.says.verb not in free}
    found |= {step: unit for unit, steps in evidence.visits.items() for step in steps}
    found |= {done.step: done.unit for done in evidence.by_hand}
    dice = set(evidence.dice)
    return {step: unit for step, unit in found.items() if step not in dice}


def _moved(note: str, step: int, die: int, to: float, price: int) -> Change:
    return Change(price, __name__, sentence_from(note, step=step, die=die), moved=((step, to),))
