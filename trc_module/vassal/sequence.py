r"""The delimited lists that all of VASSAL's formats are made of (VASSAL.tools.SequenceEncoder).

A list is its items joined by one delimiter. A delimiter inside an item gets a backslash in front;
backslashes themselves are never doubled. An item that starts with a backslash, or that starts and
ends with an apostrophe, is put into apostrophes. Lists nest by encoding again, so the runs of
backslashes grow with the depth.

The format loses one thing, as the engine does: an item that *ends* with a backslash merges with
its neighbour. Values written here should never end with one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from operator import sub

# More levels than any piece has traits. Where a text must be taken apart level by level, the rest
# beyond them stays together, so that no file can make that last for hours.
_DEPTHS = list(range(1000))


def narrow(text: str) -> str:
    """Return a text's UTF-8 bytes dressed up as Latin-1, one character a byte.

    All delimiters are ASCII, so lists can be split in this form, and Python's one-byte strings are
    several times as fast to search as those that a single symbol makes wide.
    """
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def widen(text: str) -> str:
    """Return the text that `narrow` dressed up."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "surrogateescape")


def encode(items: Iterable[str], delimiter: str) -> str:
    """Join items into one text.

    No items and one empty item both give the empty text (the engine gives null for the former).
    """
    listed = list(items)
    whole = delimiter.join(listed)
    if "\\" not in whole and "'" not in whole and whole.count(delimiter) == len(listed) - 1:
        return whole
    escaped = "\\" + delimiter
    return delimiter.join(
        [
            f"'{item.replace(delimiter, escaped)}'"
            if item.startswith("\\") or (item.startswith("'") and item.endswith("'"))
            else item.replace(delimiter, escaped)
            for item in listed
        ]
    )


def decode(text: str, delimiter: str) -> list[str]:
    """Split a text into its items; the empty text holds one empty item."""
    items = text.split(delimiter)
    # Looking at the items' ends is quicker than searching a text full of backslashes for the two signs together.
    if "\\" in text and any(map(str.endswith, items[:-1], repeat("\\"))):
        items = _merge(items, delimiter)
    if "'" in text:
        items = [_unquote(item) for item in items]
    return items


def _merge(parts: list[str], delimiter: str) -> list[str]:
    items: list[str] = []
    held: list[str] = []
    for part in parts:
        if part.endswith("\\"):
            held.append(part[:-1])
        elif held:
            held.append(part)
            items.append(delimiter.join(held))
            held = []
        else:
            items.append(part)
    if held:
        # The last part's backslash escapes nothing.
        held[-1] += "\\"
        items.append(delimiter.join(held))
    return items


def _unquote(item: str) -> str:
    if len(item) > 1 and item.startswith("'") and item.endswith("'"):
        return item[1:-1]
    return item


def decode_nested(text: str, delimiter: str = "\t", count: int | None = None) -> list[str]:
    r"""Split a list of the form `[a, [b, [c ...]]]` into `a, b, c ...` in one pass.

    This is how a piece's type and state hold its traits: each level is a list of two, the trait and
    the rest. The delimiter after item *i* (counted from 0) therefore has exactly *i* backslashes in
    front, and a delimiter that belongs to item *i* itself has more. What does not look like that
    (quoted items, a list of three) is taken apart level by level, as the engine does, which heeds
    only the first two items of a level.

    With a `count`, the last of that many items is taken as it stands, delimiters and all: the state
    of the innermost piece is no list.
    """
    if not text.isascii():
        return [widen(item) for item in _decode_narrow(narrow(text), delimiter, count)]
    return _decode_narrow(text, delimiter, count)


PLAIN = "x"
"""An item in which nothing is quoted or escaped."""


def part_innermost(text: str, delimiter: str = "\t") -> tuple[str, str] | None:
    """Split the text of a nested list into what surrounds its last item and that item; None if it might be quoted.

    Whether and how the list can be split and joined again then does not depend on that item: it holds for all such
    items if it holds for `PLAIN`. The many copies of a game's piece mostly differ in nothing but the last item.
    """
    around, tab, innermost = text.rpartition(delimiter)
    if "'" in innermost or innermost.startswith("\\") or innermost.endswith("\\"):
        return None
    return around + tab, innermost


def _decode_narrow(text: str, delimiter: str, count: int | None) -> list[str]:
    parts = text.split(delimiter)
    if "'" not in text or not (text.startswith("'") or delimiter + "'" in text):
        last = parts.pop()
        bare = list(map(str.rstrip, parts, repeat("\\")))
        slashes = list(map(sub, map(len, parts), map(len, bare)))
        even = slashes == _DEPTHS[: len(parts)]
        if even and (count is None or count == len(parts) + 1):
            bare.append(last)
            return bare
        if not even and count is None:
            items = _decode_uneven(parts, slashes, last, delimiter)
            if items:
                return items
    return _decode_levels(text, delimiter, count)


def _decode_uneven(parts: list[str], slashes: list[int], last: str, delimiter: str) -> list[str] | None:
    """Split items that contain the delimiter; None if a level is not a two-item list."""
    items: list[str] = []
    held = ""
    for part, count in zip(parts, slashes, strict=True):
        depth = len(items)
        if count < depth:
            return None
        if count == depth:
            items.append(held + part[: len(part) - count])
            held = ""
        else:
            # It escapes a delimiter of the item's own: one backslash a level goes.
            held += part[: len(part) - depth - 1] + delimiter
    items.append(held + last)
    return items


def _decode_levels(text: str, delimiter: str, count: int | None = None) -> list[str]:
    items: list[str] = []
    rest = text
    while True:
        if len(items) == len(_DEPTHS) or (count is not None and len(items) == count - 1):
            return [*items, rest]
        level = decode(rest, delimiter)
        items.append(level[0])
        if len(level) == 1:
            return items
        rest = level[1]


def encode_nested(items: Iterable[str], delimiter: str = "\t") -> str:
    """Join items into the nested form that `decode_nested` splits."""
    listed = list(items)
    # Line ends stand in for delimiters: all items are looked at in one go.
    whole = "\n" + "\n".join(listed)
    if delimiter not in whole and "\n\\" not in whole and "\n'" not in whole:
        # No quoting and nothing to escape: only the backslashes before the delimiters grow.
        return "".join(
            [item if depth == 0 else "\\" * (depth - 1) + delimiter + item for depth, item in enumerate(listed)]
        )
    text = listed[-1]
    for item in reversed(listed[:-1]):
        text = encode((item, text), delimiter)
    return text
