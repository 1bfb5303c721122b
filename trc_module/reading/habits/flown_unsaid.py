"""Did not press the key that says for which unit an aircraft flew, apart from battles."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import Declaration
from trc_module.declarations.policy import Silent
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.said_nothing import note_of
from trc_module.reading.unsaid import is_of_no_battle
from trc_module.rules.interpretation import Line

READ_AS = "flown for the unit that is accused, or by the aircraft that is; undecided, as only its player knows"
PRICE = 2
WITNESS = "an aircraft that flew for a unit"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines that say for which unit an aircraft flew, one of them accused."""
    for silent in evidence.policy.silent:
        if is_of_no_battle(silent):
            yield from _flights(evidence, silent)


def _flights(evidence: Evidence, silent: Silent) -> Iterator[Change]:
    step = min(evidence.steps, default=0)
    said = {line.says.get("x") for line in evidence.lines if line.says.verb == silent.verb}
    for air in (unit for unit in evidence.boxed if unit not in said):
        own = [unit for unit in evidence.standing if evidence.side_of[unit] == evidence.side_of[air]]
        for unit in own if air in evidence.units else sorted(evidence.units.intersection(own)):
            if evidence.place_at(unit, step) is not None:
                says = Declaration(silent.verb, {"u": unit, "x": air})
                price = PRICE + (unit not in evidence.units)
                yield Change(price, __name__, note_of(says), into=(Line(step, says),), chosen=True)
