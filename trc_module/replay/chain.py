"""A game as a chain of mailed logs: put in order, joined where each goes on from the last, counted as one.

Each log begins with the whole position, so where it goes on is found by comparing positions and not by file names
or dates. A log may also begin with steps of the log before it, which its author stepped through while he was already
logging; they are played once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trc_module.errors import UserError
from trc_module.replay.branching import Joint, find_joint
from trc_module.replay.events import Event, Moved, Step
from trc_module.replay.execution import Execution, Executor, Fingerprint, PieceView, ViewChange, after, execute
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Changes, PieceChange, SeatedPlayer
from trc_module.rules.clock import Clock
from trc_module.vassal.commands import Command


class Origin(Struct, frozen=True):
    """The origin of a step of the chain: the log, by its number in the chain (from 0), and the step in it.

    Step 0 is the log's own beginning, where it differs from what came before.
    """

    log: int
    step: int


class Difference(Struct, frozen=True):
    """A counter that lies elsewhere, or shows another face, where a log begins than where the last one ended."""

    before: PieceView | None
    after: PieceView | None


class Link(Struct, frozen=True):
    """The link of a log to those before it.

    It goes on after step `after` of the chain; its first `replayed` steps are steps of the chain played again, and
    `lost` are the steps of the chain that it does not go on from. `join` is the chain's step at which the table was
    changed to what the log begins with, 0 if nothing had to be; `differences` are what the players would see of it.
    `ended` and `begins` are the moments at which the chain stood and the log begins.
    """

    execution: Execution
    after: int
    replayed: int
    lost: tuple[Origin, ...]
    join: int
    differences: tuple[Difference, ...]
    ended: Clock | None
    begins: Clock | None

    @property
    def adds_nothing(self) -> bool:
        """Tell whether all its steps are in the logs before it."""
        return 0 < self.replayed == len(self.execution.steps)


@dataclass(frozen=True)
class Chain:
    """The logs of one game in their order, and their steps counted through from 1."""

    links: tuple[Link, ...]
    steps: tuple[Step, ...]
    origins: tuple[Origin, ...]
    """By step (the first is step 1)."""

    @property
    def log(self) -> GameLog:
        """Return the first log."""
        return self.links[0].execution.log

    @property
    def players(self) -> tuple[SeatedPlayer, ...]:
        """Return all players in the order in which they sat down."""
        return tuple(dict.fromkeys(player for link in self.links for player in link.execution.players))

    def name(self, log: int) -> str:
        """Return a log's file name, with as much of its folder as tells it from the others."""
        paths = [link.execution.log.path for link in self.links]
        return _short(paths[log], paths)

    @property
    def played(self) -> int:
        """Return how many steps of the logs make the game, each counted once."""
        return sum(origin.step > 0 for origin in self.origins)

    def place(self, step: int) -> tuple[int, int]:
        """Return the number of the log (from 0) and of the step in it that a step of the chain is; 0 for its start."""
        origin = self.origins[step - 1] if step else Origin(0, 0)
        return origin.log, origin.step

    def label(self, step: int) -> str:
        """Return where a step stands, as `12` in a single log and as `b.vlog:12` in one of several."""
        if len(self.links) == 1:
            return str(step)
        origin = self.origins[step - 1]
        return f"{self.name(origin.log)}:{origin.step or 'start'}"

    def number(self, log: str, step: int) -> int:
        """Return the chain's number of the first step of a log from `step` on.

        Raises:
            UserError: No log has that name.
        """
        names = [self.name(index) for index in range(len(self.links))]
        if log not in names:
            raise UserError(f"There is no log '{log}' among {', '.join(names)}.")
        index = names.index(log)
        found = (n for n, o in enumerate(self.origins, 1) if (o.log, o.step) >= (index, step))
        return next(found, len(self.origins) + 1)


def join_logs(
    logs: Sequence[GameLog], on_step: Callable[[int], None] = lambda _: None, executing: Executor = execute
) -> Chain:
    """Put the logs of one game in order and join them; `on_step` hears of each step as it is executed."""
    executions = []
    done = 0
    for log in logs:
        # Bound now: the count goes on from log to log.
        executions.append(executing(log, lambda step, before=done: on_step(before + step)))
        done += len(log.saved.steps)
    return joined(in_order(executions))


