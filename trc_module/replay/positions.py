"""A table's position as commands: a save that begins with it, and a step that turns one table into another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from trc_module.replay.pieces import Piece, Spot, Stack
from trc_module.replay.table import Table
from trc_module.vassal import sequence, traits
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Command,
    EndSave,
    Group,
    MovePiece,
    Node,
    Notes,
    NotNewGame,
    NullCommand,
    PublicNotes,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SetBoards,
    SetTurn,
    walk,
)


def save_of(table: Table, initial: Iterable[Node], later: Iterable[Command] = ()) -> tuple[Node, ...]:
    """Return a save of a table to which the save `initial` and the commands `later` have led.

    What the table does not hold (settings, clocks, private notes) stays as the save has it; of notes the last count.
    """
    first = [command for node in initial for command in walk(node)]
    notes = _last_notes([*first, *later])
    pieces = [_piece(piece) for piece in table.pieces.values()]
    decks = {c.id: c for c in [*first, *later] if isinstance(c, AddPiece) and c.type.startswith("deck;")}
    stacks = [_stack(stack, decks) for stack in table.stacks.values() if stack.is_deck or _lies(stack)]
    players = [AddPlayer(password, player.name, player.side) for password, player in table.passwords.items()]
    parts = [
        command
        for command in first
        if not isinstance(
            command,
            AddPiece | AddPlayer | BeginSave | EndSave | NotNewGame | NullCommand | SetBoards | SetTurn
            | RestoreProperty | ChangeProperty | Notes | PublicNotes | RemovePiece | RemovePlayer | ChangePiece
            | MovePiece,
        )
    ]  # fmt: skip
    return (
        BeginSave(),
        NullCommand(),
        Group((NullCommand(), *pieces, *stacks)),
        *players,
        *(RestoreProperty(name, value, owner) for (owner, name), value in table.properties.items()),
        *(SetTurn(tracker, state) for tracker, state in table.turns.items()),
        *notes,
        *parts,
        NotNewGame(),
        *table.boards.values(),
        EndSave(),
    )


def bridge(now: Table, wanted: Table) -> list[Command]:
    """Return what makes a table of another: pieces, stacks with their ids, properties, trackers, players and boards."""
    commands: list[Command] = []
    ours, theirs = now.pieces, wanted.pieces
    for id_, piece in ours.items():
        if id_ not in theirs or theirs[id_].type != piece.type:
            commands.append(RemovePiece(id_))
    for id_, piece in theirs.items():
        old = ours.get(id_)
        if old is None or old.type != piece.type:
            commands.append(_piece(piece))
        elif old.state[:-1] != piece.state[:-1] or _innermost(old) != _innermost(piece):
            commands.append(ChangePiece(id_, _state(piece), None))
        if piece.parent is None and old is not None and piece.spot != old.spot:
            commands.append(_move(old, piece))
    commands += _stacks(now, wanted)
    for key, value in wanted.properties.items():
        if now.properties.get(key, "") != value:
            owner, name = key
            commands.append(ChangeProperty(name, now.properties.get(key, ""), value, owner))
    commands += (SetTurn(id_, state) for id_, state in wanted.turns.items() if now.turns.get(id_) != state)
    commands += (
        AddPlayer(password, player.name, player.side)
        for password, player in wanted.passwords.items()
        if now.passwords.get(password) != player
    )
    commands += (boards for name, boards in wanted.boards.items() if now.boards.get(name) != boards)
    return commands


def _move(old: Piece, new: Piece) -> MovePiece:
    """Return the move of a piece that lies in no stack; a change of its state would leave it in the one it lay in."""
    before, after = old.spot or _NOWHERE, new.spot or _NOWHERE
    maps = (None if new.spot is None else after.map, None if old.spot is None else before.map)
    return MovePiece(new.id, maps[0], after.x, after.y, None, maps[1], before.x, before.y, None)


_NOWHERE = Spot("", 0, 0)


def _stacks(now: Table, wanted: Table) -> Iterator[Command]:
    mine = now.stacks
    for id_, stack in wanted.stacks.items():
        if stack.is_deck or not _lies(stack):
            continue
        old = mine.get(id_)
        same = old is not None and _contents(old) == _contents(stack)
        if old is None:
            yield _stack(stack, {})
        elif not same:
            yield ChangePiece(id_, _stack(stack, {}).state, None)


def _contents(stack: Stack) -> tuple[object, ...]:
    return stack.map, stack.x, stack.y, *(piece.id for piece in stack.pieces)


def _lies(stack: Stack) -> bool:
    return bool(stack.pieces) and stack.map is not None


def _piece(piece: Piece) -> AddPiece:
    return AddPiece(piece.id, piece.type, _state(piece))


def _state(piece: Piece) -> str:
    return sequence.encode_nested((*piece.state[:-1], _innermost(piece)), "\t")


def _innermost(piece: Piece) -> str:
    """Return the state of the basic piece: where it lies now, and what else it holds [BasicPiece.getState]."""
    spot = piece.spot
    _, _, _, *others = [*sequence.decode(piece.state[-1], ";"), "", "", ""][: max(3, _count(piece))]
    place = ("null", "0", "0") if spot is None else (spot.map, str(spot.x), str(spot.y))
    return sequence.encode((*place, *others), ";")


def _count(piece: Piece) -> int:
    return len(sequence.decode(piece.state[-1], ";"))


def _stack(stack: Stack, decks: dict[str | None, AddPiece]) -> AddPiece:
    ids = tuple(piece.id for piece in stack.pieces)
    if stack.is_deck:
        return replace(decks[stack.id], state=_deck_state(decks[stack.id], ids))
    return traits.Stack(stack.id, stack.map, stack.x, stack.y, ids).command()


def _deck_state(deck: AddPiece, ids: tuple[str, ...]) -> str:
    """Return a deck's state with other cards: they are one of its fields [VASSAL.counters.Deck.getState]."""
    tokens = sequence.decode(deck.state, ";")
    return sequence.encode((*tokens[:4], sequence.encode(ids, ","), *tokens[5:]), ";")


def _last_notes(commands: Iterable[Command]) -> tuple[Command, ...]:
    found: dict[type[Command], Command] = {}
    for command in commands:
        if isinstance(command, Notes | PublicNotes):
            found[type(command)] = command
    return tuple(found.values())
