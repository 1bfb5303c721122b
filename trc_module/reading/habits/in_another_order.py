"""Carried out what became of a battle's units in another order."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.state import UnitId
from trc_module.sentence import sentence_from

READ_AS = "in the order that breaks nothing, as long as no die lies between"
PRICE = 1
NOTE = "What was done with {unit} after step {step} is read as if it came before that step."
WITNESS = "an advance before the defender is gone"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield what was done with the other units of a battle after an accused step as if it had been done before it.

    Then the accused step itself as if it had been done before what was done with them.
    """
    for fight in evidence.concerned:
        for step in sorted(evidence.steps):
            doers = _doers(evidence, step)
            if doers & _units_of(evidence, fight).keys():
                yield from _others_before(evidence, fight, step, doers)
            yield from _before_others(evidence, fight, step, doers)
    fought = {unit for fight in evidence.fights.values() for unit in _units_of(evidence, fight)}
    for step in sorted(evidence.steps):
        # Who has no part in any battle may come or go for what a result of one has done.
        doers = _doers(evidence, step)
        for fight in evidence.fights.values() if doers and not doers & fought else ():
            yield from _others_before(evidence, fight, step, doers)


def _others_before(evidence: Evidence, fight: Fight, step: int, doers: set[UnitId]) -> Iterator[Change]:
    """Yield what was done with each of a battle's other units after an accused step as if it had been done before."""
    die = min((die for die in evidence.dice if die > step), default=evidence.last + 1)
    for unit in _units_of(evidence, fight):
        later = [deed for deed in evidence.deeds_of(unit) if step < deed < die]
        if later and unit not in doers and not _takes_the_place(evidence, unit, later, doers, step):
            moved = tuple((deed, step - 1 + (at + 1) / (len(later) + 1)) for at, deed in enumerate(later))
            yield Change(PRICE, __name__, sentence_from(NOTE, unit=unit, step=step), moved=moved)


def _before_others(evidence: Evidence, fight: Fight, step: int, doers: set[UnitId]) -> Iterator[Change]:
    """Yield an accused step as if it had been done before what was done with each of the battle's other units."""
    units = _units_of(evidence, fight)
    die = max((die for die in evidence.dice if die < step), default=0)
    for doer in sorted(doers & units.keys()):
        for unit in units:
            deed = next((deed for deed in evidence.deeds_of(unit) if die < deed < step), None)
            if deed is not None and unit not in doers and not _takes_the_place(evidence, doer, [step], {unit}, deed):
                moved = ((step, deed - 0.5),)
                yield Change(PRICE, __name__, sentence_from(NOTE, unit=doer, step=deed), moved=moved)


def _takes_the_place(evidence: Evidence, unit: UnitId, later: list[int], doers: set[UnitId], step: int) -> bool:
    """Tell whether a unit went where an enemy stood until the step: it cannot have come before he left."""
    side = evidence.side_of[unit]
    left = {evidence.place_at(doer, step) for doer in doers if evidence.side_of[doer] != side} - {None}
    return any(evidence.place_at(unit, deed + 1) in left for deed in later)


def _doers(evidence: Evidence, step: int) -> set[UnitId]:
    """Return the units with which something was done in a step."""
    said = {line.says["u"] for line in evidence.lines if line.step == step and line.says.get("u")}
    return said | {unit for unit, steps in evidence.visits.items() if step in steps}


def _units_of(evidence: Evidence, fight: Fight) -> dict[UnitId, None]:
    """Return the units of a battle, those among them that its results alone name."""
    named = (line.says.get("u") or "" for line in fight.results)
    return dict.fromkeys(unit for unit in (*fight.attackers, *fight.defenders, *named) if unit)
