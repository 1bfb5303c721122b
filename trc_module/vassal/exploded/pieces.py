"""Pieces as lines: one for each trait, its fields by the names of the table of traits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from trc_module.vassal import sequence
from trc_module.vassal.commands import AddPiece, decode_command
from trc_module.vassal.exploded.words import (
    BELOW,
    INDENT,
    Fields,
    Line,
    indented,
    is_name,
    name_tokens,
    place_tokens,
    read_line,
    read_lines,
    write_line,
)
from trc_module.vassal.problems import FormatError
from trc_module.vassal.traits import TRAITS, FieldSpec, Piece, Trait

PIECE = "piece"
_RAW = "raw"
_DEPTH_LIMIT = 20
_SHARED = 4096
_UNREAD = Line("", "")


def piece_lines(text: str, depth: int = 0) -> list[str] | None:
    """Write the text that creates a piece, stack or deck as lines; None if the same text would not come back."""
    command = decode_command(text)
    if not isinstance(command, AddPiece) or command.extra or command.encode() != text or depth > _DEPTH_LIMIT:
        return None
    types = sequence.decode_nested(command.type)
    states = sequence.decode_nested(command.state, count=len(types))
    if (
        len(states) != len(types)
        or sequence.encode_nested(types) != command.type
        or sequence.encode_nested(states) != command.state
    ):
        return None
    traits: list[str] = []
    for pair in zip(types, states, strict=True):
        lines = _trait_lines(*pair, depth)
        if lines is None:
            return None
        traits += lines
    # Most pieces have no number of their own yet.
    head = write_line(PIECE, [] if command.id is None else [("id", command.id)])
    return [head, *indented(traits)]


def piece_block(command: AddPiece, indent: int) -> str | None:
    """Write a piece as `piece_lines` does, indented, in one text; None if it must be looked at as a whole.

    The pieces of a game's set-ups are the same few hundred again and again, at other places: what surrounds the
    innermost trait is written once for all of them.
    """
    parts = sequence.part_innermost(command.state)
    outer = _outer_block(command.type, parts[0], indent + 1) if parts and not command.extra else None
    if outer is None or parts is None:
        return None
    basic = _trait_lines(outer.innermost, parts[1], 0)
    if basic is None:
        return None
    head = write_line(PIECE, [] if command.id is None else [("id", command.id)])
    return f"{INDENT * indent}{head}\n{outer.block}{_block(basic, indent + 1)}"


def _block(lines: Sequence[str], indent: int) -> str:
    return "\n".join([INDENT * indent + line for line in lines])


@dataclass(frozen=True, slots=True)
class _Outer:
    """The lines of all traits around the innermost one, each with its end, and the type of that one."""

    block: str
    innermost: str


@lru_cache(maxsize=1 << 12)
def _outer_block(type_text: str, around: str, indent: int) -> _Outer | None:
    """Write the traits around the innermost, whose state follows on `around`; None if they would not come back."""
    types = sequence.decode_nested(type_text)
    text = around + sequence.PLAIN
    states = sequence.decode_nested(text, count=len(types))
    if (
        len(states) != len(types)
        or states[-1] != sequence.PLAIN
        or sequence.encode_nested(types) != type_text
        or sequence.encode_nested(states) != text
    ):
        return None
    blocks: list[str] = []
    for pair in zip(types[:-1], states[:-1], strict=True):
        lines = _trait_lines(*pair, 0)
        if lines is None:
            return None
        blocks.append(_block(lines, indent) + "\n")
    return _Outer("".join(blocks), types[-1])


def piece_text(line: Line) -> str:
    """Read the lines of a piece and return the text that creates it.

    Raises:
        FormatError: A trait or a field is none.
    """
    head, (fields, *more) = read_line(line)
    if head != PIECE or more or [name for name, _ in fields] not in ([], ["id"]) or not line.below:
        line.fail("a piece with its traits below")
    traits = [_trait(below) for below in line.below]
    id_ = fields[0][1] if fields else None
    return Piece(id_, tuple(text for text, _ in traits), tuple(state for _, state in traits)).command().encode()


@dataclass(frozen=True, slots=True)
class _Type:
    """A trait's type as lines: the one that its state follows, those below, and the fields of that state."""

    line: str
    below: tuple[str, ...]
    state: tuple[FieldSpec, ...]
    names: tuple[str, ...]
    many: bool


def _trait_lines(text: str, state: str, depth: int) -> tuple[str, ...] | None:
    """Write a trait as lines; None if the same trait would not come back from them."""
    written = _type_lines(text, depth)
    if written is None:
        return None
    if not state:
        return (written.line, *written.below)
    return (write_line(written.line, None, _state_fields(written, Trait(text, state))), *written.below)


