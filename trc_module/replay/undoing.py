"""Which steps of a log still count once undo and redo have had their say.

VASSAL never deletes a step: an undo appends the inverse commands as a step of its own, and undoing on walks
back over everything logged, earlier undo steps included, so that it may redo. An undo step is therefore
matched with the step whose outcome it reverses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from trc_module.replay.events import PropertySet, Reported, Said, Step, TurnSet
from trc_module.replay.pieces import Spot

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Undone:
    """A step that was taken back by a later one; where it was redone, it counts as done at `redone`."""

    step: Step
    by: int
    redone: int | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The steps that count, in their order, and those that were taken back."""

    steps: tuple[Step, ...]
    undone: tuple[Undone, ...]


@dataclass(slots=True)
class _Mark:
    """What an undo step did to the steps that count: took `gone` away, or brought it back."""

    step: Step
    gone: Step
    returned: bool


def settle(steps: Iterable[Step]) -> Settled:
    """Tell which steps count.

    An undo step that reverses nothing we know (an edited log, or one that was continued elsewhere) counts as
    a step of its own: what it did to the table is then read like any other act.
    """
    counting: list[Step] = []
    marks: list[_Mark] = []
    undone: list[Undone] = []
    for step in steps:
        if not step.is_undo:
            counting.append(step)
            continue
        latest = max((c.number for c in counting), default=0)
        mark = next((m for m in reversed(marks) if m.step.number > latest and _reverses(step, m.step)), None)
        if mark is not None and not mark.returned:
            again = replace(mark.gone, number=step.number)
            counting.append(again)
            undone = [replace(u, redone=step.number) if u.by == mark.step.number else u for u in undone]
            marks.append(_Mark(step, again, returned=True))
            continue
        taken = next((c for c in reversed(counting) if _reverses(step, c)), None)
        if taken is None:
            counting.append(step)
            continue
        counting.remove(taken)
        undone.append(Undone(taken, step.number))
        marks.append(_Mark(step, taken, returned=False))
    return Settled(tuple(counting), tuple(undone))


def _reverses(undo: Step, step: Step) -> bool:
    return (
        _moves(step) == {(piece, after, before) for piece, before, after in _moves(undo)}
        and {(p.name, p.old, p.new) for p in _of(step, PropertySet)}
        == {(p.name, p.new, p.old) for p in _of(undo, PropertySet)}
        and [t.tracker for t in _of(step, TurnSet)] == [t.tracker for t in _of(undo, TurnSet)]
        and all(new.new == old.old for new, old in zip(_of(undo, TurnSet), _of(step, TurnSet), strict=True))
        and _chats_reverse(_chats(undo), _chats(step))
    )


def _moves(step: Step) -> set[tuple[str, Spot | None, Spot | None]]:
    return {
        (c.piece.id, c.before, c.after)
        for c in step.changes.pieces
        if c.before != c.after or (c.old_state is None) != (c.new_state is None)
    }


def _of(step: Step, kind: type[E]) -> list[E]:
    return [event for event in step.events if isinstance(event, kind)]


def _chats(step: Step) -> list[str]:
    # An undone line of a player comes back as a report of VASSAL's.
    return [e.text if isinstance(e, Reported) else e.words for e in step.events if isinstance(e, Reported | Said)]


def _chats_reverse(undo: Sequence[str], done: Sequence[str]) -> bool:
    # VASSAL puts words in front of the line, in the language of the player who undid it.
    return len(undo) == len(done) and all(u.endswith(d) for u, d in zip(reversed(undo), done, strict=True))
