"""The commands of a saved game as lines: one for each, pieces with a line for each trait, groups with theirs below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    ChangePiece,
    Command,
    Group,
    LogCommand,
    MovePiece,
    Node,
    RemovePiece,
    SetBoards,
    SetTurn,
    Verbatim,
    decode_commands,
    encode_commands_bytes,
    encode_node,
)
from trc_module.vassal.commands.codec import SEPARATOR
from trc_module.vassal.commands.components import COMPONENT_COMMANDS
from trc_module.vassal.exploded.pieces import PIECE, piece_block, piece_lines, piece_text
from trc_module.vassal.exploded.words import (
    INDENT,
    Line,
    indented,
    name_tokens,
    place_tokens,
    quote,
    read_line,
    read_lines,
    write_line,
)
from trc_module.vassal.problems import FormatError

_GROUP, _LOG, _RAW, _CHAT = "group", "log", "raw", "chat"
# Commands without fields, whose words the engine writes as they are or nearly.
_FIXED = {
    "nothing": "",
    "begin_save": "begin_save",
    "end_save": "end_save",
    "not_new_game": "SETUP_STACK\t",
    "undo_begins": "UNDO\ttrue",
    "undo_ends": "UNDO\tfalse",
    "log_nothing": "LOG\tnull",
}
_FIXED_HEADS = {text: head for head, text in _FIXED.items()}
_DEPTH_LIMIT = 150


@dataclass(frozen=True, slots=True)
class _Form:
    """The form of a command that is written as a list: a prefix, a delimiter, and its items' names."""

    prefix: str
    delimiter: str
    names: Sequence[str]
    many: bool = False


_FORMS: dict[str, _Form] = {
    "move": _Form("M/", "/", MovePiece.__struct_fields__[:-1]),
    "change": _Form("D/", "/", ChangePiece.__struct_fields__[:-1]),
    "remove": _Form("-/", "", ["id"]),
    "boards": _Form("", "\t", ["picker", "board"], many=True),
    "turn": _Form("TURN", "\t", ["tracker", "state"]),
} | {
    kind.PREFIX.partition("\t")[0]: _Form(kind.PREFIX, kind.DELIMITER, kind.__struct_fields__[:-1])
    for kind in COMPONENT_COMMANDS
}
_HEADS: dict[type[Command], str] = {
    MovePiece: "move",
    ChangePiece: "change",
    RemovePiece: "remove",
    SetBoards: "boards",
    SetTurn: "turn",
    **{kind: kind.PREFIX.partition("\t")[0] for kind in COMPONENT_COMMANDS},
}


def game_lines(text: str | bytes) -> list[str] | None:
    """Write the text of a whole saved game as lines; None if the same text would not come back from them."""
    blocks = game_blocks(text)
    return None if blocks is None else [line for block in blocks for line in block.split("\n")]


def game_blocks(text: str | bytes) -> list[str] | None:
    """Write a saved game as `game_lines` does, in blocks of one line or more.

    Each line is read again when it is written, those that are alike once: to read all of them again would take as
    long as to write them.
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    nodes = decode_commands(data)
    if encode_commands_bytes(nodes) != data:
        return None
    blocks: list[str] = []
    return blocks if all(_write_node(node, 0, blocks) for node in nodes) else None


def game_text(lines: Iterable[Line]) -> str:
    """Read the lines of a saved game and return its text.

    Raises:
        FormatError: A line is no command.
    """
    return sequence.encode((_node_text(line) for line in lines), SEPARATOR)


def _write_node(node: Node, depth: int, blocks: list[str]) -> bool:
    """Write a node as indented lines, one or more a block; false if it would not come back from them."""
    if isinstance(node, Group) and depth < _DEPTH_LIMIT:
        blocks.append(INDENT * depth + _GROUP)
        return all(_write_node(member, depth + 1, blocks) for member in node.members)
    if isinstance(node, AddPiece) and (block := piece_block(node, depth)):
        blocks.append(block)
        return True
    text = encode_node(node)
    raw = [write_line(_RAW, [("text", text)])]
    written = raw if isinstance(node, Verbatim | Group) else _command_lines(node, text)
    for lines in (written, raw):
        if _comes_back(lines, text):
            blocks += [INDENT * depth + line for line in lines]
            return True
    return False


def _comes_back(lines: list[str], text: str) -> bool:
    try:
        read = read_lines("\n".join(lines), "")
        return len(read) == 1 and _node_text(read[0]) == text
    except FormatError:
        return False


def _command_lines(command: Command, text: str) -> list[str]:
    if text in _FIXED_HEADS:
        return [_FIXED_HEADS[text]]
    if isinstance(command, AddPiece) and (lines := piece_lines(text)):
        return lines
    if isinstance(command, LogCommand) and command.command is not None and command.encode() == text:
        return [_LOG, *indented(_command_lines(command.command, text.removeprefix("LOG\t")))]
    if text.startswith("CHAT"):
        return [f"{_CHAT} text={quote(text[4:])}"]
    head = _HEADS.get(type(command), "")
    if head:
        form = _FORMS[head]
        tokens = _split(form, text)
        if _joined(form, tokens) == text:
            return [write_line(head, name_tokens(form.names, form.many, tokens))]
    return [write_line(_RAW, [("text", text)])]


def _split(form: _Form, text: str) -> list[str]:
    body = text[len(form.prefix) :]
    if form.prefix == "TURN":
        return body.split("\t", 1)
    return sequence.decode(body, form.delimiter) if form.delimiter else [body]


def _joined(form: _Form, tokens: list[str]) -> str:
    if form.prefix == "TURN" or not form.delimiter:
        return form.prefix + form.delimiter.join(tokens)
    return form.prefix + sequence.encode(tokens, form.delimiter)


def _node_text(line: Line) -> str:
    head, (values, *_) = read_line(line)
    if head == PIECE:
        return piece_text(line)
    if head == _GROUP:
        if not line.below or values:
            line.fail("a group with its commands below")
        return sequence.encode((_node_text(below) for below in line.below), SEPARATOR)
    if head == _LOG:
        if len(line.below) != 1 or values:
            line.fail("one command below 'log'")
        return f"LOG\t{_node_text(line.below[0])}"
    if line.below:
        line.below[0].fail(f"no line further in, since '{head}' holds no others")
    if head in _FIXED and not values:
        return _FIXED[head]
    if head in (_RAW, _CHAT):
        return _PREFIXES[head](_only_text(line, values))
    if head not in _FORMS:
        line.fail("a command, as piece, group, move, chat or raw")
    form = _FORMS[head]
    return _joined(form, place_tokens(form.names, form.many, values, line))


_PREFIXES: dict[str, Callable[[str], str]] = {_RAW: str, _CHAT: "CHAT{}".format}


def _only_text(line: Line, values: list[tuple[str, str]]) -> str:
    if [name for name, _ in values] != ["text"]:
        line.fail('text="..."')
    return values[0][1]
