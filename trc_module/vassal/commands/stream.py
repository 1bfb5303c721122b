r"""The commands of a saved game one by one, without holding the game (some have 465 MB).

A save's pieces are all members of one top-level group, so cutting at the top level is not enough.
A separator of level *n* has *n* backslashes in front. The reader cuts at level 0, and where an item
grows beyond a limit, it goes one level down and cuts there, until the item ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trc_module.vassal.commands.base import Node
from trc_module.vassal.commands.codec import decode_node
from trc_module.vassal.problems import FormatError

_LEVEL_LIMIT = 64


@dataclass(frozen=True, slots=True)
class StreamedNode:
    """A node, the number of the top-level command that it belongs to (from 0) and its depth there."""

    top: int
    depth: int
    node: Node


def stream_nodes(blocks: Iterable[bytes], limit: int = 1 << 22, longest: int = 1 << 26) -> Iterator[StreamedNode]:
    """Yield the nodes of a saved game's text, of which at most about `limit` bytes are held at once.

    A group that grows beyond the limit before it ends comes in members of depth 1 (or more), all
    else whole at depth 0.

    Raises:
        FormatError: One command alone has more than `longest` bytes.
    """
    held = bytearray()
    top = depth = scanned = 0
    for block in blocks:
        held += block
        start = 0
        while True:
            found = _next_separator(held, start, scanned, depth)
            if found:
                end, level = found
                yield StreamedNode(top, depth, _decode(held[start:end], depth))
                start = scanned = end + level + 1
                depth = level
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
    yield StreamedNode(top, depth, _decode(held, depth))


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
