"""Pressed a key that only says something a moment early or late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trc_module.declarations import WAY
from trc_module.reading.battle import DECLARING
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "said where it belongs, as long as no die lies between"
PRICE = 1
NOTE = "The line {verb} of step {step} is read as if it came {when} step {other}."
WITNESS = "an interceptor named before the flight"
_MOST = 4
"""The greatest number of other moments to either side."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the silent keys in question at the other moments between the dice around them.

    The key of a way comes before the counter's drags; any other beside what else is said of its battle and units.
    """
    for line in evidence.lines:
        verb = evidence.grammar.verbs[line.says.verb]
        played = _is_played(evidence, line)
        asked = evidence.concerns(line) or _is_for_their_hex(evidence, line)
        if not played and not (verb.says_only and verb.role not in DECLARING and asked):
            continue
        if _is_brought_by_its_die(evidence, line):
            continue
        first, last = _dice_around(evidence, line.step, played=played)
        if verb.governs:
            yield from _before_drags(evidence, line, first)
            continue
        near = sorted(step for step in _related(evidence, line, played=played) if first < step < last)
        yield from _at_other_moments(evidence, line, near)


def _at_other_moments(evidence: Evidence, line: Line, near: Sequence[int]) -> Iterator[Change]:
    """Yield a key as if it had been pressed beside each of the steps to which it may belong, the nearest first."""
    early = [step for step in near if step < line.step]
    if early and any(early[-1] < other.step < line.step for other in evidence.lines):
        # What comes between is of other battles and units.
        yield _moved(line, "after", early[-1], early[-1] + 0.5)
    for step in early[: -_MOST - 1 : -1]:
        yield _moved(line, "before", step, step - 0.5)
    for step in [step for step in near if step > line.step][:_MOST]:
        yield _moved(line, "after", step, step + 0.5)


def _is_brought_by_its_die(evidence: Evidence, line: Line) -> bool:
    """Tell whether a line says what a die has brought, and is read as said with it: its step is the die's.

    A key that asks for a die may be said elsewhere together with it.
    """
    brought = line.says.verb in evidence.policy.results and line.says.verb not in evidence.policy.plain.asked
    return brought and any(other.step == line.step and evidence.is_any_die(other) for other in evidence.lines)


def _dice_around(evidence: Evidence, step: int, *, played: bool) -> tuple[int, int]:
    """Return the steps of the last die before a step and of the first one after it.

    A card may be for any die, that of the weather too.
    """
    dice = [line.step for line in evidence.lines if evidence.is_any_die(line)] if played else evidence.dice
    return (
        max((die for die in dice if die < step), default=0),
        min((die for die in dice if die > step), default=evidence.last + 1),
    )


def _is_played(evidence: Evidence, line: Line) -> bool:
    """Tell whether a line names neither a unit nor a battle, as a card's, and no die parts it from an accused step.

    That may be the next die itself. It may also have been read as played on the battle whose die fell last, if that is
    in question.
    """
    if not _names_nothing(line) or evidence.is_any_die(line):
        return False
    first, last = _dice_around(evidence, line.step, played=True)
    rolled = any(first in fight.rolls for fight in evidence.concerned)
    return rolled or any(first < step <= last for step in evidence.steps)


def _is_for_their_hex(evidence: Evidence, line: Line) -> bool:
    """Tell whether a line says for which unit an aircraft flies, and an accused one stands in the same hex."""
    unit = line.says.get("u")
    if not unit or not line.says.get("x") or line.says.get("b"):
        return False
    at = evidence.place_at(unit, line.step)
    return at is not None and any(evidence.place_at(other, line.step) == at for other in evidence.units)


def _related(evidence: Evidence, line: Line, *, played: bool) -> set[int]:
    """Return the steps of what a line may belong to: of a card that is any other line, and what is accused.

    So it is of what an aircraft does for a unit with which an accused one stands, and of what is said of a battle and
    done with one of its units.
    """
    found = {other.step for other in evidence.lines if _is_related(line, other)}
    if played:
        found |= evidence.steps.union(other.step for other in evidence.lines)
    elif _is_for_their_hex(evidence, line):
        found |= evidence.steps
    else:
        done = {step for unit in evidence.fight_of(line).units for step in evidence.deeds_of(unit)}
        found |= evidence.steps & done
    return found - {line.step}


def _before_drags(evidence: Evidence, line: Line, first: int) -> Iterator[Change]:
    """Yield the key of a way as if it had come before the counter was dragged, the fewest drags first."""
    unit = line.says.get("u") or ""
    drags = [step for step in evidence.visits.get(unit, ()) if first < step < line.step]
    for step in drags[: -_MOST - 1 : -1]:
        yield _before_a_drag(line, step)


def before_all_drags(evidence: Evidence, line: Line) -> Change | None:
    """Return the key of a way as if it had come before its drags since the last die; None without any."""
    if evidence.grammar.verbs[line.says.verb].governs != WAY:
        return None
    first, _ = _dice_around(evidence, line.step, played=False)
    drags = [step for step in evidence.visits.get(line.says.get("u") or "", ()) if first < step < line.step]
    return _before_a_drag(line, drags[0]) if drags else None


def _before_a_drag(line: Line, step: int) -> Change:
    note = sentence_from(NOTE, verb=line.says.verb, step=line.step, when="before", other=step)
    return Change(PRICE, __name__, note, (line,), (replace(line, step=step),))


def _names_nothing(line: Line) -> bool:
    """Tell whether a line names neither a unit nor a battle."""
    return not line.says.get("u") and not line.says.get("b")


def _is_related(line: Line, other: Line) -> bool:
    """Tell whether another line is about the same battle or one of the same units."""
    if other.step == line.step:
        return False
    units = {line.says.get("u"), line.says.get("x")} - {None}
    number = line.says.get("b")
    same = bool(number) and number == other.says.get("b")
    return same or other.says.get("u") in units or other.says.get("x") in units


def _moved(line: Line, when: str, other: int, to: float) -> Change:
    note = sentence_from(NOTE, verb=line.says.verb, step=line.step, when=when, other=other)
    return Change(PRICE, __name__, note, moved=((line.step, to),))
