"""The steps of a log that still count after every undo and redo.

VASSAL never deletes a step: an undo appends the inverse commands as a step of its own, and undoing on walks
back over everything logged, earlier undo steps included, so that it may redo. Only from 3.7 on does it mark
such a step. An undo step is therefore known by what it does: it reverses an earlier step, and its lines are
that step's lines with VASSAL's word for "undo", in the player's language, in front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from trc_module.replay.events import ChatLine, PropertySet, Reported, Step, TurnSet
from trc_module.replay.pieces import Spot


class Undone(Struct, frozen=True):
    """A step that was taken back by a later one; where it was redone, it counts as done at `redone`."""

    step: Step
    by: int
    redone: int | None = None


class Settled(Struct, frozen=True):
    """The steps that count, in their order, and those that were taken back."""

    steps: tuple[Step, ...]
    undone: tuple[Undone, ...]


def settle(steps: Iterable[Step]) -> Settled:
    """Tell which steps count.

    An undo step that reverses nothing we know (an edited log, or one that was continued elsewhere) counts as
    a step of its own: what it did to the table is then read like any other act.
    """
    ledger = _Ledger()
    for step in steps:
        lines = _lines(step)
        if not ledger.undoes(step, lines):
            ledger.count(step, lines)
    return Settled(tuple(sorted(ledger.counting.values(), key=lambda s: s.number)), tuple(ledger.undone.values()))


_Key = tuple[frozenset[tuple[str, Spot | None, Spot | None]], frozenset[tuple[str, str, str]], tuple[str, ...]]


class _Ledger:
    """The steps so far by what they did, so that the step that reverses one finds it at once."""

    def __init__(self) -> None:
        self.counting: dict[int, Step] = {}
        self.undone: dict[int, Undone] = {}
        self._by_key: dict[_Key, list[tuple[Step, Sequence[str]]]] = {}
        """The steps with their lines."""
        self._new: list[tuple[Step, Sequence[str]]] = []
        """Those that are not among them yet: most logs have no step for which one has to look there."""
        # For each undo step, the step that it took away; False once that has been brought back.
        self._took: dict[int, Step | None] = {}
        self._texts = _Texts()

    def count(self, step: Step, lines: Sequence[str]) -> None:
        """Let a step with some lines count."""
        self.counting[step.number] = step
        self._remember(step, lines)

    def _remember(self, step: Step, lines: Sequence[str]) -> None:
        self._new.append((step, lines))
        self._texts.add(lines)

    def undoes(self, undo: Step, lines: Sequence[str]) -> bool:
        """Tell whether a step with some lines takes back an earlier one, and if so, take it back."""
        if (not undo.is_undo and not lines) or not self._texts.may_repeat(lines):
            return False
        for one in self._new:
            self._by_key.setdefault(_key(one[0]), []).append(one)
        self._new.clear()
        found = self._by_key.get(_key(undo, reverse=True), [])
        for place in range(len(found) - 1, max(len(found) - _REACH, 0) - 1, -1):
            step, done = found[place]
            if _lines_reversed(lines, done):
                del found[place]
                self._take(undo, lines, step)
                return True
        return False

    def _take(self, undo: Step, lines: Sequence[str], step: Step) -> None:
        taken = self._took.get(step.number)
        if taken is not None:
            # The step undone was an undo itself: what it took away counts again, as done now.
            again = replace(taken, number=undo.number)
            self.count(again, _lines(again))
            self.undone[taken.number] = replace(self.undone[taken.number], redone=undo.number)
        else:
            self.counting.pop(step.number, None)
            self.undone[step.number] = Undone(step, undo.number)
            self._took[undo.number] = step
        self._remember(undo, lines)


class _Texts:
    """The first lines of the steps so far, to tell at a glance that a step's last line repeats none of them."""

    def __init__(self) -> None:
        self._first: set[str] = set()
        self._begin: set[str] = set()

    def add(self, lines: Sequence[str]) -> None:
        """Remember a step by its first line."""
        if lines:
            self._first.add(lines[0])
            if lines[0]:
                self._begin.add(lines[0][0])

    def may_repeat(self, lines: Sequence[str]) -> bool:
        """Tell whether the last of some lines ends with the first line of a step, and says more."""
        if not lines:
            return True
        text = lines[-1]
        for at in range(1, min(len(text), _LONGEST_PREFIX + 1)):
            if text[at] in self._begin and text[at:] in self._first:
                return True
        return "" in self._first


_LONGEST_PREFIX = 200
"""Characters that VASSAL writes before a line that is undone: its word for it, and the name of who typed the line."""
_REACH = 200
"""The number of steps of the same outcome that are compared: only the latest can be meant."""


def _key(step: Step, *, reverse: bool = False) -> _Key:
    """Return what a step, or the step that reverses it, does."""
    moves = frozenset(
        (c.piece.id, c.after, c.before) if reverse else (c.piece.id, c.before, c.after)
        for c in step.changes.pieces
        if c.before != c.after or (c.old_state is None) != (c.new_state is None)
    )
    properties = frozenset(
        (e.name, e.new, e.old) if reverse else (e.name, e.old, e.new) for e in step.events if isinstance(e, PropertySet)
    )
    turns = tuple(e.old if reverse else e.new for e in step.events if isinstance(e, TurnSet))
    return moves, properties, turns


def _lines(step: Step) -> list[str]:
    # An undone line of a player comes back as a report of VASSAL's.
    return [e.text if isinstance(e, Reported) else e.words for e in step.events if isinstance(e, Reported | ChatLine)]


def _lines_reversed(undo: Sequence[str], done: Sequence[str]) -> bool:
    return len(undo) == len(done) and all(
        u.endswith(d) and 0 < len(u) - len(d) <= _LONGEST_PREFIX for u, d in zip(reversed(undo), done, strict=True)
    )
