"""Execute the steps of a log one after another and tell of each what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trc_module.declarations import Grammar, single_lines
from trc_module.replay.events import (
    ChatLine,
    Event,
    Flipped,
    Moved,
    PieceAdded,
    PropertySet,
    Removed,
    Reported,
    Step,
    TurnSet,
)
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Changes, Table
from trc_module.vassal.commands import ChangeProperty, Chat, Command, MovePiece, Node, SetTurn, Undo
from trc_module.vassal.saves import step_commands
from trc_module.vassal.scrub import SHORTEST_WORD


def walk_steps(table: Table, nodes: Iterable[Node], grammar: Grammar | None) -> Iterator[Step]:
    """Yield the steps in turn, each after the table has executed it; the grammar tells declarations from chat."""
    for number, node in enumerate(nodes, 1):
        yield take_step(table, number, [c for c in step_commands(node) if c is not None], grammar)


def take_step(table: Table, number: int, commands: Sequence[Command], grammar: Grammar | None) -> Step:
    """Execute one step's commands on the table and tell what happened."""
    turns = dict(table.turns)
    password = next((c.player for c in commands if isinstance(c, MovePiece)), None)
    by = table.player_of(password)
    changes = table.execute_all(commands)
    events: list[Event] = list(_piece_events(changes))
    for command in commands:
        match command:
            case Chat():
                events += _chat_events(command, grammar, table)
            case ChangeProperty():
                events.append(PropertySet(command.name, command.old, command.new))
            case SetTurn():
                events.append(TurnSet(command.id, turns.get(command.id, ""), command.state))
    is_undo = any(isinstance(c, Undo) for c in commands)
    return Step(number, tuple(events), changes, by, is_undo)


def _chat_events(chat: Chat, grammar: Grammar | None, table: Table) -> Iterator[Event]:
    """Yield what a line of the chat says: one event for each declaration of a line that has several."""
    if chat.player is not None:
        yield ChatLine(chat.player, _without_passwords(chat.words, table))
        return
    for text in single_lines(chat.text):
        yield Reported(text, grammar.parse(text) if grammar is not None else None)


def _without_passwords(words: str, table: Table) -> str:
    """Return what a player typed, with `***` for a password of the roster: whoever typed it meant another window."""
    for password, player in table.passwords.items():
        if len(password) >= SHORTEST_WORD and password not in (player.name, player.side):
            words = words.replace(password, "***")
    return words


def _piece_events(changes: Changes) -> Iterator[Event]:
    together: dict[tuple[Spot, Spot], list[Piece]] = {}
    for change in changes.pieces:
        if change.old_state is None:
            if change.new_state is not None:
                yield PieceAdded(change.piece, change.after)
        elif change.new_state is None:
            yield Removed(change.piece, change.before)
        else:
            if change.before != change.after:
                if change.before is None:
                    yield PieceAdded(change.piece, change.after)
                elif change.after is None:
                    yield Removed(change.piece, change.before)
                else:
                    together.setdefault((change.before, change.after), []).append(change.piece)
            old, new = (_faces(change.piece, state) for state in (change.old_state, change.new_state))
            if old != new:
                yield Flipped(change.piece, old, new)
    for (before, after), pieces in together.items():
        yield Moved(tuple(pieces), before, after)


def _faces(piece: Piece, state: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state[place] for place in piece.kind.layers)