# A module's pieces share most of their traits, and its set-ups repeat them.
@lru_cache(maxsize=1 << 13)
def _type_lines(text: str, depth: int) -> _Type | None:
    """Write a trait's type; None if the same would not come back from its lines."""
    trait = Trait(text)
    head, fields = trait.id, name_tokens(*_names(_type_layout(trait)), trait.tokens)
    if ";" not in text:
        fields = []
    readable = is_name(head) and head != _RAW and _type_text(head, list(trait.tokens), text) == text
    # An id without fields stands for the id alone, not for one with a semicolon behind it.
    readable = readable and bool(fields) == (";" in text)
    if not readable:
        head, fields = _RAW, [("text", text)]
    below = None
    if readable and trait.id in ("placemark", "replace"):
        inner = dict(fields).get("piece", "")
        below = piece_lines(inner, depth + 1) if inner.startswith("+/") else None
        if below:
            fields = [(name, BELOW if name == "piece" else value) for name, value in fields]
    line, inside = write_line(head, fields), tuple(indented(below or ()))
    try:
        read = read_lines("\n".join((line, *inside)), "")
        comes_back = len(read) == 1 and _read_trait(read[0]) == (text, "")
    except FormatError:
        return None
    layout = trait.spec.state if trait.spec and head != _RAW else ()
    names, many = _names(layout)
    return _Type(line, inside, layout, tuple(names), many) if comes_back else None


def _state_fields(written: _Type, trait: Trait) -> Fields:
    """Name the fields of a state where the same comes back from them; else it stands as one text."""
    if written.state:
        fields = name_tokens(written.names, written.many, trait.state_tokens)
        try:
            # Every value comes back from its line (see `words.quote`), so it is enough to look at the fields.
            if _join(written.state, place_tokens(written.names, written.many, fields, _UNREAD)) == trait.state:
                return fields
        except FormatError:
            pass
    return [(_RAW, trait.state)]


def _type_layout(trait: Trait) -> tuple[FieldSpec, ...]:
    spec = trait.spec
    return spec.layout(trait.text.partition(";")[2].partition(";")[0]) if spec else ()


def _names(layout: Sequence[FieldSpec]) -> tuple[list[str], bool]:
    return [field.name for field in layout], bool(layout and layout[-1].many)


def _type_text(head: str, tokens: list[str], text: str) -> str:
    if ";" not in text:
        return head
    spec = TRAITS.get(head)
    return f"{head};{_join(spec.layout(tokens[0] if tokens else '') if spec else (), tokens)}"


def _join(layout: Sequence[FieldSpec], tokens: Sequence[str]) -> str:
    if layout and layout[-1].rest:
        return ";".join(tokens)
    return sequence.encode(tokens, ";")


def _trait(line: Line) -> tuple[str, str]:
    """Read a trait's line: the texts of its type and its state."""
    if not line.below and len(line.text) < _SHARED:
        try:
            return _shared_trait(line.text)
        except FormatError:
            # Read again for an error that tells this line's place.
            pass
    return _read_trait(line)


@lru_cache(maxsize=1 << 13)
def _shared_trait(text: str) -> tuple[str, str]:
    return _read_trait(Line("", text))


def _read_trait(line: Line) -> tuple[str, str]:
    head, groups = read_line(line)
    if not head or len(groups) > 2:
        line.fail("a trait: its id, the fields of its type and, behind '|', those of its state")
    fields = groups[0]
    if head == _RAW:
        if [name for name, _ in fields] != ["text"]:
            line.fail('a trait as it stands in the file: raw text="..."')
        text = fields[0][1]
    else:
        text = _read_type(head, fields, line)
    states = groups[1] if len(groups) == 2 else []
    if [name for name, _ in states] == [_RAW]:
        return text, states[0][1]
    spec = TRAITS.get(head)
    if not states:
        return text, ""
    layout = spec.state if spec else ()
    return text, _join(layout, place_tokens(*_names(layout), states, line))


def _read_type(head: str, fields: Fields, line: Line) -> str:
    spec = TRAITS.get(head)
    filled = [(name, piece_text(_only(line)) if value is BELOW else value) for name, value in fields]
    if all(value is not BELOW for _, value in fields) and line.below:
        line.below[0].fail("no line here, since the line above does not say '^'")
    if not fields:
        return head
    layout: tuple[FieldSpec, ...] = ()
    if spec:
        first = spec.fields[0].name if spec.fields else ""
        layout = spec.layout(dict(filled).get(first, ""))
    return f"{head};{_join(layout, place_tokens(*_names(layout), filled, line))}"


def _only(line: Line) -> Line:
    if len(line.below) != 1:
        line.fail("one piece on the lines below '^'")
    return line.below[0]
