"""Did something before or after a die, and not as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import PLAIN_DIE, Verb
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence, sentence_from

READ_AS = (
    "done on the other side of that die, as long as nothing else was done with the counter in between; undecided if "
    "what became of a battle's unit is read before a plain die, which states no strength"
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
DECLARED = "Battle {battle} is read as if it was declared in step {step}."
WITNESS = "a counterblow before the die"
_OF_ANY_DIE = frozenset({"b", "die", "as", "by", "at"})
"""The fields of a die's line that state nothing of its strength."""
_MOST_MOMENTS = 4
"""The greatest number of other moments at which a step may count, to either side."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the steps in question with the moments after and before the dice beside them."""
    battles = {step for fight in evidence.concerned for step in fight.steps}
    played = dict(_played_in(evidence))
    yield from _rolled_first(evidence)
    yield from _declared_first(evidence)
    for step, unit in sorted(_done(evidence).items()):
        accused = step in evidence.steps or unit in evidence.units
        if not accused and step not in battles and step not in played:
            continue
        price, more = (PRICE, OF_ANOTHER_DIE) if accused else (OF_THE_GAME if step in played else NOT_ACCUSED, 1)
        dice = _dice_around(evidence, step)
        for far, die in enumerate([die for die in dice if die > step][:_MOST_MOMENTS]):
            yield _moved(EARLY, step, die, die + 0.5, price + more * far)
        for far, die in enumerate([die for die in reversed(dice) if die < step][:_MOST_MOMENTS]):
            late = _moved(LATE, step, die, die - 0.5, price + more * far)
            yield replace(late, chosen=played.get(step, False) or _made_it_weaker(evidence, step, die))
    yield from _ways_before_a_die(evidence)


def _ways_before_a_die(evidence: Evidence) -> Iterator[Change]:
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
                yield Change(NOT_ACCUSED, __name__, note, moved=moved, chosen=True)


def _declared_first(evidence: Evidence) -> Iterator[Change]:
    """Yield the battles whose declaration is in question as declared just before the next that is said of them.

    If no line says more of a battle, it was declared before the next die.
    """
    for fight in evidence.concerned:
        declared = sorted(set(fight.declared))
        later = fight.steps if declared and fight.steps[-1] > declared[-1] else evidence.dice
        step = min((step for step in later if declared and step > declared[-1]), default=0)
        if step and evidence.steps.intersection(declared):
            note = sentence_from(DECLARED, battle=fight.number, step=step)
            moments = tuple((one, step - 1 + (at + 1) / (len(declared) + 1)) for at, one in enumerate(declared))
            yield Change(PRICE, __name__, note, moved=moments)


def _rolled_first(evidence: Evidence) -> Iterator[Change]:
    """Yield the dice before a step in question as rolled behind it."""
    for fight in evidence.fights.values():
        dice = [die for die in fight.rolls if die + 1 in evidence.steps]
        for found in (rolled_first(evidence, die, fight) for die in dice):
            if found is not None:
                yield Change(PRICE, __name__, found[0], moved=found[1])


def rolled_first(evidence: Evidence, die: int, fight: Fight) -> tuple[Sentence, tuple[tuple[int, float], ...]] | None:
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
