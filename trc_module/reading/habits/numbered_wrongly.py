"""Told what became of a battle under the number of another one, in which the unit was not, or not last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trc_module.declarations import ATTACK, DEFEND, Declaration
from trc_module.reading.battle import DECLARING, Fight, is_rolled
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import rolled_plain, said_elsewhere, said_nothing
from trc_module.reading.habits.left_out import NOTE as LEFT_OUT
from trc_module.reading.unsaid import fields_of, of_a_part, tells_a_result
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import paragraph, sentence_from

READ_AS = (
    "told of the battle in which the unit was, and of two of the one whose die fell last; without a unit, and of a "
    "battle that nobody fights, of the one before"
)
PRICE = 1
NOTE = "What {lines} say under the number of battle {other} is read as told of battle {battle}."
WITNESS = "a retreat under another battle's number"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines that tell of a battle in question as those of another one in which their units were.

    All of a number are tried first, then those of one unit.
    """
    for fight in evidence.fights.values():
        lines = [line for line in evidence.lines if line.says.get("b") == fight.number and _tells(evidence, line)]
        if not any(evidence.concerns(line) for line in lines):
            continue
        for other in evidence.fights.values():
            if other is not fight:
                yield from _of_another(evidence, fight, other, lines)


def _of_another(evidence: Evidence, fight: Fight, other: Fight, lines: Sequence[Line]) -> Iterator[Change]:
    """Yield those of the lines that tell of a battle as lines of another one, with units that these name."""
    strays = [line for line in lines if _is_of(evidence, line, fight, other)]
    if not strays:
        yield from _of_a_plain_die(evidence, fight, other, lines)
        return
    together = _as_of(fight, other, strays)
    yield replace(together, certain=_is_certain(evidence, fight, other, strays))
    yield from _with_a_plain_die(evidence, other, together)
    yield from _with_a_result(evidence, other, together)
    yield from _before_the_drags(evidence, together)
    nowhere = {unit: None for line in strays if (unit := line.says.get("u")) and unit not in other.units}
    if nowhere and other.declared:
        yield _joined(evidence, together, other, list(nowhere))
    for unit in dict.fromkeys(line.says.get("u") for line in strays):
        own = [line for line in strays if line.says.get("u") == unit]
        if len(own) < len(strays):
            yield _as_of(fight, other, own)
        early = [line.step for line in own if other.rolls and line.step < other.rolls[-1]]
        if early:
            # What was done before the die was begun too early as well.
            yield replace(_as_of(fight, other, own), moved=tuple((step, other.rolls[-1] + 0.5) for step in early))


def _of_a_plain_die(evidence: Evidence, fight: Fight, other: Fight, lines: Sequence[Line]) -> Iterator[Change]:
    """Yield those of the lines that tell of a battle as lines of another one whose die may have been rolled plain."""
    strays = [line for line in lines if line.says.get("u") in other.units - fight.units]
    if strays and not other.rolls:
        yield from _with_a_plain_die(evidence, other, _as_of(fight, other, strays))


def _with_a_plain_die(evidence: Evidence, fight: Fight, told: Change) -> Iterator[Change]:
    """Yield lines as told of a battle, with each plain die as one of it before them or before what else is told of it.

    Either change alone explains nothing: the battle's own dice brought less, and the die brought what nobody suffered.
    The die may have been read as that of another battle.
    """
    last = max(line.step for line in (*told.out, *fight.results))
    for die in evidence.lines if any(evidence.concerns(line) for line in told.out) else ():
        if _may_be_of(evidence, die, fight) and die.step < last and _before(fight, die):
            for slot in evidence.policy.slots:
                if slot.fields or not evidence.has_die(fight, slot):
                    plain = rolled_plain.as_of(die, fight.number, slot)
                    note, price = paragraph((told.note, plain.note)), told.price + plain.price
                    yield Change(price, __name__, note, (*told.out, *plain.out), (*told.into, *plain.into))


def _may_be_of(evidence: Evidence, line: Line, fight: Fight) -> bool:
    """Tell whether a line is a plain die, and is not read as one of this battle yet."""
    return line.step in evidence.rolled_plain and bool(line.says.get("die")) and line.says.get("b") != fight.number


def _with_a_result(evidence: Evidence, fight: Fight, told: Change) -> Iterator[Change]:
    """Yield lines as told of a battle, with each result that it may have and no key says.

    Either alone explains nothing: nothing comes of a battle without a result, nor of this result.
    """
    for silent in evidence.policy.silent if fight.rolls and fight.rolls[-1] < told.out[0].step else ():
        said = any(line.says.verb == silent.verb for line in (*fight.results, *told.out))
        if silent.free or said or not tells_a_result(silent):
            continue
        for fields in fields_of(evidence, fight, silent):
            line = Line(fight.rolls[-1], Declaration(silent.verb, fields))
            price = told.price + said_nothing.PRICE_OF_WHAT_WAS_DONE + of_a_part(silent, fields)
            notes = paragraph((told.note, said_nothing.note_of(line.says)))
            yield replace(told, price=price, note=notes, into=(line, *told.into), after=True)


