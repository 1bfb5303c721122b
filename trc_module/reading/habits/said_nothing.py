"""Did not press a key that only says something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from trc_module.declarations import Declaration
from trc_module.declarations.policy import Silent
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line

READ_AS = "pressed, where that breaks nothing, and where it was not pressed for something else instead"
PRICE = 2
NOTE = "No line says {line}; it is read so, which breaks nothing."
WITNESS = "a target that no key names"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the lines that the battles in question may have had, before them and after their dice."""
    for fight in evidence.concerned:
        for silent in evidence.policy.silent:
            if silent.verb in evidence.policy.refuses or _meant_something_else(evidence, fight, silent):
                continue
            for fields in _fields(evidence, fight, silent):
                if any(line.says.verb == silent.verb and _tells(line, fields) for line in evidence.lines):
                    continue
                says = Declaration(silent.verb, fields)
                note = NOTE.format(line=" ".join((silent.verb, *(f"{key}={value}" for key, value in fields.items()))))
                for step, after in _moments(fight, silent):
                    line = Line(step, says)
                    yield Change(PRICE, __name__, note, into=(line,), after=after, chosen=silent.free)


def _tells(line: Line, fields: Mapping[str, str]) -> bool:
    """Tell whether a line was made that says the same of the same battle and units."""
    return all(line.says.get(key) == fields[key] for key in ("b", "u", "x") if key in fields)


def _moments(fight: Fight, silent: Silent) -> Iterator[tuple[int, bool]]:
    """Yield the steps before (True: behind) whose lines the key may have been pressed.

    What names a battle is said of one that is declared; what names no more than a unit may be said before that.
    """
    if "b" not in silent.keys or not fight.rolls:
        yield from ((step, False) for step in fight.steps[:1])
    for step in sorted(set(fight.rolls)):
        if "b" in silent.keys:
            yield step, False
        yield step, True


def _meant_something_else(evidence: Evidence, fight: Fight, silent: Silent) -> bool:
    """Tell whether the key was pressed, and for what is in no battle, or for this one: then its absence says something.

    A line with another value, or with another unit, states what its player chose.
    """
    fought = {unit for other in evidence.fights.values() if other.declared or other.known for unit in other.units}
    for line in evidence.lines:
        if line.says.verb != silent.verb:
            continue
        number, unit = line.says.get("b"), line.says.get("u")
        if "b" in silent.keys and number == fight.number:
            return True
        if "b" not in silent.keys and unit not in fought:
            return True
    return False


def _fields(evidence: Evidence, fight: Fight, silent: Silent) -> Iterable[dict[str, str]]:
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
            values.append([unit for unit in (*fight.attackers, *fight.defenders) if unit in evidence.boxed])
    keys = [key for key in silent.keys if key in ("b", "u", "x")]
    for chosen in product(*values):
        named = dict(zip(keys, chosen, strict=True))
        for choice in silent.choices:
            if "u" in named and "x" in named and evidence.side_of[named["u"]] == evidence.side_of[named["x"]]:
                continue
            told = {**named, **choice}
            yield {field.key: told[field.key] for field in fields if field.key in told}
