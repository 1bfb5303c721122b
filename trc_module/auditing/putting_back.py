"""Counters that were put into a box or a hex and back again within a phase, which has no effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from trc_module.auditing.drags import DragLeg
from trc_module.declarations import FATE, ONCE, Verb
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId


def put_back(legs: Iterable[DragLeg], lines: Iterable[Line], verbs: Mapping[str, Verb]) -> dict[UnitId, frozenset[int]]:
    """Return the units that ended where they began though a box had been their place, with the steps of their ways.

    A unit for which a die was rolled meanwhile was not put back, nor one from the map that a key of its own brought
    back: it was lost and replaced, say.
    """
    found: dict[UnitId, frozenset[int]] = {}
    mapped = set()
    for unit, own in _by_unit(legs).items():
        if not isinstance(own[0].before, str):
            mapped.add(unit)
        if own[0].before == own[-1].after and any(isinstance(leg.after, str) for leg in own):
            found[unit] = frozenset(leg.step for leg in own)
    for line in lines:
        way = found.get(line.says.get("u") or "")
        if not way or not min(way) < line.step <= max(way):
            continue
        brought = verbs[line.says.verb].governs == ONCE and line.says["u"] in mapped
        if brought or (line.says.get("die") and line.step < max(way)):
            del found[line.says["u"]]
    return found


def undone_in_between(
    legs: Iterable[DragLeg], lines: Iterable[Line], verbs: Mapping[str, Verb]
) -> dict[UnitId, frozenset[int]]:
    """Return the units that were put from a hex into a box and back during their ways, with the steps.

    Nothing was put back if a die of the unit, or a line about its way, comes between.
    """
    found = {unit: loop for unit, own in _by_unit(legs).items() if (loop := _loop_through_a_box(own))}
    for line in lines if found else ():
        way = found.get(line.says.get("u") or "")
        if way and min(way) < line.step <= max(way) and verbs[line.says.verb].governs != FATE:
            del found[line.says["u"]]
    return found


def _loop_through_a_box(legs: Sequence[DragLeg]) -> frozenset[int]:
    """Return the steps by which a counter was put from a hex into a box and back into the hex; none if that is all."""
    for first, leg in enumerate(legs):
        if isinstance(leg.before, str | None) or not isinstance(leg.after, str):
            continue
        for last in range(first + 1, len(legs)):
            if legs[last].after == leg.before and (first, last) != (0, len(legs) - 1):
                return frozenset(one.step for one in legs[first : last + 1])
    return frozenset()


def _by_unit(legs: Iterable[DragLeg]) -> dict[UnitId, list[DragLeg]]:
    found: dict[UnitId, list[DragLeg]] = {}
    for leg in legs:
        found.setdefault(leg.unit, []).append(leg)
    return found


def without_returns(legs: Sequence[DragLeg]) -> Sequence[DragLeg]:
    """Return the legs of a counter without those that led back to a place where it had been: it goes on from there."""
    kept: list[DragLeg] = []
    for leg in legs:
        kept.append(leg)
        at = next((n for n, earlier in enumerate(kept) if earlier.before == leg.after), None)
        if at is not None:
            del kept[at:]
    # A unit that came back to its first place has one leg without a distance.
    return kept or [replace(legs[0], after=legs[0].before, step=legs[-1].step)]
