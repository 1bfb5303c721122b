"""A chart of two lines that may go below zero, and the bars of their difference, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 900, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 90, 16, 70


def swings(labels: Sequence[str], expected: Sequence[float], actual: Sequence[float]) -> str:
    """Return the chart: a value expected and an actual one at each label."""
    values = [*expected, *actual, 0.0]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(labels) - 1)

    def y(value: float) -> float:
        return _TOP + (high - value) / span * (HEIGHT - _TOP - _BOTTOM)

    def x(place: int) -> float:
        return _LEFT + place * step

    parts = [f'<line class="zero" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>']
    for value in sorted({low, 0.0, high}):
        parts.append(f'<text class="tick" x="{_LEFT - 6}" y="{y(value) + 4:.1f}">{value:.0f}</text>')
    for place, (wanted, found) in enumerate(zip(expected, actual, strict=True)):
        kind = "up" if found >= wanted else "down"
        told = f"{labels[place]}: expected {wanted:.1f}, actual {found:.1f}"
        parts.append(
            f'<line class="swing {kind}" x1="{x(place):.1f}" x2="{x(place):.1f}" y1="{y(wanted):.1f}" '
            f'y2="{y(found):.1f}"><title>{escape(told)}</title></line>'
        )
    # The names stand apart where the lines end together.
    for name, series, off in (("expected", expected, -5), ("actual", actual, 11)):
        points = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(series))
        parts.append(f'<polyline class="{name}" points="{points}"/>')
        if series:
            parts.append(
                f'<text class="{name}" x="{x(len(series) - 1) + 8:.1f}" y="{y(series[-1]) + off:.1f}">{name}</text>'
            )
    for place, label in enumerate(labels):
        at = f"{x(place):.1f} {HEIGHT - _BOTTOM + 14}"
        parts.append(f'<text class="label" transform="translate({at}) rotate(45)">{escape(label)}</text>')
    body = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Expected and actual, by phase">{body}</svg>'
