"""A game's logs as one file: all of them, or the turns that somebody wants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.chain import Chain
from trc_module.replay.events import TurnSet
from trc_module.replay.positions import bridge, save_of
from trc_module.replay.table import Table
from trc_module.replay.undoing import settle
from trc_module.vassal.commands import Chat, Command, Node, NullCommand, Undo
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import SavedGame, make_step, read_saved_game, step_commands


@dataclass(frozen=True)
class Whole:
    """One log made of several: what it begins with, its steps, and what was left out.

    `numbers` are the chain's numbers of the steps.
    """

    initial: tuple[Node, ...]
    steps: tuple[Node, ...]
    numbers: tuple[int, ...]
    save_data: Metadata
    module_data: Metadata | None
    """What the logs say of their module; None if the last says nothing."""
    joins: int
    """The number of logs that open with another position than the previous one closed with."""
    without: int
    """Steps that were taken back, and those that took them back, left out."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on it, in sentences."""
        found = []
        if self.joins:
            found.append(f"Begun otherwise than the log before ended: {self.joins}. A step says so and makes it so.")
        if self.without:
            found.append(f"Left out, steps that were taken back and those that did it: {self.without}.")
        return tuple(found)


@dataclass(frozen=True)
class _WholeStep:
    """One step of the whole game: its number in the chain, and its commands."""

    number: int
    commands: tuple[Command | None, ...]
    begins: bool = False
    """Whether it makes the table that with which a log begins."""
    join: bool = False
    """Whether that log begins otherwise than the one before it ended."""


def whole(chain: Chain, *, undone: bool = True) -> Whole:
    """Return the logs of a game as one; without `undone` no step that was taken back, nor the one that did it.

    UserError if they are of several modules, or if the game would end otherwise without those steps.
    """
    logs = _raw(chain)
    steps = list(_whole_steps(chain, logs))
    kept = steps if undone else _settled(chain, steps)
    if not undone and _ends(logs[0], kept) != _ends(logs[0], steps):
        raise UserError(
            "Without the steps that were taken back the game would not end as it did: one of them took something with "
            "it. Join the logs with them."
        )
    return _made(logs, logs[0].initial, kept, len(steps) - len(kept))


def part(chain: Chain, first: int, last: int) -> Whole:
    """Return the log of some turns of a game: it begins where turn `first` does, and ends with turn `last`.

    UserError if the logs do not show the beginning of that turn, or no step of those turns.
    """
    if first > last:
        raise UserError(f"Expected the first turn before the last, found --from {first} --to {last}.")
    clock = chain.links[0].execution.clocks[0]
    turn = clock.turn if clock is not None else 1
    begins = 0 if turn >= first else None
    ends = len(chain.steps)
    for step in chain.steps:
        turn = _turn_after(chain, step.number, turn)
        if begins is None and turn >= first:
            begins = step.number
        if turn > last:
            ends = min(ends, step.number)
    if begins is None or begins >= ends:
        shown = sorted({_turn_after(chain, n, 0) for n in range(1, len(chain.steps) + 1)} - {0})
        told = f"turns {shown[0]} to {shown[-1]}" if shown else "no turn's beginning"
        raise UserError(f"Expected logs of turns {first} to {last}, but they show {told}.")
    logs = _raw(chain)
    steps = list(_whole_steps(chain, logs))
    before = [one for one in steps if one.number <= begins]
    table = _table(logs[0])
    for one in before:
        table.execute_all(_commands(one))
    initial = logs[0].initial
    if before:
        initial = save_of(table, initial, [command for one in before for command in _commands(one)])
    return _made(logs, initial, [one for one in steps if begins < one.number <= ends], 0)


def until(chain: Chain, step: int) -> Whole:
    """Return the log of a game up to a step of it, from which the game can go on otherwise."""
    logs = _raw(chain)
    return _made(logs, logs[0].initial, [one for one in _whole_steps(chain, logs) if one.number <= step], 0)


