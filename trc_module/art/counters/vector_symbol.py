"""Vector symbols as text files: one shape a line, read without any picture library.

    box 60 40                        width and height of the drawing; x to the right, y down
    fill ink M 4 4 L 56 4 L 30 36 Z  a filled shape
    line ink 3 M 0 0 L 60 40         a stroked one, its width in the box's units

The second word is a role, not a colour: the face that uses the symbol says what `ink`, `paper`
and `accent` are. Paths are absolute: M and L take points, H and V one coordinate, Q and C are
quadratic and cubic curves, Z closes; O cx cy rx ry is an ellipse, R x y w h a rectangle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from trc_module.facts import DataError

Point = tuple[float, float]

ROLES = frozenset({"ink", "paper", "accent"})
_OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0, "O": 4, "R": 4}
_STEPS = 14


@dataclass(frozen=True, slots=True)
class Shape:
    """One line of a symbol's file: its rings or polylines in box units, and how to paint them.

    `width` is None for a filled shape (rings combine by the even-odd rule, so a ring inside another
    is a hole) and the stroke's width in box units for a line.
    """

    role: str
    width: float | None
    paths: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class VectorSymbol:
    """A symbol: the size of its box, its shapes from the bottom up, and its text."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    text: str


@cache
def load_symbol(path: Path) -> VectorSymbol:
    """Read one `.outline` file; DataError names a line that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(path, "a readable symbol", error.strerror) from error
    return parse_symbol(text, path)


def parse_symbol(text: str, path: Path) -> VectorSymbol:
    """Parse the text of a symbol; errors and the symbol's name use `path`."""
    size: tuple[float, float] | None = None
    shapes: list[Shape] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "box":
                width, height = map(float, words[1:])
                size = (width, height)
            else:
                shapes.append(_shape(words))
        except (ValueError, IndexError) as error:
            expected = "'box W H', 'fill ROLE PATH' or 'line ROLE WIDTH PATH'"
            raise DataError(path, f"{expected} ({error})", line.strip(), line=number) from error
    if size is None or min(size) <= 0:
        raise DataError(path, "a line 'box WIDTH HEIGHT' with two positive numbers")
    return VectorSymbol(path.stem, size[0], size[1], tuple(shapes), text)


def _shape(words: list[str]) -> Shape:
    verb, role, *rest = words
    if role not in ROLES:
        raise ValueError(f"roles are {', '.join(sorted(ROLES))}")
    if verb == "fill":
        return Shape(role, None, tuple(_paths(rest)))
    if verb == "line":
        width = float(rest[0])
        if not width > 0:
            raise ValueError("a line's width is above 0")
        return Shape(role, width, tuple(_paths(rest[1:])))
    raise ValueError(f"no verb '{verb}'")


def _paths(words: list[str]) -> Iterator[tuple[Point, ...]]:
    points: list[Point] = []
    for command, numbers in _commands(words):
        if command in "MOR" and points:
            yield tuple(points)
            points = []
        if command == "O":
            yield _ellipse(*numbers)
        elif command == "R":
            yield _rectangle(*numbers)
        elif command == "M":
            points = [(numbers[0], numbers[1])]
        elif not points:
            raise ValueError(f"'{command}' needs an 'M' before it")
        elif command == "Z":
            yield (*points, points[0])
            points = []
        else:
            points.extend(_SEGMENTS[command](points[-1], numbers))
    if points:
        yield tuple(points)


def _commands(words: list[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with one full set of operands; a command may be followed by several sets."""
    at = 0
    while at < len(words):
        command = words[at]
        count = _OPERANDS.get(command)
        if count is None:
            raise ValueError(f"no path command '{command}'")
        at += 1
        first = True
        while first or (count and at < len(words) and not words[at].isalpha()):
            operands = words[at : at + count]
            if len(operands) < count:
                raise ValueError(f"'{command}' takes {count} numbers")
            numbers = [float(word) for word in operands]
            if not all(map(math.isfinite, numbers)):
                raise ValueError("coordinates are finite numbers")
            yield ("L" if command == "M" and not first else command), numbers
            at += count
            first = False


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Point, ...]:
    count = 40
    return tuple(
        (cx + rx * math.cos(math.tau * i / count), cy + ry * math.sin(math.tau * i / count)) for i in range(count + 1)
    )


def _rectangle(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))


def _quadratic(start: Point, n: list[float]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2) = start, n
    return [
        (x0 * (1 - t) ** 2 + 2 * x1 * t * (1 - t) + x2 * t * t, y0 * (1 - t) ** 2 + 2 * y1 * t * (1 - t) + y2 * t * t)
        for t in (i / _STEPS for i in range(1, _STEPS + 1))
    ]


def _cubic(start: Point, n: list[float]) -> list[Point]:
    xs, ys = (start[0], *n[0::2]), (start[1], *n[1::2])
    weights = [
        ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        for t in (i / _STEPS for i in range(1, _STEPS + 1))
    ]
    return [
        (sum(w * x for w, x in zip(ws, xs, strict=True)), sum(w * y for w, y in zip(ws, ys, strict=True)))
        for ws in weights
    ]


_SEGMENTS: dict[str, Callable[[Point, list[float]], list[Point]]] = {
    "L": lambda start, n: [(n[0], n[1])],
    "H": lambda start, n: [(n[0], start[1])],
    "V": lambda start, n: [(start[0], n[0])],
    "Q": _quadratic,
    "C": _cubic,
}
