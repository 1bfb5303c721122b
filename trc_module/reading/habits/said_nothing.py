"""Did not press a key that only says something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from trc_module.declarations import Declaration
from trc_module.declarations.policy import RESULT, Silent
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
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
            if _is_of_no_battle(silent) or (tells_a_result(silent) and not _may_have_brought(evidence, fight, silent)):
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
                note = _note(says)
                for step, after in _moments(fight, silent):
                    done = _done_before(evidence, fight, step) if tells_a_result(silent) else {}
                    notes = (note, *(sentence_from(EARLY, step=early, die=step) for early in done))
                    line = Line(step, says)
                    yield Change(
                        _price(evidence, fight, silent, fields) + of_a_part(silent, fields),
                        __name__,
                        paragraph(notes),
                        into=(line,),
                        after=after,
                        moved=tuple(done.items()),
                        chosen=chosen,
                    )
        yield from _what_becomes_of_results(evidence, fight)
    for silent in evidence.policy.silent:
        if _is_of_no_battle(silent):
            yield from _of_no_battle(evidence, silent)


def _may_have_brought(evidence: Evidence, fight: Fight, silent: Silent) -> bool:
    """Tell whether a key may say what came of a battle's die, or what a result became that another line states."""
    of_the_die = next(key.verb for key in evidence.policy.silent if tells_a_result(key))
    stated = (line for line in evidence.lines if line.says.get("b") == fight.number and line.says.get(RESULT))
    return bool(fight.rolls) and (silent.verb == of_the_die or any(line.says.verb != silent.verb for line in stated))


def _what_becomes_of_results(evidence: Evidence, fight: Fight) -> Iterator[Change]:
    """Yield each result that a battle may have and no key says, with one that it becomes by no choice of a player.

    Either alone explains nothing: what was carried out came of neither the die nor a result that nobody has named.
    """
    telling = [silent for silent in evidence.policy.silent if tells_a_result(silent) and not silent.free]
    if not (fight.attackers and fight.defenders and fight.rolls and telling):
        return
    first, *others = telling
    told = {silent.verb for silent in telling}
    if any(line.says.verb in told for line in fight.results):
        return
    results = [fields for fields in fields_of(evidence, fight, first) if fields.keys() == set(first.keys)]
    results = [fields for fields in results if _price(evidence, fight, first, fields) < PRICE]
    for then in others:
        for fields, more in product(results, fields_of(evidence, fight, then)):
            if fields[RESULT] != more[RESULT]:
                lines = Declaration(first.verb, fields), Declaration(then.verb, more)
                yield Change(
                    2 * PRICE_OF_WHAT_WAS_DONE,
                    __name__,
                    paragraph(_note(says) for says in lines),
                    into=tuple(Line(fight.rolls[-1], says) for says in lines),
                    after=True,
                )


def _note(says: Declaration) -> str:
    return sentence_from(NOTE, line=" ".join((says.verb, *map("=".join, says.fields.items()))))


def _is_of_no_battle(silent: Silent) -> bool:
    """Tell whether a key names two units and no battle: what an aircraft does for another unit."""
    return "x" in silent.keys and "b" not in silent.keys


def tells_a_result(silent: Silent) -> bool:
    """Tell whether a key says what came of a die: nothing came of a battle for which none was rolled."""
    return any(RESULT in choice for choice in silent.choices)


def _price(evidence: Evidence, fight: Fight, silent: Silent, fields: Mapping[str, str]) -> int:
    """Return the price of a key: less for a result that no key says, and of which something accused was carried out.

    The result of a part of a battle's units is not that of the others.
    """
    told = [line for line in fight.results if line.says.verb == silent.verb]
    said = any(of_a_part(silent, fields) or not of_a_part(silent, line.says.fields) for line in told)
    # A retreat shows in the steps of its drags, and not in that of its key.
    accused = (line.step in evidence.steps or line.says.get("u") in evidence.units for line in fight.results)
    done = tells_a_result(silent) and not said and any(accused)
    return PRICE_OF_WHAT_WAS_DONE if done else PRICE


def of_a_part(silent: Silent, fields: Mapping[str, str]) -> bool:
    """Tell whether a key says something of a part of a battle's units alone: few battles have such a part."""
    return tells_a_result(silent) and not _parts(silent).isdisjoint(fields)


def _parts(silent: Silent) -> set[str]:
    """Return the fields that a line need not have: a result may be that of some of a battle's defenders alone."""
    return {key for choice in silent.choices for key in choice} - set(silent.keys)


def _of_no_battle(evidence: Evidence, silent: Silent) -> Iterator[Change]:
    """Yield the lines that say for which unit an aircraft flew, one of them accused; only its player can know."""
    step = min(evidence.steps, default=0)
    said = {line.says.get("x") for line in evidence.lines if line.says.verb == silent.verb}
    for air in (unit for unit in evidence.boxed if unit not in said):
        own = [unit for unit in evidence.standing if evidence.side_of[unit] == evidence.side_of[air]]
        for unit in own if air in evidence.units else sorted(evidence.units.intersection(own)):
            if evidence.place_at(unit, step) is not None:
                says = Declaration(silent.verb, {"u": unit, "x": air})
                price = PRICE + (unit not in evidence.units)
                yield Change(price, __name__, _note(says), into=(Line(step, says),), chosen=True)


def _tells(line: Line, silent: Silent, fields: Mapping[str, str]) -> bool:
    """Tell whether a line says something of the same battle and units, and of the same part of them."""
    parts = _parts(silent)
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


def fields_of(evidence: Evidence, fight: Fight, silent: Silent) -> Iterable[dict[str, str]]:
    """Yield the fields that such a line may have had."""
    fields = evidence.grammar.verbs[silent.verb].fields
    boxed = [unit for unit in evidence.boxed if unit not in fight.units]
    values: list[list[str]] = []
    for key in silent.keys:
        if key == "b":
            values.append([fight.number])
        elif key == "u":
            # A key that names another unit beside its own is one of those that wait in boxes.
            values.append(boxed if "x" in silent.keys else [*fight.attackers, *fight.defenders])
        elif key == "x":
            values.append([unit for unit in _flying(evidence, fight) if unit in evidence.boxed])
    keys = [key for key in silent.keys if key in ("b", "u", "x")]
    for chosen in product(*values):
        named = dict(zip(keys, chosen, strict=True))
        for choice in silent.choices:
            if "u" in named and "x" in named and evidence.side_of[named["u"]] == evidence.side_of[named["x"]]:
                continue
            told = {**named, **choice}
            yield {field.key: told[field.key] for field in fields if field.key in told}


def _flying(evidence: Evidence, fight: Fight) -> Iterable[UnitId]:
    """Return the units of a battle; of one that has none, those that lines name beside their own: they fly for them."""
    return fight.units or dict.fromkeys(line.says.get("x") or "" for line in evidence.lines)