def joined(executions: Iterable[Execution]) -> Chain:
    """Join logs of one game that are in their order."""
    chain = _ChainBuilder()
    for execution in executions:
        chain.add(execution)
    return Chain(tuple(chain.links), tuple(chain.steps), tuple(chain.origins))


def in_order(executions: Sequence[Execution]) -> list[Execution]:
    """Return logs of one game in the order in which they were played.

    Of two that begin alike the one that is the beginning of the other comes first, else the older file. Of others the
    moment of the game counts at which each ends and begins; then which begins nearer to where the other ended; then the
    date of the file; then the order in which they were given. But a log never comes before one in the midst of which it
    begins.
    """

    def compare(one: Execution, other: Execution) -> int:
        alike = one.fingerprints[0] == other.fingerprints[0]
        by_date = _order(_date(one), _date(other))
        if alike:
            shorter = min(len(one.did), len(other.did))
            if one.did[:shorter] == other.did[:shorter]:
                return _order(len(one.did), len(other.did))
            if by_date:
                return by_date
        by_moment = _order(*((_moment(execution, -1), _moment(execution, 0)) for execution in (one, other)))
        if by_moment or alike:
            return by_moment
        return _order(_apart(one, other), _apart(other, one)) or by_date

    waiting = sorted(executions, key=cmp_to_key(compare))
    found: list[Execution] = []
    while waiting:
        # Where each begins in the midst of another the first has to do.
        free = (execution for execution in waiting if not any(_begins_in(execution, other) for other in waiting))
        found.append(next(free, waiting[0]))
        waiting.remove(found[-1])
    return found


def _order(one: Any, other: Any) -> int:
    return int(one > other) - int(one < other)


def _begins_in(execution: Execution, other: Execution) -> bool:
    """Tell whether a log begins with a position that another went through, and not the other way round."""
    return execution.fingerprints[0] in other.fingerprints and other.fingerprints[0] not in execution.fingerprints


def _moment(execution: Execution, index: int) -> tuple[int, int]:
    clock = execution.clocks[index]
    return (0, 0) if clock is None else execution.log.parts.game.sequence.order(clock)


def _apart(first: Execution, second: Execution) -> int:
    """Return in how many counters the beginning of the second differs from the end of the first."""
    return sum((after(first.begins, first.changes) - second.begins).values())


def _date(execution: Execution) -> int:
    data = execution.log.saved.save_data
    return (data.date_saved or 0) if data is not None else 0


