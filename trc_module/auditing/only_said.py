"""Keys that only say something, pressed just before the tracker was advanced to their phase, or just after that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import structs
from msgspec.structs import replace

from trc_module.auditing.drags import legs_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.reading import rolls
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.sentence import sentence_from

NOTE = "What is said in step {steps} is read as part of {clock}: the turn tracker was advanced too {when}."

_OF_WHAT = ("u", "b", "side", "marker")
"""The fields by which a line says of what it speaks: a unit, a battle, a side, or a marker that lies somewhere."""


def with_what_was_only_said(
    log: GameLog, earlier: Phase, later: Phase, told: Collection[int]
) -> Iterator[tuple[str, tuple[Phase, Phase]]]:
    """Yield two phases in a row, each with what is only said at the other's border, and what is to be noted of that.

    `told` are the steps with which something is held against somebody. Behind what is said at the end of a phase, and
    before what is said at the beginning of one, no counter goes anywhere and no die falls.
    """
    if earlier.next != later.clock:
        return
    said = [step for step in _at_the_border(log, reversed(earlier.steps)) if step.number in told]
    if said:
        rest = [step for step in earlier.steps if step not in said]
        parts = structs.replace(earlier, steps=rest), replace(later, steps=[*reversed(said), *later.steps])
        yield sentence_from(NOTE, steps=_numbers(said), clock=later.clock.words, when="late"), parts
    said = [step for step in _at_the_border(log, later.steps) if step.number in told]
    if said:
        rest = [step for step in later.steps if step not in said]
        parts = structs.replace(earlier, steps=[*earlier.steps, *said]), replace(later, steps=rest)
        yield sentence_from(NOTE, steps=_numbers(said), clock=earlier.clock.words, when="early"), parts


def _at_the_border(log: GameLog, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps that only say something, up to the first in which something is done."""
    verbs = log.parts.game.grammar.verbs
    for step in steps:
        if rolls(step) or any(legs_of(log, step)):
            return
        lines = step.declarations
        # What names neither a unit nor a battle nor the side whose victory or end of the game it is, such as a number
        # of points, belongs to the moment in which it is said.
        if lines and all(verbs[says.verb].says_only and any(map(says.get, _OF_WHAT)) for says in lines):
            yield step


def _numbers(steps: Iterable[Step]) -> str:
    return ", ".join(str(number) for number in sorted(step.number for step in steps))
