"""Keys that nobody pressed in an earlier phase of battles, or pressed twice, and that explain what a later one is
accused of.

A key that nobody pressed names a unit alone, and what it says lasts beyond the phase: a marker put beside a counter,
the accused one or one in a battle with it. A key that was pressed twice says a number that the rest of the turn goes
without. What such a key explains is undecided, since its player alone knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from trc_module.auditing.completing import Completing, PhaseJudge, read_again, with_what_was_chosen_before
from trc_module.auditing.reading import Reader
from trc_module.auditing.weighed import PhaseRead, accusations_of, together
from trc_module.declarations import Declaration
from trc_module.declarations.policy import COUNT
from trc_module.reading import habits
from trc_module.reading.battle import fights_of
from trc_module.reading.changes import Change
from trc_module.reading.evidence import said_by
from trc_module.reading.habits import pressed_twice, said_nothing
from trc_module.rules.clock import FIGHT
from trc_module.rules.game import Game
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

_MOST_BEFORE = 2
"""The greatest number of earlier phases of battles in which such a key is looked for."""


def with_keys_of_before(
    game: Game, referee: PhaseJudge, completing: Completing, phases: Sequence[PhaseRead], reader: Reader
) -> list[PhaseRead] | None:
    """Return phases with a key in an earlier one that explains the last; None if none explains anything."""
    accused = {
        unit for noted in phases[-1].best.after.findings if noted.finding.accuses for unit in noted.finding.units
    }
    if not accused or said_nothing not in habits.HABITS:
        return None
    units = {*accused, *_beside(game, phases[-1], accused)}
    kind_of = game.sequence.kind_of
    fights = [at for at, read in enumerate(phases[:-1]) if kind_of(read.phase.clock) == FIGHT and read.phase.steps]
    for at in fights[: -_MOST_BEFORE - 1 : -1]:
        told = phases[at:]
        base = told[0].best.reading.evidence
        for change in (*_keys(game, told[0], units), *_twice(game, told[0])):
            other = referee.best(told[0].phase, reader.changed(base, (change,)), told[0].before, None)
            if other.weight > told[0].best.weight:
                continue
            first = replace(told[0], best=read_again(other, told[0]), searched=True)
            if not completing.shows_otherwise(first, told, reader):
                continue
            again = [first, *completing.read_on(first, told[1:], reader)]
            now, known = (
                accusations_of(noted for read in each for noted in read.best.after.findings) for each in (again, told)
            )
            if together(*again) < together(*told) and not now - known:
                again = with_what_was_chosen_before(again, told)
                referee.worlds.restore(again[-1].best.after)
                return [*phases[:at], *again]
        referee.as_before(*told)
    return None


def _beside(game: Game, read: PhaseRead, units: set[str]) -> Iterator[str]:
    """Yield the units in battles with some units."""
    for fight in fights_of(game.grammar, (), read.best.reading.evidence.lines).values():
        if not units.isdisjoint(fight.units):
            yield from fight.units


def _twice(game: Game, read: PhaseRead) -> Iterator[Change]:
    """Yield the second of two keys with a number that say the same in a phase, without it."""
    counting = {silent.verb for silent in game.line_policy.silent if any(COUNT in choice for choice in silent.choices)}
    seen: dict[tuple[object, ...], Line] = {}
    for line in read.best.reading.evidence.lines if pressed_twice in habits.HABITS else ():
        verb = line.says.verb
        first = seen.setdefault((verb, said_by(line)), line)
        if verb in counting and first is not line:
            note = sentence_from(pressed_twice.NOTE, verb=verb, step=line.step, first=first.step)
            yield Change(pressed_twice.PRICE, pressed_twice.__name__, note, out=(line,), chosen=True)


def _keys(game: Game, read: PhaseRead, units: set[str]) -> Iterator[Change]:
    """Yield the lines at the end of a phase that name one of some units alone, and were not pressed for it."""
    last = max(step.number for step in read.phase.steps)
    lines = read.best.reading.evidence.lines
    for silent in game.line_policy.silent:
        for unit in sorted(units) if silent.keys == ("u",) else ():
            if any(line.says.verb == silent.verb and line.says.get("u") == unit for line in lines):
                continue
            note = sentence_from(said_nothing.NOTE, line=f"{silent.verb} u={unit}")
            line = Line(last, Declaration(silent.verb, {"u": unit}))
            yield Change(said_nothing.PRICE, said_nothing.__name__, note, into=(line,), after=True, chosen=True)
