"""Rolled at a server, and typed what the die showed."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import Declaration
from trc_module.declarations.policy import Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence, TypedDie
from trc_module.reading.words import numbered, spoken
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "the die of a battle that has none, if the words name no other battle"
PRICE = 1
NOTE = "The {die} that was typed in step {step} is read as {verb}{side} in battle {battle}."
WITNESS = "a die that was typed"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each typed die as one of the battles in question that have no die, before what came of them."""
    for die in evidence.typed:
        if any(line.step == die.step and line.says.get("die") for line in evidence.lines):
            continue
        for far, fight in enumerate(_fights(evidence, die)):
            for slot in evidence.policy.slots:
                if _is_of(die, slot) and not evidence.has_die(fight, slot):
                    yield _read_as(die, fight, slot, PRICE + (far > 0))


def _fights(evidence: Evidence, die: TypedDie) -> list[Fight]:
    """Return the battles without a die that a typed die may be of, the nearest first."""
    named = evidence.named(die.words)
    told = {other.step for other in evidence.typed}
    fights = [fight for fight in evidence.concerned if told.issuperset(fight.rolls)]
    fights = [fight for fight in fights if not named or fight.number in named]
    return sorted(fights, key=lambda fight: min((abs(die.step - step) for step in fight.steps), default=0))


def _is_of(die: TypedDie, slot: Slot) -> bool:
    """Tell whether the words do not name another side of the battle than the one that rolls."""
    words = numbered("battle", "said").sub(" ", die.words)
    sides = {side for side in ("attack", "defend") if spoken(side, "said").search(words)}
    side = slot.fields.get("as")
    return side is None or len(sides) != 1 or side in sides


def _read_as(die: TypedDie, fight: Fight, slot: Slot, price: int) -> Change:
    says = Declaration(slot.verb, {"b": fight.number, **slot.fields, "die": str(die.pips)})
    side = "".join(f" ({word})" for word in slot.fields.values())
    note = sentence_from(NOTE, die=die.pips, step=die.step, verb=slot.verb, side=side, battle=fight.number)
    last = max(fight.declared, default=0)
    late = any(last < line.step < die.step for line in fight.results)
    # Words need not come as soon as the die lay there.
    moved = ((die.step, last + 0.5),) if late and last else ()
    return Change(price, __name__, note, into=(Line(die.step, says),), moved=moved)
