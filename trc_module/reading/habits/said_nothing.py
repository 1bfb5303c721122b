"""Did not press a key that only says something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.declarations import Declaration
from trc_module.declarations.policy import RESULT, Silent
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.reading.unsaid import fields_of, is_of_no_battle, of_a_part, parts_of, tells_a_result
from trc_module.rules.interpretation import Line
from trc_module.sentence import paragraph, sentence_from

READ_AS = "pressed, where that breaks nothing; undecided where it was pressed for something else instead"
PRICE = 2
PRICE_OF_WHAT_WAS_DONE = 1
"""The price of a result that a battle has not, and of which something was carried out."""
NOTE = "No line says {line}; it is read so, which breaks nothing."
WITNESS = "a target that no key names"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines that the battles in question may have had, before them and after their dice."""
    for fight in evidence.concerned:
        for silent in evidence.policy.silent:
            if is_of_no_battle(silent) or (tells_a_result(silent) and not _may_have_brought(evidence, fight, silent)):
                continue
            elsewhere = _was_pressed_elsewhere(evidence, silent)
            for fields in fields_of(evidence, fight, silent):
                pressed = _pressed_for(evidence, fight, silent, fields)
                if pressed and "u" not in silent.keys:
                    # A line with another value states what was chosen.
                    continue
                if any(line.says.verb == silent.verb and _tells(line, silent, fields) for line in evidence.lines):
                    continue
                chosen = silent.free or pressed or elsewhere
                says = Declaration(silent.verb, fields)
                note = note_of(says)
                for step, after in _moments(fight, silent):
                    done = _done_before(evidence, fight, step) if tells_a_result(silent) else {}
                    notes = (note, *(sentence_from(EARLY, step=early, die=step) for early in done))
                    line = Line(step, says)
                    yield Change(
                        price_of(evidence, fight, silent, fields) + of_a_part(silent, fields),
                        __name__,
                        paragraph(notes),
                        into=(line,),
                        after=after,
                        moved=tuple(done.items()),
                        chosen=chosen,
                    )


def _may_have_brought(evidence: Evidence, fight: Fight, silent: Silent) -> bool:
    """Tell whether a key may say what came of a battle's die, or what a result became that another line states."""
    of_the_die = next(key.verb for key in evidence.policy.silent if tells_a_result(key))
    stated = (line for line in evidence.lines if line.says.get("b") == fight.number and line.says.get(RESULT))
    return bool(fight.rolls) and (silent.verb == of_the_die or any(line.says.verb != silent.verb for line in stated))


def note_of(says: Declaration) -> str:
    """Return the note of a line that is supplied."""
    return sentence_from(NOTE, line=" ".join((says.verb, *map("=".join, says.fields.items()))))


def price_of(evidence: Evidence, fight: Fight, silent: Silent, fields: Mapping[str, str]) -> int:
    """Return the price of a key: less for a result that no key says, and of which something accused was carried out.

    The result of a part of a battle's units is not that of the others.
    """
    told = [line for line in fight.results if line.says.verb == silent.verb]
    said = any(of_a_part(silent, fields) or not of_a_part(silent, line.says.fields) for line in told)
    # A retreat shows in the steps of its drags, and not in that of its key.
    accused = (line.step in evidence.steps or line.says.get("u") in evidence.units for line in fight.results)
    done = tells_a_result(silent) and not said and any(accused)
    return PRICE_OF_WHAT_WAS_DONE if done else PRICE


def _tells(line: Line, silent: Silent, fields: Mapping[str, str]) -> bool:
    """Tell whether a line says something of the same battle and units, and of the same part of them."""
    parts = parts_of(silent)
    same = all(line.says.get(key) == fields[key] for key in ("b", "u", "x") if key in fields)
    return same and all((line.says.get(key) or "") == fields.get(key, "") for key in parts)


def _moments(fight: Fight, silent: Silent) -> Iterator[tuple[int, bool]]:
    """Yield the steps before (True: behind) whose lines the key may have been pressed.

    What names a battle is said of one that is declared; what names no more than a unit may be said before that. What
    came of a die is said behind it.
    """
    if tells_a_result(silent):
        yield from ((step, True) for step in sorted(set(fight.rolls)))
        return
    if "b" not in silent.keys or not fight.rolls:
        yield from ((step, False) for step in fight.steps[:1])
    if "b" in silent.keys and not fight.rolls:
        yield from ((step, True) for step in sorted(fight.declared)[-1:])
    for step in sorted(set(fight.rolls)):
        if "b" in silent.keys:
            yield step, False
        yield step, True


def _done_before(evidence: Evidence, fight: Fight, die: int) -> dict[int, float]:
    """Return what was carried out of a battle between its declaration and its die, as done just behind that."""
    first = max((step for step in fight.declared if step < die), default=die)
    units = {line.says.get("u") for line in fight.results if first < line.step < die} - {None}
    done = sorted({step for unit in units if unit for step in evidence.deeds_of(unit) if first < step < die})
    return {step: die + (at + 1) / (len(done) + 1) for at, step in enumerate(done)}


def _pressed_for(evidence: Evidence, fight: Fight, silent: Silent, fields: Mapping[str, str]) -> bool:
    """Tell whether a key that names a battle was pressed for this one, or for that part of it."""
    told = {key: value for key, value in fields.items() if key not in ("b", "u", "x")} | {"b": fight.number}
    return "b" in silent.keys and any(
        line.says.verb == silent.verb and _tells(line, silent, told) for line in evidence.lines
    )


def _was_pressed_elsewhere(evidence: Evidence, silent: Silent) -> bool:
    """Tell whether a key that names a unit alone was pressed for one in no battle: it may have been chosen instead."""
    fought = {unit for other in evidence.fights.values() if other.declared or other.known for unit in other.units}
    said = (line.says.get("u") for line in evidence.lines if line.says.verb == silent.verb)
    return "b" not in silent.keys and any(unit not in fought for unit in said)