def _made(logs: list[SavedGame], initial: tuple[Node, ...], steps: list[_WholeStep], without: int) -> Whole:
    last = logs[-1]
    return Whole(
        initial,
        tuple(make_step(one.commands) for one in steps),
        tuple(one.number for one in steps),
        last.save_data or Metadata(),
        last.module_data,
        sum(one.join for one in steps),
        without,
    )


def _raw(chain: Chain) -> list[SavedGame]:
    """Return the files as they are: of logs of other modules the chain holds a translation."""
    logs = []
    for link in chain.links:
        log = link.execution.log
        as_it_is = log.foreign is None and log.saved.exact
        logs.append(log.saved if as_it_is else read_saved_game(log.path))
    names = {(data.name, data.version) for log in logs if (data := log.module_data) is not None}
    if len(names) > 1:
        told = " and ".join(sorted(f"{name} {version}".strip() for name, version in names))
        raise UserError(f"Expected logs of one version of one module, found {told}: bring the older forward (refresh).")
    return logs


def _whole_steps(chain: Chain, logs: list[SavedGame]) -> Iterator[_WholeStep]:
    """Yield what happened from log to log; where a log begins, the table is made its own, stacks and their ids too."""
    table = _table(logs[0])
    current = 0
    for number, origin in enumerate(chain.origins, 1):
        commands: tuple[Command | None, ...] = ()
        join = False
        if origin.log != current or origin.step == 0:
            current = origin.log
            log = logs[current]
            wanted = _table(log)
            for step in log.steps[: max(origin.step - 1, 0)]:
                wanted.execute_all(c for c in step_commands(step) if c is not None)
            join = bool(chain.links[current].differences)
            commands = _begun(chain, current, bridge(table, wanted), join=join)
        if origin.step:
            own = tuple(step_commands(logs[origin.log].steps[origin.step - 1]))
            if commands:
                yield _done(table, _WholeStep(number, commands, begins=True, join=join))
            yield _done(table, _WholeStep(number, own or (NullCommand(),)))
        else:
            yield _done(table, _WholeStep(number, commands or (NullCommand(),), begins=True, join=join))


def _done(table: Table, step: _WholeStep) -> _WholeStep:
    table.execute_all(_commands(step))
    return step


def _begun(chain: Chain, log: int, commands: list[Command], *, join: bool) -> tuple[Command, ...]:
    if not commands:
        return ()
    name = chain.name(log)
    text = f"* Here begins {name}." if not join else f"* Here begins {name}, otherwise than the log before it ended."
    return (Chat(text), *commands)


def _settled(chain: Chain, steps: list[_WholeStep]) -> list[_WholeStep]:
    """Return the steps that count: of a step that was redone the step itself, where it was redone."""
    settled = settle(chain.steps)
    counting = {step.number for step in settled.steps}
    redone = {undone.redone: undone.step.number for undone in settled.undone if undone.redone is not None}
    own = {one.number: one for one in steps if not one.begins}
    kept = []
    for one in steps:
        if one.begins:
            kept.append(one)
        elif one.number in counting:
            kept.append(own[redone.get(one.number, one.number)])
    return kept


def _ends(log: SavedGame, steps: list[_WholeStep]) -> tuple[object, ...]:
    """Return where everything lies, and what it shows, after some steps."""
    table = _table(log)
    for one in steps:
        table.execute_all(_commands(one))
    pieces = {id_: (piece.spot, piece.state[:-1]) for id_, piece in table.pieces.items()}
    return pieces, table.turns


def _table(log: SavedGame) -> Table:
    table = Table()
    for node in log.initial:
        table.execute(node)
    return table


def _commands(step: _WholeStep) -> list[Command]:
    return [command for command in step.commands if command is not None and not isinstance(command, Undo)]


def _turn_after(chain: Chain, number: int, turn: int) -> int:
    for event in chain.steps[number - 1].events:
        if isinstance(event, TurnSet) and event.tracker == TRACKER_ID:
            clock = chain.log.clock_of(event.new)
            turn = turn if clock is None else clock.turn
    return turn
