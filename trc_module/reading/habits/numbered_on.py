"""Pressed keys of a battle under the number before or after it, since a die or the tracker makes the number go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import ATTACK, DEFEND, Declaration
from trc_module.reading.battle import DECLARING, Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence, sentence_from

READ_AS = "keys of that battle, if it has the next die before or after them and the units stood where they fought in it"
PRICE = 1
NOTE = "What lines say of battle {other}{until} is read as said of battle {battle}, whose die is next to them."
WITNESS = "a defender's key under the next number"
_MOST_PARTS = 4
"""The greatest number of beginnings of a battle's lines that are tried as those of another battle."""


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines of battles in question as those of the battle whose die fell just before or just after them.

    A battle with a die of its own keeps what declares it; only what comes first in its lines may be of the one before.
    One that nothing declares has none: its dice may be another's.
    """
    for fight in evidence.concerned:
        lines = [line for line in evidence.lines if line.says.get("b") == fight.number]
        if fight.known or not lines or (fight.declared and not fight.units):
            continue
        before, after = _beside(evidence, fight, lines)
        if before is not None and not _is_attacked_elsewhere(evidence, fight, before, lines[0].step):
            for part in _beginnings(evidence, fight, before, lines):
                yield _as_of(fight, before, part, whole=len(part) == len(lines))
        if after is not None and not fight.rolls and _all_fit(evidence, after, lines):
            yield _as_of(fight, after, lines, whole=True)


def _beside(evidence: Evidence, fight: Fight, lines: list[Line]) -> tuple[Fight | None, Fight | None]:
    """Return the battles of the last die before a battle's lines and of the first one after them."""
    others = [other for other in evidence.fights.values() if other is not fight and other.rolls and other.units]
    before = [other for other in others if other.rolls[0] < lines[0].step]
    after = [other for other in others if other.rolls[0] > lines[-1].step]
    return (
        max(before, key=lambda other: other.rolls[-1], default=None),
        min(after, key=lambda other: other.rolls[0], default=None),
    )


def _beginnings(evidence: Evidence, fight: Fight, right: Fight, lines: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines with which those of a battle begin that may be of another, the most first.

    What remains of a battle that has a die has attackers and defenders.
    """
    role = evidence.grammar.role
    fitting = next((at for at, line in enumerate(lines) if not _fits(evidence, right, line)), len(lines))
    if fight.declared:
        fitting = min(fitting, next((at for at, line in enumerate(lines) if line.step in fight.rolls), fitting))
    if fitting == len(lines):
        yield lines
        return
    cuts = [at for at in range(fitting, 0, -1) if lines[at].step != lines[at - 1].step]
    for at in cuts[:_MOST_PARTS]:
        left = {role(line.says.verb) for line in lines[at:]}
        if left >= {ATTACK, DEFEND} and any(role(line.says.verb) in DECLARING for line in lines[:at]):
            yield lines[:at]


def _all_fit(evidence: Evidence, right: Fight, lines: list[Line]) -> bool:
    return all(_fits(evidence, right, line) for line in lines)


def _fits(evidence: Evidence, right: Fight, line: Line) -> bool:
    """Tell whether a line may be one of a battle: what it declares its unit for was possible when the die fell."""
    unit, role = line.says.get("u"), evidence.grammar.role(line.says.verb)
    if unit is None or role not in DECLARING:
        return unit is None or unit in right.units or not _is_elsewhere(evidence, unit)
    if role == DEFEND:
        return _stood_there(evidence, right, unit)
    return unit in right.attackers or (
        _could_attack(evidence, right, unit) and not _has_gone(evidence, unit, right.at, line.step)
    )


def _is_attacked_elsewhere(evidence: Evidence, fight: Fight, right: Fight, step: int) -> bool:
    """Tell whether a battle is declared against units that have gone since the die of another: that is a new attack."""
    return bool(fight.attackers) and any(_has_gone(evidence, foe, right.at, step) for foe in fight.defenders)


def _is_elsewhere(evidence: Evidence, unit: UnitId) -> bool:
    """Tell whether a unit fights in a battle that has a die."""
    return any(unit in fight.units and fight.rolls for fight in evidence.fights.values())


def _stood_there(evidence: Evidence, right: Fight, unit: UnitId) -> bool:
    """Tell whether a unit stood with the defenders of a battle, or where all its attackers could attack it."""
    at = evidence.place(unit, right)
    if right.defenders:
        return at is not None and at in {evidence.place(foe, right) for foe in right.defenders}
    return all(evidence.adjacent(evidence.place(own, right), at) for own in right.attackers)


def _could_attack(evidence: Evidence, right: Fight, unit: UnitId) -> bool:
    if evidence.side_of[unit] != evidence.attacker(right):
        return False
    at = evidence.place(unit, right)
    return unit in evidence.boxed or all(evidence.adjacent(at, evidence.place(foe, right)) for foe in right.defenders)


def _has_gone(evidence: Evidence, unit: UnitId, die: int, step: int) -> bool:
    """Tell whether a counter was put elsewhere between a die and a line."""
    return any(min(die, step) < visit <= max(die, step) for visit in evidence.visits.get(unit, ()))


def _as_of(fight: Fight, right: Fight, lines: list[Line], *, whole: bool) -> Change:
    until = "" if whole else Sentence(" up to step {step}", lines[-1].step)
    into = tuple(
        replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": right.number})) for line in lines
    )
    note = sentence_from(NOTE, other=fight.number, until=until, battle=right.number)
    return Change(PRICE, __name__, note, tuple(lines), into)
