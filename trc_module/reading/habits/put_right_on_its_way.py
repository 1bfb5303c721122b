"""Put a counter beside its way, and dragged it on from there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from trc_module.hexgrid import Hex
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.state import UnitId
from trc_module.sentence import sentence_from

READ_AS = (
    "put right, if another hex next to the last and the next one breaks nothing, as long as no die lies between; "
    "undecided, as it may have gone that way"
)
PRICE = 2
NOTE = "In step {step} {unit} may have been put beside its way, and right in step {on}."
WITNESS = "a retreat put right on its way"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the stops of accused units as if each had been on another hex, with those before and after as they are.

    A stop over which a counter was dragged in one go is none: where it went in between is not known then anyhow.
    """
    for unit in sorted(evidence.units) if evidence.policy.slips else ():
        for step, on in pairwise(evidence.visits.get(unit, ())):
            if step not in evidence.steps or any(step < die < on for die in evidence.dice):
                continue
            note = sentence_from(NOTE, step=step, unit=unit, on=on)
            for stop in _others(evidence, unit, step, on):
                yield Change(PRICE, __name__, note, stops=((step, unit, stop),), chosen=True)


def _others(evidence: Evidence, unit: UnitId, step: int, on: int) -> Iterator[Hex]:
    """Yield the hexes on which a counter may have been put instead; the one from which it came if it went straight."""
    before, at, after = (evidence.place_at(unit, moment) for moment in (step, step + 1, on + 1))
    if before is None or at is None or after is None:
        return
    if not (evidence.near(before, at) and evidence.near(at, after)):
        return
    if evidence.near(before, after):
        yield before
    yield from (other for other in evidence.around(before) if other != at and evidence.near(other, after))
