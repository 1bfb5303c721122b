r"""Text that came from outside, made fit to be printed: it can neither forge a line nor give a terminal orders.

Names of players, files and entries, chat lines and whatever else a file holds may contain line ends, orders to a
terminal (CSI, OSC, BEL, C1) and marks that turn the direction of writing. All of them are shown as `\n`, `\x1b` or
`\u202e`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any


def printable(text: str) -> str:
    r"""Return a text as one line that any terminal can show; spaces of all kinds become plain ones."""
    return text if text.isprintable() else "".join(map(_shown, text))


def printable_lines(text: str) -> str:
    """Return a text of several lines, each as `printable` has it; a tab stays one."""
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def as_heading(words: str) -> str:
    """Return words with a capital at their beginning, the others as they are."""
    return words[:1].upper() + words[1:]


def joined(lines: Iterable[str]) -> str:
    """Return lines joined to one text, in which each of them is one line, whatever it holds."""
    return "\n".join(map(printable, lines))


def json_text(tree: Any, *, indent: int | None = 2) -> str:
    r"""Return plain data as JSON that any terminal can show: what cannot be printed is escaped, as `\u009b`."""
    return _UNPRINTED.sub(_escaped, json.dumps(tree, ensure_ascii=False, indent=indent))


_UNPRINTED = re.compile(r"[^\n -~]")


def _shown(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() and letter > "\x85" and letter not in "\u2028\u2029" else _ascii(letter)


def _ascii(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def _escaped(match: re.Match[str]) -> str:
    letter = match[0]
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]
