"""Codec of commands: text to commands and back, without losing a byte (VASSAL.build.GameModule.decode).

Every node that is read is written again to see whether the same text comes out; if not (a file of an
older engine, a command of too few items), the text itself is kept beside the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat

from trc_module.vassal import sequence
from trc_module.vassal.commands.base import Command, Group, Node, Verbatim
from trc_module.vassal.commands.components import COMPONENT_COMMANDS, SetBoards, SetTurn
from trc_module.vassal.commands.pieces import AddPiece, ChangePiece, MovePiece, RemovePiece
from trc_module.vassal.commands.play import (
    BeginSave,
    Chat,
    EndSave,
    LogCommand,
    Malformed,
    NotNewGame,
    NullCommand,
    Undo,
    Unknown,
)

SEPARATOR = "\x1b"
# The engine nests a handful of levels; a file that goes on and on is meant to do harm.
_DEEPEST = 200
_DEEP = "\\" * _DEEPEST
_TOO_DEEP = f"commands are nested more than {_DEEPEST} deep"

_WHOLE: dict[str, Command] = {
    "": NullCommand(),
    "begin_save": BeginSave(),
    "end_save": EndSave(),
    "SETUP_STACK\t": NotNewGame(),
    "UNDO\ttrue": Undo(True),
    "UNDO\tfalse": Undo(False),
    "LOG\tnull": LogCommand(None),
}
_BY_TWO: dict[str, Callable[[str], Command]] = {
    "+/": AddPiece.decode,
    "-/": RemovePiece.decode,
    "D/": ChangePiece.decode,
    "M/": MovePiece.decode,
}
_BY_HEAD: dict[str, Callable[[str], Command]] = {
    kind.PREFIX.partition("\t")[0]: kind.decode for kind in COMPONENT_COMMANDS
}


def decode_command(text: str) -> Command:
    """Read one command that holds no other.

    Never raises: what VASSAL does not know becomes `Unknown`, what it could not read `Malformed`.
    """
    try:
        reader = _BY_TWO.get(text[:2])
        return reader(text) if reader else _WHOLE.get(text) or _decode_known(text)
    except ValueError as error:
        return Malformed(text, str(error))


def _decode_known(text: str) -> Command:
    if text.startswith("CHAT"):
        return Chat.decode(text)
    if text.startswith("LOG\t"):
        # A step within a step means nothing; without this a file could nest them without end.
        inner = text[4:]
        return LogCommand(Unknown(inner) if inner.startswith("LOG\t") else decode_command(inner))
    head, tab, _ = text.partition("\t")
    reader = _BY_HEAD.get(head) if tab else None
    if reader:
        return reader(text)
    if text.startswith("TURN"):
        return SetTurn.decode(text)
    if head.endswith("BoardPicker"):
        return SetBoards.decode(text)
    return Unknown(text)


# What follows takes texts in the narrow form of `sequence.narrow`, down to the single command.
def _decode_leaf(narrow: str) -> Command | Verbatim:
    if narrow.startswith("+/") and not narrow.isascii():
        # Pieces are nearly all of a save: they are split while narrow, and widened afterwards.
        piece = decode_command(narrow)
        if isinstance(piece, AddPiece) and piece.encode() == narrow:
            return _widened(piece)
    text = sequence.widen(narrow)
    command = decode_command(text)
    return command if command.encode() == text else Verbatim(text, command)


def _widened(piece: AddPiece) -> AddPiece:
    return AddPiece(
        piece.id and sequence.widen(piece.id),
        sequence.widen(piece.type),
        sequence.widen(piece.state),
        tuple(map(sequence.widen, piece.extra)),
    )


def _decode_narrow(text: str, depth: int = 0) -> Node:
    if SEPARATOR not in text and not text.startswith("'"):
        return _decode_leaf(text)
    if depth > _DEEPEST:
        return _too_deep(text)
    members = sequence.decode(text, SEPARATOR)
    if members == [text]:
        return _decode_leaf(text)
    group = Group(tuple([_decode_narrow(member, depth + 1) for member in members]))
    # Each member is known to be written as it was read, so only the list itself may differ.
    return group if sequence.encode(members, SEPARATOR) == text else Verbatim(sequence.widen(text), group)


def decode_node(text: str) -> Node:
    """Read a command with all that it holds; `encode_node` gives the same text back."""
    return _decode_narrow(sequence.narrow(text))


def encode_node(node: Node) -> str:
    """Write a command with all that it holds."""
    return sequence.widen(_encode_narrow(node))


# One symbol beyond Latin-1 would make the whole text wide: lists are put together while their items are narrow.
def _encode_narrow(node: Node) -> str:
    if isinstance(node, Command):
        return sequence.narrow(node.encode())
    if isinstance(node, Verbatim):
        return sequence.narrow(node.text)
    return sequence.encode([_encode_narrow(member) for member in node.members], SEPARATOR)


def _as_item(node: Node) -> str:
    if not isinstance(node, Group):
        return sequence.encode((_encode_narrow(node),), SEPARATOR)
    members = [_encode_narrow(member) for member in node.members]
    if any(SEPARATOR in member or member.startswith(("\\", "'")) for member in members):
        return sequence.encode((sequence.encode(members, SEPARATOR),), SEPARATOR)
    # All pieces of a save are one group, megabytes of it: with nothing in them to escape they are joined but once.
    return ("\\" + SEPARATOR).join(members)


def decode_commands(text: str | bytes) -> list[Node]:
    """Read the text of a whole saved game: one node for each of its top-level commands.

    Bytes should be UTF-8, and are faster. `encode_commands` gives the same text back, unless a
    top-level command ends with a backslash, which the format cannot express.
    """
    narrow = sequence.narrow(text) if isinstance(text, str) else text.decode("latin-1")
    return [_decode_narrow(item) for item in sequence.decode(narrow, SEPARATOR)]


def read_commands(text: bytes) -> Iterator[list[Command]]:
    """Yield the commands of each top-level command of a saved game, UTF-8, in the order in which the engine runs them.

    How they were written is not kept, which makes this several times as fast as `decode_commands` with `walk`.
    """
    narrow = text.decode("latin-1")
    *parts, last = narrow.split(SEPARATOR)
    if any(map(str.startswith, (*parts, last), repeat("'"))) or _DEEP in narrow:
        for item in sequence.decode(narrow, SEPARATOR):
            yield list(_read_narrow(item))
        return
    # Without apostrophes a command ends with each separator, and the backslashes in front of it tell the level.
    found: list[Command] = []
    for part in parts:
        found.append(_read_leaf(part.rstrip("\\")))
        if not part.endswith("\\"):
            yield found
            found = []
    yield [*found, _read_leaf(last)]


def _read_narrow(text: str, depth: int = 0) -> Iterator[Command]:
    if SEPARATOR not in text and not text.startswith("'"):
        yield _read_leaf(text)
    elif depth > _DEEPEST:
        yield _too_deep(text)
    else:
        members = sequence.decode(text, SEPARATOR)
        if members == [text]:
            yield _read_leaf(text)
            return
        for member in members:
            yield from _read_narrow(member, depth + 1)


def _read_leaf(narrow: str) -> Command:
    if narrow.startswith("+/"):
        # Pieces are nearly all of a save: they are split while narrow, and widened afterwards.
        piece = decode_command(narrow)
        if isinstance(piece, AddPiece):
            return piece if narrow.isascii() else _widened(piece)
    return decode_command(sequence.widen(narrow))


def _too_deep(narrow: str) -> Malformed:
    return Malformed(sequence.widen(narrow), _TOO_DEEP)


def is_too_deep(command: Malformed) -> bool:
    """Tell whether a command was not read because it is nested too deep, which the engine may well read."""
    return command.reason == _TOO_DEEP


def encode_commands(nodes: Iterable[Node]) -> str:
    """Write the text of a whole saved game."""
    return encode_commands_bytes(nodes).decode("utf-8", "surrogateescape")


def encode_commands_bytes(nodes: Iterable[Node]) -> bytes:
    """Write the text of a whole saved game as UTF-8, which is faster."""
    return SEPARATOR.join([_as_item(node) for node in nodes]).encode("latin-1")
