"""Declared a battle by no key, at odds at which no die is rolled: the number of the next one alone shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from trc_module.digits import is_number
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.left_out import OF_A_UNIT, parts
from trc_module.reading.habits.left_out import PRICE as OF_A_BATTLE

READ_AS = "a battle of units that stood where they could fight; undecided, as only its player knows whether it was one"
PRICE = OF_A_BATTLE + OF_A_UNIT
WITNESS = "a counterattack on a battle that has no line"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the units that may have fought in battles whose numbers lines have passed over."""
    for fight in _passed_over(evidence.fights):
        yield from (replace(part, habit=__name__, chosen=True, completes=False) for part in parts(evidence, fight))


def _passed_over(fights: Mapping[str, Fight]) -> Iterator[Fight]:
    """Yield the battles whose numbers lines have passed over: at odds at which no die is rolled they show nothing."""
    numbered = {int(number): fight for number, fight in fights.items() if is_number(number)}
    for number, fight in sorted(numbered.items()):
        if number > 1 and number - 1 not in numbered and fight.declared and not fight.known:
            yield Fight(str(number - 1), declared=[min(fight.declared)])
