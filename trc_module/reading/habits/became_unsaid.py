"""Pressed neither the key of a result nor that of what it became by no choice of a player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from trc_module.declarations import Declaration
from trc_module.declarations.policy import RESULT
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.said_nothing import PRICE as OF_A_KEY
from trc_module.reading.habits.said_nothing import PRICE_OF_WHAT_WAS_DONE, note_of, price_of
from trc_module.reading.unsaid import fields_of, tells_a_result
from trc_module.rules.interpretation import Line
from trc_module.sentence import paragraph

READ_AS = "both pressed behind the die, where that breaks nothing"
PRICE = 2 * PRICE_OF_WHAT_WAS_DONE
WITNESS = "a loss by what a result became"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each result that a battle in question may have and no key says, with one that it becomes.

    Either alone explains nothing: what was carried out came of neither the die nor a result that nobody has named.
    """
    for fight in evidence.concerned:
        yield from _results_and_what_they_became(evidence, fight)


def _results_and_what_they_became(evidence: Evidence, fight: Fight) -> Iterator[Change]:
    telling = [silent for silent in evidence.policy.silent if tells_a_result(silent) and not silent.free]
    if not (fight.attackers and fight.defenders and fight.rolls and telling):
        return
    first, *others = telling
    told = {silent.verb for silent in telling}
    if any(line.says.verb in told for line in fight.results):
        return
    results = [fields for fields in fields_of(evidence, fight, first) if fields.keys() == set(first.keys)]
    results = [fields for fields in results if price_of(evidence, fight, first, fields) < OF_A_KEY]
    for then in others:
        for fields, more in product(results, fields_of(evidence, fight, then)):
            if fields[RESULT] != more[RESULT]:
                both = Declaration(first.verb, fields), Declaration(then.verb, more)
                lines = tuple(Line(fight.rolls[-1], says) for says in both)
                yield Change(PRICE, __name__, paragraph(map(note_of, both)), into=lines, after=True)
