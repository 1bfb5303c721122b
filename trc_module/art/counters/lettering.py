"""Text that fits: the largest size at which a run stays inside its room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from trc_module.art.colour import Colour
from trc_module.art.display import Area, Item, Text, cap_height, rectangle, text_width
from trc_module.art.fonts import Face

_DASH = 0.2
_DASH_GAP = 0.05


def fitted(text: str, width: float, cap: float, face: Face = Face.BOLD) -> float:
    """Return the size of type at which capitals are `cap` high, or less if the run would exceed `width`."""
    return _stepped(min(cap / cap_height(1.0, face), width / max(_ems(text, face), 1e-6)))


@lru_cache(maxsize=2048)
def _ems(text: str, face: Face) -> float:
    return text_width(text, 1.0, face)


def _stepped(size: float) -> float:
    """Return the next smaller step of a quarter unit: few sizes, so that faces share their rendered letters."""
    return math.floor(size * 4) / 4


def centred(text: str, x: float, y: float, width: float, cap: float, fill: Colour, face: Face = Face.BOLD) -> Text:
    """Return a run whose capitals are centred on a point."""
    size = fitted(text, width, cap, face)
    return Text(text, (x, y + cap_height(size, face) / 2), size, fill, face, "middle")


def upright(text: str, x: float, y: float, length: float, cap: float, fill: Colour, face: Face = Face.BOLD) -> Text:
    """Return a run that reads upwards, centred on a point."""
    size = fitted(text, length, cap, face)
    return Text(text, (x + cap_height(size, face) / 2, y), size, fill, face, "middle", angle=-90.0)


def factors(values: tuple[str, ...], x: float, foot: float, width: float, cap: float, fill: Colour) -> Iterator[Item]:
    """Yield factors side by side with a short dash between them, centred on x, standing on `foot`.

    The dash is an area of our own: the font's is a third wider than it need be, and its width is the figures' loss.
    """
    face = Face.BOLD
    widths = [_ems(value, face) for value in values]
    joint = _DASH + 2 * _DASH_GAP
    em = sum(widths) + joint * (len(values) - 1)
    size = _stepped(min(cap / cap_height(1.0, face), width / em))
    pen = x - em * size / 2
    for index, (value, advance) in enumerate(zip(values, widths, strict=True)):
        if index:
            thick = max(1.0, 0.085 * size)
            middle = foot - 0.5 * cap_height(size, face)
            yield Area(rectangle(pen + _DASH_GAP * size, middle - thick / 2, _DASH * size, thick), fill)
            pen += joint * size
        yield Text(value, (pen, foot), size, fill, face)
        pen += advance * size


def lines(
    texts: tuple[str, ...], x: float, span: tuple[float, float], width: float, cap: float, fill: Colour
) -> Iterator[Item]:
    """Yield lines of text one below the other between two heights; one that would shrink too far is broken in two."""
    rows = [(row, index == 0) for index, text in enumerate(texts) for row in _broken(text, width, cap)]
    pitch = (span[1] - span[0]) / max(len(rows), 1)
    for number, (row, first) in enumerate(rows):
        face = Face.BOLD if first else Face.SEMIBOLD
        yield centred(row, x, span[0] + (number + 0.5) * pitch, width, min(cap, 0.72 * pitch), fill, face)


def _broken(text: str, width: float, cap: float) -> list[str]:
    words = text.split()
    if len(words) < 2 or cap_height(fitted(text, width, cap), Face.BOLD) >= 0.75 * cap:
        return [text]
    cuts = ((" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words)))
    return list(min(cuts, key=lambda pair: max(_ems(part, Face.BOLD) for part in pair)))


def wrapped(text: str, width: float, size: float, face: Face = Face.MEDIUM) -> list[str]:
    """Return a text broken into lines no wider than `width`, a word to a line at least."""
    rows: list[str] = []
    for word in text.split():
        if rows and text_width(f"{rows[-1]} {word}", size, face) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
