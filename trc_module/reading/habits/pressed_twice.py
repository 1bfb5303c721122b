"""Pressed a key twice."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations.policy import COUNT
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence, said_by
from trc_module.reading.words import words_of
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "once"
PRICE = 1
NOTE = "The line {verb} of step {step} says again what step {first} said; it is read once."
WITNESS = "an interceptor named twice"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the second of two lines that say the same, without it; then without the first, if that is accused."""
    accused = {line.says.verb for line in evidence.lines if line.step in evidence.steps and line.says.get(COUNT)}
    seen: dict[tuple[str, tuple[tuple[str, str], ...]], Line] = {}
    for line in evidence.lines:
        first = seen.setdefault((line.says.verb, said_by(line)), line)
        about = line.says.get("u") or evidence.grammar.verbs[line.says.verb].says_only or _holds(line)
        # Of a number that is too great in all any part may have been said twice.
        own = evidence.concerns(line)
        asked = (own or line.says.verb in accused) and not _is_of_an_unknown_battle(evidence, line)
        if first is not line and about and not evidence.is_die(line) and asked:
            note = sentence_from(NOTE, verb=line.says.verb, step=line.step, first=first.step)
            yield Change(PRICE, __name__, note, out=(line,), chosen=not own)
            if first.step in evidence.steps:
                note = sentence_from(NOTE, verb=line.says.verb, step=first.step, first=line.step)
                yield Change(PRICE, __name__, note, out=(first,))


def _holds(line: Line) -> bool:
    """Tell whether a line states what holds for the turn: stated again it holds as well."""
    return not line.says.get("b") and any(value in words_of("holds") for value in line.says.fields.values())


def _is_of_an_unknown_battle(evidence: Evidence, line: Line) -> bool:
    """Tell whether no unit is known of a line's battle: then nobody can tell whether its key was pressed twice.

    A line that names whom its unit meets tells of both by itself, whatever its number is.
    """
    fight = evidence.fights.get(line.says.get("b") or "")
    return fight is not None and not fight.units and not line.says.get("x")
