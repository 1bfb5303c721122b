r"""The commands of a saved game one by one, without holding the game (some have 465 MB).

A save's pieces are all members of one top-level group, so cutting at the top level is not enough.
A separator of level *n* has *n* backslashes in front. The reader cuts at level 0, and where an item
grows beyond a limit, it goes one level down and cuts there, until the item ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from trc_module.vassal.commands.base import Node
from trc_module.vassal.commands.codec import decode_node, encode_node
from trc_module.vassal.problems import FormatError

_LEVEL_LIMIT = 64


class StreamedNode(Struct, frozen=True):
    """A node of a text that is read bit by bit.

    Attributes:
        top: The number of the top-level command that it belongs to, from 0.
        depth: Its depth there.
        node: The node.
        level: The level of the separator before it: as `depth`, or less where a group is entered; 0 for the first.
    """

    top: int
    depth: int
    node: Node
    level: int = 0


def stream_nodes(blocks: Iterable[bytes], limit: int = 1 << 22, longest: int = 1 << 23) -> Iterator[StreamedNode]:
    """Yield the nodes of a saved game's text; at most about `limit` bytes of it are held at once.

    A group that grows beyond the limit before it ends comes in members of depth 1 (or more), all
    else whole at depth 0.

    Raises:
        FormatError: One command alone has more than `longest` bytes.
    """
    held = bytearray()
    top = depth = before = scanned = 0
    for block in blocks:
        held += block
        start = 0
        while True:
            found = _next_separator(held, start, scanned, depth)
            if found:
                end, level = found
                yield StreamedNode(top, depth, _decode(held[start:end], depth), before)
                start = scanned = end + level + 1
                depth = before = level
                top += level == 0
            elif len(held) - start > limit and depth < _LEVEL_LIMIT and _is_open_group(held, start):
                depth += 1
                scanned = start
            else:
                break
        if len(held) - start > longest:
            raise FormatError("The saved game holds one command too long to be true: the file is damaged.")
        del held[:start]
        scanned = len(held)
    yield StreamedNode(top, depth, _decode(held, depth), before)


def join_nodes(items: Iterable[StreamedNode], size: int = 1 << 20) -> Iterator[bytes]:
    """Write nodes as `stream_nodes` yields them, changed or not, as the text that they came from, in blocks."""
    held = bytearray()
    for number, item in enumerate(items):
        if number:
            held += b"\\" * item.level + b"\x1b"
        held += _encode(item.node, item.depth)
        if len(held) > size:
            yield bytes(held)
            held.clear()
    yield bytes(held)


def _is_open_group(held: bytearray, start: int) -> bool:
    # In apostrophes a group is of one piece: only its end shows which level they belong to. The
    # engine puts them around groups whose first member is a group without a head, which are small.
    return held[start : start + 1] != b"'" and held.find(b"\x1b", start) >= 0


def _next_separator(held: bytearray, start: int, scanned: int, depth: int) -> tuple[int, int] | None:
    """Find a separator of at most a level; return where its backslashes begin and the level."""
    at = held.find(b"\x1b", scanned)
    while at >= 0:
        first = at
        while first > start and at - first <= depth and held[first - 1] == 0x5C:
            first -= 1
        if at - first <= depth:
            return first, at - first
        at = held.find(b"\x1b", at + 1)
    return None


def _decode(item: bytes | bytearray, depth: int) -> Node:
    text = item.decode("utf-8", "surrogateescape").replace("\\" * (depth + 1) + "\x1b", "\x1b")
    if len(text) > 1 and text.startswith("'") and text.endswith("'"):
        text = text[1:-1]
    return decode_node(text)


def _encode(node: Node, depth: int) -> bytes:
    text = encode_node(node)
    if text.startswith("\\") or (text.startswith("'") and text.endswith("'")):
        text = f"'{text}'"
    return text.replace("\x1b", "\\" * (depth + 1) + "\x1b").encode("utf-8", "surrogateescape")
