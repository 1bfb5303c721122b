"""Put a unit into another battle by mistake, and did not press the key by which it leaves, or too early or too late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.declarations import ATTACK, DEFEND, LEAVE, Declaration
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = "a part of one of the two, if only such keys were pressed in between; undecided, as its player alone knows"
PRICE = 1
OF_THE_FIRST = 2
"""The price for a unit that is read as put into the first of the two: the last word counts."""
NOTE = "{unit} is put into the battles {other} and {battle} one after the other; it is read as put into the last."
LEFT = "The line {verb} of step {step} is read as if it came before {unit} was put into battle {battle}."
WITNESS = "a unit put into two battles"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield a unit's key for one battle as that for the other of two that it is put into, the last one first.

    A key by which it leaves a battle behind the key that puts it there is read as if it came before that.
    """
    role = evidence.grammar.role
    for at, line in enumerate(evidence.lines):
        if role(line.says.verb) in (ATTACK, DEFEND) and line.says.get("b") and evidence.concerns(line):
            for other in _next_of_the_unit(evidence, at):
                if role(other.says.verb) == LEAVE:
                    yield _came_before(other, line)
                else:
                    yield from (_as_of(line, other, PRICE), _as_of(other, line, OF_THE_FIRST))


def _next_of_the_unit(evidence: Evidence, at: int) -> Iterator[Line]:
    """Yield the next key that puts the unit of a line into another battle, and the keys by which it leaves this one.

    Between them are only keys by which units of that side of a battle join and leave it.
    """
    role, line = evidence.grammar.role, evidence.lines[at]
    own = role(line.says.verb)
    for other in evidence.lines[at + 1 :]:
        if role(other.says.verb) not in (own, LEAVE):
            return
        if other.says.get("u") != line.says.get("u"):
            continue
        same = other.says.get("b") == line.says.get("b")
        if role(other.says.verb) == LEAVE and same:
            yield other
        elif role(other.says.verb) == own and other.says.get("b") and not same:
            yield other
            return


def _as_of(line: Line, right: Line, price: int) -> Change:
    """Return the change by which a unit's key for one battle is that for another."""
    battle, unit = right.says["b"], line.says["u"]
    again = replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": battle}))
    note = sentence_from(NOTE, unit=unit, other=line.says["b"], battle=battle)
    return Change(price, __name__, note, (line,), (again,), chosen=True)


def _came_before(left: Line, line: Line) -> Change:
    """Return the change by which the key by which a unit leaves a battle comes before the key that puts it there."""
    note = sentence_from(LEFT, verb=left.says.verb, step=left.step, unit=line.says["u"], battle=line.says["b"])
    return Change(PRICE, __name__, note, (left,), (replace(left, step=line.step),), chosen=True)
