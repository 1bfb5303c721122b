"""A moment of a game to be shared: a picture of it, and a page with the picture, its sentences and a finding."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.auditing.audit import Audit
from trc_module.errors import UserError
from trc_module.hexgrid import Hex
from trc_module.printable import printable
from trc_module.report.environment import filled
from trc_module.report.page.timeline import Timeline
from trc_module.report.picture import Camera, MapWindow, counters_view, moved_last, moved_view, png

_RADIUS = 4
"""Hexes around those that a finding is about."""
_WIDEST = 14


@dataclass(frozen=True, slots=True)
class Shared:
    """What a page shows under its picture: a heading and sentences."""

    heading: str
    sentences: Sequence[str]


def moment_picture(
    audit: Audit, timeline: Timeline, step: int, names: Iterable[str] = (), cache: Path | None = None
) -> bytes:
    """Return the position after a step as a PNG: around some hexes, else around what moved last.

    Raises:
        UserError: The map has no such hex.
    """
    log = audit.log
    at = [_hex(audit, name) for name in names]
    if at:
        far = max(log.parts.board.grid.distance(at[0], other) for other in at)
        view = MapWindow(at[0], min(far + _RADIUS, _WIDEST))
    else:
        moved = moved_last(timeline, step) if step else None
        view = counters_view(log, timeline, step, 1.0) if moved is None else moved_view(log, timeline, [moved], 1.0)
    return png(Camera(log, timeline, view, cache).picture(step))


def _hex(audit: Audit, name: str) -> Hex:
    found = audit.log.parts.board.grid.find(name)
    if found is None:
        raise UserError(f"There is no hex {name[:20]} on this map.")
    return found


def share_page(title: str, moment: str, picture: bytes, parts: Sequence[Shared], language: str = "en") -> str:
    """Return a page that needs nothing but itself: a picture, and under it what it shows."""
    return filled(
        "share.html",
        language=language,
        title=printable(title),
        moment=printable(moment),
        picture=base64.b64encode(picture).decode(),
        parts=parts,
    )
