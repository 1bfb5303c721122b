"""Small charts as SVG, coloured by the page that holds them: class `s0` is the first series, `s1` the second ..."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil

WIDTH, HEIGHT = 720, 260
NARROW_WIDTH = 360
"""The width of a chart on a telephone: letters stay as large as the page's."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 96, 14, 34
_TICKS = 4
_GAP = 0.28
"""The part of the room of each label that stays free between its bars and the next ones."""
_NARROW = 34
"""Pixels that a label needs."""
_ROUND = (1, 2, 3, 4, 5, 6, 8)
"""Steps between ticks, before they are scaled by powers of ten."""


def lines(name: str, labels: Sequence[str], series: Mapping[str, Sequence[int]], width: int = WIDTH) -> str:
    """Return a chart of one line for each series, over labels from left to right, `width` pixels wide."""
    series = {word: values for word, values in series.items() if values}
    top = _top(series)
    step = _inner_width(width) / max(len(labels) - 1, 1)
    parts = []
    ends = _apart([_y(values[-1], top) for values in series.values()])
    for number, ((word, values), end) in enumerate(zip(series.items(), ends, strict=True)):
        points = [(_LEFT + index * step, _y(value, top)) for index, value in enumerate(values)]
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="line s{number}" points="{told}"/>')
        parts += (f'<circle class="dot s{number}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
        parts.append(
            f'<text class="name s{number}" x="{points[-1][0] + 9:.1f}" y="{end + 4:.1f}">{escape(word)}</text>'
        )
    return _chart(name, labels, top, [_LEFT + index * step for index in range(len(labels))], parts, width)


def bars(name: str, labels: Sequence[str], series: Mapping[str, Sequence[int]], width: int = WIDTH) -> str:
    """Return a chart of bars side by side, one of each series at every label, `width` pixels wide."""
    top = _top(series)
    room = _inner_width(width) / max(len(labels), 1)
    wide = room * (1 - _GAP) / max(len(series), 1)
    parts = []
    for number, (word, values) in enumerate(series.items()):
        for index, value in enumerate(values):
            x = _LEFT + index * room + room * _GAP / 2 + number * wide
            y = _y(value, top)
            if value:
                told = f"<title>{escape(word)}, {escape(labels[index])}: {value}</title>"
                size = f'width="{max(wide - 1, 1):.1f}" height="{HEIGHT - _BOTTOM - y:.1f}"'
                parts.append(f'<rect class="bar s{number}" x="{x:.1f}" y="{y:.1f}" {size}>{told}</rect>')
        y = _TOP + 14 + 20 * number
        parts.append(f'<rect class="bar s{number}" x="{width - _RIGHT + 12}" y="{y - 9}" width="10" height="10"/>')
        parts.append(f'<text class="name s{number}" x="{width - _RIGHT + 27}" y="{y}">{escape(word)}</text>')
    return _chart(name, labels, top, [_LEFT + (index + 0.5) * room for index in range(len(labels))], parts, width)


def _chart(name: str, labels: Sequence[str], top: int, at: Sequence[float], parts: Sequence[str], width: int) -> str:
    grid = "".join(_grid(top, width))
    every = max(ceil(len(labels) * _NARROW / _inner_width(width)), 1)
    words = "".join(
        f'<text class="label" x="{x:.1f}" y="{HEIGHT - _BOTTOM + 18}">{escape(label)}</text>'
        for index, (x, label) in enumerate(zip(at, labels, strict=True))
        if index % every == 0
    )
    return (
        f'<svg viewBox="0 0 {width} {HEIGHT}" role="img" aria-label="{escape(name, quote=True)}">'
        f"{grid}{''.join(parts)}{words}</svg>"
    )


def _grid(top: int, width: int) -> Iterator[str]:
    for tick in range(_TICKS + 1):
        value = top * tick // _TICKS
        y = _y(value, top)
        yield f'<line class="grid" x1="{_LEFT}" x2="{width - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}">{value}</text>'


def _top(series: Mapping[str, Sequence[int]]) -> int:
    """Return the value at which the chart ends: as many round steps as there are ticks."""
    most = max((value for values in series.values() for value in values), default=0)
    power = 1
    while True:
        for step in _ROUND:
            if step * power * _TICKS >= most:
                return step * power * _TICKS
        power *= 10


def _inner_width(width: int) -> int:
    return width - _LEFT - _RIGHT


def _y(value: int, top: int) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _BOTTOM - _TOP) * value / top


def _apart(places: Sequence[float], least: float = 15) -> list[float]:
    """Return places moved as little as needed so that none is nearer than `least` to another."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    found = list(places)
    for below, above in pairwise(order):
        found[above] = max(found[above], found[below] + least)
    return found
