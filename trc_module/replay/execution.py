"""Execution of one log: its steps, and after each of them the places of all pieces, in a form that can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b

from msgspec import Struct

from trc_module.errors import UserError
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.integrity import RESULT, StateMismatch, state_mismatches
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.stepping import take_step
from trc_module.replay.table import SeatedPlayer, Table
from trc_module.rules.clock import Clock
from trc_module.rules.state import Place
from trc_module.vassal.commands import ChangeProperty, Command, NullCommand
from trc_module.vassal.saves import step_commands


class PieceView(Struct, frozen=True):
    """A counter as far as two logs must agree on it: what it is, where, and which faces it shows.

    `where` is a hex or a box; a point where it lies beside all of them; None while it is on no map. Shifts within a
    hex are not seen, nor is the piece's id, which another module version may change.
    """

    what: str
    where: Place | Spot | None
    faces: tuple[str, ...]


ViewChange = tuple[tuple[PieceView, ...], tuple[PieceView, ...]]
"""The views that a step took away, and those that it brought."""


class Fingerprint(Struct, frozen=True):
    """A position and its moment, to be compared with others: the sum of the numbers of all views, and the clock."""

    position: int
    clock: Clock | None


@dataclass(frozen=True)
class Execution:
    """A log and what it did to the table, step by step.

    `begins` is where every counter lay at first; `changes` gives for each step the views that it took away and those
    that it brought; `fingerprints` tells equal positions from others, before the first step and after each; `did` what
    each step did, to be compared with the steps of another log; `mismatches` the steps whose recorded "before" differs
    from the executed table.
    """

    log: GameLog
    table: Table
    begins: Counter[PieceView]
    steps: tuple[Step, ...]
    changes: tuple[ViewChange, ...]
    fingerprints: tuple[Fingerprint, ...]
    did: tuple[tuple[Command, ...], ...]
    clocks: tuple[Clock | None, ...]
    mismatches: tuple[StateMismatch, ...]

    @property
    def players(self) -> tuple[SeatedPlayer, ...]:
        """Return the players as they are seated at the end."""
        return self.table.players


Executor = Callable[..., Execution]
"""Executes a log, as `execute` does."""


def execute(log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Execution:
    """Execute a log; `on_step` hears of each step."""
    eye = _Eye(log)
    table, grammar = log.table(), log.parts.game.grammar
    begins = Counter(eye.view(piece, piece.spot, piece.state) for piece in table.pieces.values())
    clock = log.clock_of(table.turns.get(TRACKER_ID, ""))
    position = sum(eye.number(view) * count for view, count in begins.items())
    found: list[StateMismatch] = []
    steps, changes, did = [], [], []
    fingerprints, clocks = [Fingerprint(position, clock)], [clock]
    values: dict[tuple[str, str], str] = {}
    beyond = log.turn_beyond(table.turns.get(TRACKER_ID, ""))
    for number, node in enumerate(log.saved.steps, 1):
        commands = [c for c in step_commands(node) if c is not None]
        found += state_mismatches(table, number, commands, values)
        step = take_step(table, number, commands, grammar)
        gone, come = eye.difference(step)
        position += sum(map(eye.number, come)) - sum(map(eye.number, gone))
        if any(isinstance(event, TurnSet) and event.tracker == TRACKER_ID for event in step.events):
            tracker = table.turns.get(TRACKER_ID, "")
            clock, beyond = log.clock_of(tracker), log.turn_beyond(tracker)
        elif beyond is not None and step.changes.pieces:
            raise _unknown_moment(log, number, beyond)
        steps.append(step)
        changes.append((gone, come))
        fingerprints.append(Fingerprint(position, clock))
        clocks.append(clock)
        did.append(tuple(c for c in commands if not isinstance(c, NullCommand) and not _of_a_die(c)))
        on_step(number)
    return Execution(
        log, table, begins, tuple(steps), tuple(changes), tuple(fingerprints), tuple(did), tuple(clocks), tuple(found)
    )


def _unknown_moment(log: GameLog, number: int, shown: str) -> UserError:
    """Say that the tracker stands where the game does not go: nobody can tell what is allowed there."""
    return UserError(
        f"{log.path}: in step {number} something is moved while the turn tracker shows {shown}, and the game has only "
        f"{log.parts.last_turn} turns: nobody can judge what is done there. Set the tracker right, and log from there."
    )


def _of_a_die(command: Command) -> bool:
    """Tell whether a command writes down what a die shows.

    Where somebody logs while he steps through another's log, the engine writes the line about a die again and not this.
    """
    return isinstance(command, ChangeProperty) and command.name.endswith((RESULT, "_total", "_keep"))


def after(begins: Counter[PieceView], changes: Iterable[ViewChange]) -> Counter[PieceView]:
    """Return the views of all counters after some changes, with how many there are of each."""
    found = Counter(begins)
    for gone, come in changes:
        found.subtract(gone)
        found.update(come)
    return +found


class _Eye:
    """Sees pieces as views; the name of each piece is looked up once."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._what: dict[Piece, str] = {}
        self._where: dict[Spot, Place | Spot] = {}
        self._last: dict[Piece, tuple[Spot | None, tuple[str, ...], PieceView]] = {}
        self._numbers: dict[PieceView, int] = {}

    def number(self, view: PieceView) -> int:
        """Return a view's number, the same in every log and every run.

        A number of 32 bytes from a cryptographic hash: sums of them are equal where the positions are equal, and
        nowhere else. Python's own `hash` depends on the run, and sums of it are equal by accident.
        """
        number = self._numbers.get(view)
        if number is None:
            # What the view says of itself, in half the time: archives keep sums of these numbers.
            said = f"PieceView(what={view.what!r}, where={view.where!r}, faces={view.faces!r})"
            digest = blake2b(said.encode(errors="surrogatepass"), digest_size=32).digest()
            number = self._numbers[view] = int.from_bytes(digest, "big")
        return number

    def view(self, piece: Piece, spot: Spot | None, state: tuple[str, ...]) -> PieceView:
        """Return the view of a piece at a spot and in a state."""
        last = self._last.get(piece)
        if last is not None and last[0] is spot and last[1] is state:
            return last[2]
        if piece not in self._what:
            self._what[piece] = self._log.name_of(piece) or piece.name
        if spot is not None and spot not in self._where:
            place = self._log.parts.layout.place(spot.map, spot.x, spot.y)
            self._where[spot] = spot if place is None else place
        where = None if spot is None else self._where[spot]
        view = PieceView(self._what[piece], where, tuple([state[i] for i in piece.kind.layers]))
        self._last[piece] = spot, state, view
        return view

    def difference(self, step: Step) -> ViewChange:
        """Return the views that a step took away, and those that it brought."""
        gone, come = [], []
        for change in step.changes.pieces:
            old = None if change.old_state is None else self.view(change.piece, change.before, change.old_state)
            new = None if change.new_state is None else self.view(change.piece, change.after, change.new_state)
            if old == new:
                continue
            if old is not None:
                gone.append(old)
            if new is not None:
                come.append(new)
        return tuple(gone), tuple(come)