class _ChainBuilder:
    """The logs that have been joined so far, and the positions through which they led."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.steps: list[Step] = []
        self.origins: list[Origin] = []
        self._changes: list[ViewChange] = []
        self._fingerprints: list[Fingerprint] = []
        self._did: list[tuple[Command, ...] | None] = []
        self._clocks: list[Clock | None] = []
        self._begins: Counter[PieceView] = Counter()
        self._spots: dict[Spot, tuple[str, ...]] = {}

    def add(self, execution: Execution) -> None:
        """Join a log to the end, or to where it goes on."""
        if not self.links:
            self._begins = execution.begins
            self._fingerprints, self._clocks = [execution.fingerprints[0]], [execution.clocks[0]]
            self._spots = execution.log.start_table.position()
            self.links.append(Link(execution, 0, 0, (), 0, (), execution.clocks[0], execution.clocks[0]))
            self._append(execution, 0)
            return
        joint = find_joint(self.steps, self._fingerprints, self._did, execution)
        at, replayed = joint.at, joint.replayed
        if replayed == len(execution.steps) and replayed:
            self.links.append(Link(execution, at, replayed, (), 0, (), execution.clocks[0], execution.clocks[0]))
            return
        lost = self._cut(joint)
        table = execution.log.start_table
        known = self._fingerprints[at] == execution.fingerprints[0]
        before = execution.begins if known else after(self._begins, self._changes)
        differences = _differences(before, execution.begins)
        ended, begins = self._clocks[-1], execution.clocks[0]
        join = 0
        if replayed == 0:
            change = _table_change(self._position(), self._pieces(), table.position(), table.pieces)
            if differences or change.spots or (not known and ended != begins):
                seen = tuple((before - execution.begins).elements()), tuple((execution.begins - before).elements())
                join = self._join(change, seen, execution)
        self.links.append(Link(execution, at, replayed, lost, join, differences, ended, begins))
        self._append(execution, replayed)

    def _cut(self, joint: Joint) -> tuple[Origin, ...]:
        """Forget the steps after a joint, unless they changed nothing; return those that were forgotten."""
        at = joint.reach
        if self._fingerprints[at] == self._fingerprints[-1] and not joint.rolls_again:
            return ()
        lost = tuple(self.origins[at:])
        del self.steps[at:], self.origins[at:], self._changes[at:], self._did[at:]
        del self._fingerprints[at + 1 :], self._clocks[at + 1 :]
        return lost

    def _position(self) -> dict[Spot, tuple[str, ...]]:
        found = dict(self._spots)
        for step in self.steps:
            found.update(step.changes.spots)
        return {spot: ids for spot, ids in found.items() if ids}

    def _pieces(self) -> dict[str, Piece]:
        return {id_: piece for link in self.links for id_, piece in link.execution.table.pieces.items()}

    def _join(self, change: Changes, seen: ViewChange, execution: Execution) -> int:
        number = len(self.steps) + 1
        together: dict[tuple[Spot, Spot], list[Piece]] = {}
        for c in change.pieces:
            if c.before is not None and c.after is not None and c.before != c.after:
                together.setdefault((c.before, c.after), []).append(c.piece)
        events: list[Event] = [Moved(tuple(pieces), *spots) for spots, pieces in together.items()]
        self._take(Step(number, tuple(events), change), Origin(len(self.links), 0), seen, execution, 0, None)
        return number

    def _append(self, execution: Execution, first: int) -> None:
        for index in range(first, len(execution.steps)):
            step, number = execution.steps[index], len(self.steps) + 1
            if step.number != number:
                step = replace(step, number=number)
            origin = Origin(len(self.links) - 1, index + 1)
            self._take(step, origin, execution.changes[index], execution, index + 1, execution.did[index])

    def _take(
        self,
        step: Step,
        origin: Origin,
        seen: ViewChange,
        execution: Execution,
        index: int,
        did: tuple[Command, ...] | None,
    ) -> None:
        self.steps.append(step)
        self.origins.append(origin)
        self._changes.append(seen)
        self._did.append(did)
        self._fingerprints.append(execution.fingerprints[index])
        self._clocks.append(execution.clocks[index])


def _differences(before: Counter[PieceView], now: Counter[PieceView]) -> tuple[Difference, ...]:
    """Return what is to be seen of a change, counter by counter; equal counters are paired as they come."""
    gone, come = list((before - now).elements()), list((now - before).elements())
    found = []
    for old in gone:
        new = next((view for view in come if view.what == old.what), None)
        if new is not None:
            come.remove(new)
        found.append(Difference(old, new))
    found += [Difference(None, new) for new in come]
    return tuple(sorted(found, key=lambda d: (d.before or d.after or _NOTHING).what))


_NOTHING = PieceView("", None, ())


def _table_change(
    before: dict[Spot, tuple[str, ...]],
    known: dict[str, Piece],
    now: dict[Spot, tuple[str, ...]],
    pieces: dict[str, Piece],
) -> Changes:
    """Return what was done to the table between two logs, as if it had been a step; the order in a stack is nothing."""
    spots = {
        spot: now.get(spot, ())
        for spot in (*before, *(spot for spot in now if spot not in before))
        if sorted(before.get(spot, ())) != sorted(now.get(spot, ()))
    }
    lay = {id_: spot for spot, ids in before.items() for id_ in ids}
    changes = []
    for id_, piece in pieces.items():
        old = known.get(id_)
        if old is None or lay.get(id_) != piece.spot or _faces(old) != _faces(piece):
            changes.append(
                PieceChange(piece, lay.get(id_), piece.spot, None if old is None else old.state, piece.state)
            )
    for id_, spot in lay.items():
        if id_ not in pieces and id_ in known:
            changes.append(PieceChange(known[id_], spot, None, known[id_].state, None))
    return Changes(tuple(changes), spots)


def _faces(piece: Piece) -> list[str]:
    return [piece.state[place] for place in piece.kind.layers]


def _short(path: Path, among: Iterable[Path]) -> str:
    others = {other for other in among if other != path}
    for count in range(1, len(path.parts) + 1):
        tail = path.parts[-count:]
        if not any(other.parts[-count:] == tail for other in others):
            return "/".join(tail)
    return str(path)
