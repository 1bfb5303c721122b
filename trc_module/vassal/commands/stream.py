r"""The commands of a saved game one by one, without holding the game (some have 465 MB).

A save's pieces are all members of one top-level group, so cutting at the top level is not enough.
A separator of level *n* has *n* backslashes in front. The reader cuts at level 0, and where an item
grows beyond a limit, it goes one level down and cuts there, until the item ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trc_module.vassal.commands.base import Node
from trc_module.vassal.commands.codec import decode_node
from trc_module.vassal.problems import FormatError

_SEPARATOR = re.compile(rb"\\*\x1b")
_LEVEL_LIMIT = 64


@dataclass(frozen=True, slots=True)
class StreamedNode:
    """A node, the number of the top-level command that it belongs to (from 0) and its depth there."""

    top: int
    depth: int
    node: Node


def stream_nodes(blocks: Iterable[bytes], limit: int = 1 << 22, longest: int = 1 << 26) -> Iterator[StreamedNode]:
    """Yield the nodes of a saved game's text, of which at most about `limit` bytes are held at once.

    A group longer than `limit` comes in members of depth 1 (or more), all else whole at depth 0.

    Raises:
        FormatError: One command alone has more than `longest` bytes.
    """
    held = bytearray()
    top = scanned = 0
    # One entry a level that was gone down: was the group there in apostrophes?
    levels: list[bool] = []
    for block in blocks:
        held += block
        start = 0
        while True:
            match = _next_separator(held, scanned, len(levels))
            if match:
                level = match.end() - match.start() - 1
                end = match.start() - sum(levels[level:])
                yield StreamedNode(top, len(levels), _decode(held[start:end], len(levels)))
                start = scanned = match.end()
                del levels[level:]
                top += level == 0
            elif len(held) - start > limit and len(levels) < _LEVEL_LIMIT and held.find(b"\x1b", start) >= 0:
                # No command begins with an apostrophe: it belongs to the group around it.
                quoted = held[start : start + 1] == b"'"
                levels.append(quoted)
                start = scanned = start + quoted
            else:
                break
        if len(held) - start > longest:
            raise FormatError("The saved game holds one command too long to be true: the file is damaged.")
        scanned = _safe_end(held, start) - start
        del held[:start]
    end = len(held) - sum(levels)
    yield StreamedNode(top, len(levels), _decode(held[:end], len(levels)))


def _next_separator(held: bytearray, start: int, depth: int) -> re.Match[bytes] | None:
    for match in _SEPARATOR.finditer(held, start):
        if match.end() - match.start() - 1 <= depth:
            return match
    return None


def _safe_end(held: bytearray, start: int) -> int:
    # A run of backslashes at the end may go on in the next block.
    end = len(held)
    while end > start and held[end - 1] == 0x5C:
        end -= 1
    return end


def _decode(item: bytes | bytearray, depth: int) -> Node:
    text = item.decode("utf-8", "surrogateescape").replace("\\" * (depth + 1) + "\x1b", "\x1b")
    if len(text) > 1 and text.startswith("'") and text.endswith("'"):
        text = text[1:-1]
    return decode_node(text)
