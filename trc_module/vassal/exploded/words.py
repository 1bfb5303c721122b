r"""The lines of exploded files: a head and named values, read and written.

    footprint key=84,130 command="Movement trail" | count=0

A value stands bare if it holds nothing but letters, digits and harmless signs; otherwise in quotes with the
escapes of JSON, so that whatever it holds stays on its line. `^` stands for what the lines below say, and `|` divides
two groups of values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from trc_module.vassal.problems import FormatError

INDENT = "  "
_BAR = "|"
_BARE = re.compile(r"[\w.,:;/$#+*@%!?()<>{}&~'\[\]-]+")
_NAME = re.compile(r"[A-Za-z_][\w.:-]*")
# What JSON leaves as it is, but editors, git or UTF-8 do not: other ends of lines, half characters.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_WORD = re.compile(r'(?:(?P<name>[A-Za-z_][\w.:-]*)=)?(?P<value>"(?:[^"\\]|\\.)*"|[^\s"]*)(?=\s|$)')
_DEPTH_LIMIT = 400

Fields = list[tuple[str, str]]


class _Below(str):
    """A value that is not on its line; known by being this very object, since a text may be a `^` as well."""

    __slots__ = ()


BELOW = _Below("^")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was read, with the lines that are indented below it; `place` names file and number for errors."""

    place: str
    text: str
    below: list[Line] = field(default_factory=list)
    number: int = 0
    """The number of the line in its file, from 1."""

    def fail(self, expected: str) -> NoReturn:
        """Raise the error that something else was expected here."""
        shown = self.text if len(self.text) < 80 else self.text[:77] + "..."
        raise FormatError(f"{self.place}: expected {expected}, not '{shown}'.")


def quote(value: str) -> str:
    """Write a value, bare if it can be."""
    if _BARE.fullmatch(value):
        return value
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def write_line(head: str, *groups: Fields | None) -> str:
    """Write a head and groups of named values, the groups divided by bars; a group of None is left out."""
    parts = [head] if head else []
    for number, group in enumerate(groups):
        if number and group is not None:
            parts.append(_BAR)
        parts += [f"{name}={value if value is BELOW else quote(value)}" for name, value in group or ()]
    return " ".join(parts)


def read_line(line: Line) -> tuple[str, list[Fields]]:
    """Take a line apart into its head (empty if it has none) and the groups of its named values.

    Raises:
        FormatError: It is not of the form that `write_line` gives.
    """
    head = ""
    groups: list[Fields] = [[]]
    for number, (name, value) in enumerate(_words(line)):
        if name is not None:
            groups[-1].append((name, value))
        elif value == _BAR and number:
            groups.append([])
        elif number == 0:
            head = value
        else:
            line.fail("values with their names in front, as name=value")
    return head, groups


def _words(line: Line) -> Iterator[tuple[str | None, str]]:
    text, at = line.text, 0
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None or match.end() == at:
            line.fail("a value in quotes that end, and a blank after it")
        yield match["name"], _unquote(line, match["value"])
        at = match.end()
        while at < len(text) and text[at].isspace():
            at += 1


def _unquote(line: Line, word: str) -> str:
    if not word.startswith('"'):
        return BELOW if word == BELOW else word
    try:
        return str(json.loads(word))
    except ValueError:
        line.fail("a value in quotes with the escapes of JSON")


def read_lines(text: str, name: str) -> list[Line]:
    """Read the lines of a file into trees by their indentation; empty ones and remarks (`#`) are left out.

    Raises:
        FormatError: A line is indented by more than one step below the line before, or by half a step.
    """
    top: list[Line] = []
    open_lists = [top]
    for number, raw in enumerate(text.split("\n"), 1):
        row = raw.removesuffix("\r")
        stripped = row.lstrip(" ")
        if not stripped.strip() or stripped.startswith("#"):
            continue
        place = f"{name}, line {number}"
        depth, rest = divmod(len(row) - len(stripped), len(INDENT))
        line = Line(place, stripped, number=number)
        if rest or depth >= len(open_lists) or depth > _DEPTH_LIMIT:
            line.fail(f"an indentation by steps of {len(INDENT)} blanks, at most one step more than the line before")
        del open_lists[depth + 1 :]
        open_lists[depth].append(line)
        open_lists.append(line.below)
    return top


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines one step further in."""
    for line in lines:
        yield INDENT + line


def name_tokens(names: Sequence[str], many: bool, tokens: Sequence[str]) -> Fields:
    """Give each token of a list its name: all that are not empty, and the last, from which the number follows.

    With `many` the last name stands for all tokens from there on; without it those beyond are `field9` and so on.
    """
    found: Fields = []
    first_of_many = len(names) - 1 if many else len(tokens)
    for index, token in enumerate(tokens):
        if index >= first_of_many:
            found.append((names[-1], token))
        elif token or index == len(tokens) - 1:
            found.append((names[index] if index < len(names) else f"field{index + 1}", token))
    return found


def place_tokens(names: Sequence[str], many: bool, fields: Fields, line: Line) -> list[str]:
    """Put named tokens into their places again, empty ones where none is named.

    Raises:
        FormatError: A name is unknown or stands twice.
    """
    tokens: dict[int, str] = {}
    last = -1
    for name, value in fields:
        if name in names:
            index = names.index(name)
            if many and index == len(names) - 1:
                index = max(index, last + 1)
        elif re.fullmatch(r"field[1-9][0-9]{0,3}", name):
            index = int(name[5:]) - 1
        else:
            line.fail(f"only fields named {', '.join(names) or 'field1, field2 ...'}, of which '{name}' is none")
        if index in tokens:
            line.fail(f"the field '{name}' only once")
        tokens[index] = value
        last = max(last, index)
    return [tokens.get(index, "") for index in range(last + 1)]


def is_name(text: str) -> bool:
    """Tell whether a text may stand as a name in front of a value."""
    return bool(_NAME.fullmatch(text))