def _before_the_drags(evidence: Evidence, told: Change) -> Iterator[Change]:
    """Yield lines as told of a battle, the keys of ways among them before what was dragged of these since the last die.

    Either alone explains nothing: the counter went in part without a key, and in part by that of another battle.
    """
    earlier = [said_elsewhere.before_all_drags(evidence, line) for line in told.into]
    moved = [change for change in earlier if change is not None]
    if moved:
        into = (change.into[0] if change else line for change, line in zip(earlier, told.into, strict=True))
        notes = paragraph((told.note, *(change.note for change in moved)))
        yield replace(told, price=told.price + len(moved) * said_elsewhere.PRICE, note=notes, into=tuple(into))


def _tells(evidence: Evidence, line: Line) -> bool:
    """Tell whether a line says what became of a battle or of a unit in it; so does a die of one that nobody fights."""
    if evidence.grammar.role(line.says.verb) in DECLARING:
        return False
    return not is_rolled(evidence.grammar, line) or not evidence.fight_of(line).units


def _is_of(evidence: Evidence, line: Line, fight: Fight, other: Fight) -> bool:
    """Tell whether a line under the number of one battle may tell of another."""
    unit = line.says.get("u")
    if is_rolled(evidence.grammar, line):
        return bool(other.attackers and other.defenders) and not other.rolls and _before(other, line)
    if unit is None:
        return not fight.units and bool(other.units and other.rolls) and other.rolls[0] < line.step
    return _is_of_its_unit(evidence, line, unit, fight, other)


def _is_of_its_unit(evidence: Evidence, line: Line, unit: UnitId, fight: Fight, other: Fight) -> bool:
    """Tell whether what a line under the number of one battle says of a unit may be told of another."""
    # Of two battles what comes next comes of the last die.
    last = _last_die(other, line) > _last_die(fight, line)
    if unit in other.units and unit in fight.units:
        return last and not _is_told(line, other)
    if unit in other.units:
        # Nothing comes of a battle without a die but by a card, and of the number's own not before its die.
        return bool(other.rolls or not _last_die(fight, line))
    # Whom no other line puts into a battle may have been left out of the one before, or of that of a unit beside it.
    nowhere = not any(unit in each.units for each in evidence.fights.values() if each is not fight or not last)
    left = _stands_with(evidence, unit, other) or (not fight.units and bool(other.units))
    return nowhere and left and _before(other, line)


def _stands_with(evidence: Evidence, unit: UnitId, fight: Fight) -> bool:
    """Tell whether a unit stands in one hex with one in a battle when that is declared."""
    step = min(fight.declared, default=0)
    at = evidence.place_at(unit, step) if unit in evidence.side_of else None
    return at is not None and any(evidence.place_at(each, step) == at for each in fight.units)


def _is_certain(evidence: Evidence, fight: Fight, other: Fight, strays: Sequence[Line]) -> bool:
    """Tell whether nobody fights under the number, and the units of the lines fight in one battle alone."""
    units = {line.says.get("u") for line in strays}
    others = [each for each in evidence.fights.values() if each.units & units]
    return not fight.units and units <= other.units and others == [other]


def _is_told(line: Line, fight: Fight) -> bool:
    """Tell whether a line of a battle says the same of the same unit."""
    told = {(result.says.verb, result.says.get("u")) for result in fight.results}
    return (line.says.verb, line.says.get("u")) in told


def _last_die(fight: Fight, line: Line) -> int:
    """Return the step of a battle's last die before a line; 0 if none had fallen."""
    return max((die for die in fight.rolls if die < line.step), default=0)


def _before(fight: Fight, line: Line) -> bool:
    return all(step < line.step for step in fight.declared)


def _as_of(fight: Fight, other: Fight, lines: Sequence[Line]) -> Change:
    into = tuple(
        replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": other.number})) for line in lines
    )
    told = " and ".join(f"{line.says.verb} of step {line.step}" for line in lines)
    note = sentence_from(NOTE, lines=told, other=fight.number, battle=other.number)
    # Of a battle that was rolled and has one side alone, the other has more likely been left out.
    price = PRICE + bool(fight.rolls and fight.units and not (fight.attackers and fight.defenders))
    return Change(price, __name__, note, tuple(lines), into)


def _joined(evidence: Evidence, told: Change, fight: Fight, units: Sequence[UnitId]) -> Change:
    """Return the change by which units of which lines tell are put into that battle as well."""
    side, verbs = evidence.attacker(fight), {r: min(evidence.grammar.verbs_of(r)) for r in (ATTACK, DEFEND)}
    new = tuple(
        Line(
            fight.declared[0],
            Declaration(verbs[ATTACK if evidence.side_of[unit] == side else DEFEND], {"b": fight.number, "u": unit}),
        )
        for unit in units
    )
    note = paragraph((told.note, sentence_from(LEFT_OUT, units=" and ".join(units), battle=fight.number)))
    return replace(told, price=told.price + 1, note=note, into=(*told.into, *new))
