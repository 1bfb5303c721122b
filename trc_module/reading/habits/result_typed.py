"""Rolled at a server, and typed only what the die has brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from trc_module.declarations import Declaration
from trc_module.declarations.policy import RESULT, Slot
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.testimony import hits_named, is_unsure, result_named
from trc_module.reading.words import spoken
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "a die that brings it, if the battle has none; undecided, since nobody says what the die showed"
PRICE = 3
NOTE = "The chat of step {step} says {said} for battle {battle}; no line and no word has its die."
WITNESS = "a result without a die"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the dice of battles in question that have none and that bring what chat names."""
    typed = {die.step for die in evidence.typed}
    for step, words in evidence.chat:
        if step in typed or is_unsure(words):
            continue
        for fight, slot in product(_declared(evidence, step, words), evidence.policy.slots):
            if not evidence.has_die(fight, slot):
                yield from _dice(evidence, fight, slot, step, words)


def _declared(evidence: Evidence, step: int, words: str) -> Iterator[Fight]:
    """Yield the battles that words may be about: declared before them, with no die but such as were typed as well."""
    named, typed = evidence.named(words), {die.step for die in evidence.typed}
    for fight in evidence.concerned:
        declared = min(fight.declared, default=step) < step or fight.known
        if declared and typed.issuperset(fight.rolls) and (not named or fight.number in named):
            yield fight


def _dice(evidence: Evidence, fight: Fight, slot: Slot, step: int, words: str) -> Iterator[Change]:
    said = _said(evidence, slot, words)
    if not said:
        return
    ((key, value),) = said.items()
    told = value if key == RESULT else f"{value} {key}"
    note = sentence_from(NOTE, step=step, said=told, battle=fight.number)
    at = max(fight.declared, default=step)
    moved = ((step, at + 0.5),) if fight.results and at < step else ()
    for pips in range(1, evidence.faces + 1):
        says = Declaration(slot.verb, {"b": fight.number, **slot.fields, "die": str(pips), **said})
        yield Change(PRICE, __name__, note, into=(Line(step, says),), moved=moved, chosen=True)


def _said(evidence: Evidence, slot: Slot, words: str) -> Mapping[str, str]:
    """Return the field in which a line would state what words say that a die has brought; empty if they say nothing."""
    fields = {field.key for field in evidence.grammar.verbs[slot.verb].fields}
    if RESULT in fields:
        named = result_named(words, evidence.policy.named)
        return {RESULT: named} if named else {}
    side = slot.fields.get("as", "")
    hits = hits_named(words) if "hits" in fields and (not side or spoken(side, "said").search(words)) else ""
    return {"hits": hits} if hits else {}
