"""The pictures of the module other than the counters' faces: the map, the boards of boxes, and the badges."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from trc_module.art.digest import art_digest
from trc_module.charts.turns import Turn
from trc_module.module.draw_jobs import Badge, DrawJob, MapPicture, MovedMark
from trc_module.module.maps import MAP_IMAGE, window_image
from trc_module.module.parts import ModuleParts
from trc_module.module.plan import Window
from trc_module.module.prototypes import MOVED_IMAGE, ROLE_IMAGES, WAY_BADGES, badge_image

_OF_A_TURN = re.compile(r"turn-(?:record-)?(\d+)$")
"""The key of a box that belongs to one turn: where its units arrive, or its place on the turn record."""


def static_jobs(parts: ModuleParts) -> Iterator[DrawJob]:
    """Yield all pictures that are not a counter's face."""
    terrain = parts.charts.terrain
    facts = sorted(str(fact) for fact in parts.board.facts())
    yield DrawJob(MAP_IMAGE, "map", MapPicture(parts.board, terrain), _digest("map", repr(terrain), *facts))
    for window in parts.plan.windows:
        shown = captioned(window, parts.charts.turns)
        yield DrawJob(window_image(window), window.name, shown, _digest(repr(shown)))
    yield DrawJob(MOVED_IMAGE, "moved mark", MovedMark(), _digest("moved"))
    for name, badge in _badges():
        yield DrawJob(name, name.removesuffix(".png"), badge, _digest(repr(badge)))


def captioned(window: Window, turns: Mapping[int, Turn]) -> Window:
    """Return a window in which each turn's box says which months it stands for."""
    boxes = []
    for box in window.boxes:
        match = _OF_A_TURN.search(box.key)
        turn = turns.get(int(match[1])) if match else None
        boxes.append(replace(box, caption=str(turn)) if turn else box)
    return replace(window, boxes=tuple(boxes))


def _badges() -> Iterator[tuple[str, Badge]]:
    yield ROLE_IMAGES[1], Badge("up", "#7a1f14", -28, 0)
    yield ROLE_IMAGES[2], Badge("down", "#1d3c6b", -28, 0)
    for way, letters in WAY_BADGES.items():
        yield badge_image(way), Badge(letters, "#24543a", 28, 0)


def _digest(*shown: str) -> str:
    """Return the key of a picture: a digest of what it shows and of the code that draws it."""
    return hashlib.sha256("\0".join((*shown, art_digest(), _code())).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    return Path(__file__).with_name("draw_jobs.py").read_text(encoding="utf-8")
