"""The module's pictures: which there are, under what names, and what each shows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.art.digest import art_digest
from trc_module.charts.turns import Turn
from trc_module.module.maps import MAP_IMAGE, window_image
from trc_module.module.painting import Badge, Face, Job, MapPicture, MovedMark, Painters, picture_path
from trc_module.module.parts import ModuleParts
from trc_module.module.plan import Window
from trc_module.module.prototypes import MOVED_IMAGE, ROLE_IMAGES, WAY_BADGES, badge_image
from trc_module.roster import Marker, Unit

if TYPE_CHECKING:
    from trc_module.art.counters import FactorSize, Look

_OF_A_TURN = re.compile(r"turn-(?:record-)?(\d+)$")
"""The key of a box that belongs to one turn: where its units arrive, or its place on the turn record."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the module: its file name there, where it is now, and, if it had to be painted, what it shows."""

    name: str
    path: Path
    new: str


def begin_pictures(
    parts: ModuleParts, painters: Painters, look: Look = "nato", factors: FactorSize = "normal"
) -> Callable[[], list[Picture]]:
    """Begin to paint; the function returned waits for the end and returns every picture in a fixed order."""
    wanted = list(_wanted(parts, look, factors))
    painted = painters.begin([job for _, _, job in wanted])

    def pictures() -> list[Picture]:
        return [
            Picture(name, picture_path(painters.folder, each.key), label if each.new else "")
            for (name, label, _), each in zip(wanted, painted(), strict=True)
        ]

    return pictures


def forget_others(folder: Path, used: Iterable[Path]) -> None:
    """Delete the pictures of earlier builds that this one does not use."""
    names = {path.name for path in used}
    for path in folder.glob("*.png"):
        if path.name not in names:
            path.unlink()


def captioned(window: Window, turns: Mapping[int, Turn]) -> Window:
    """Return a window in which each turn's box says which months it stands for."""
    boxes = []
    for box in window.boxes:
        match = _OF_A_TURN.search(box.key)
        turn = turns.get(int(match[1])) if match else None
        boxes.append(replace(box, caption=str(turn)) if turn else box)
    return replace(window, boxes=tuple(boxes))


def _wanted(parts: ModuleParts, look: Look, factors: FactorSize) -> Iterator[tuple[str, str, Job]]:
    """Yield the file name of each picture, what a build calls it, and how to come by it."""
    terrain = parts.charts.terrain
    facts = sorted(str(fact) for fact in parts.board.facts())
    yield MAP_IMAGE, "map", Job(MapPicture(parts.board, terrain), _digest("map", repr(terrain), *facts))
    for window in parts.plan.windows:
        shown = captioned(window, parts.charts.turns)
        yield window_image(window), window.name, Job(shown, _digest(repr(shown)))
    yield MOVED_IMAGE, "moved mark", Job(MovedMark(), _digest("moved"))
    for name, badge in _badges():
        yield name, name.removesuffix(".png"), Job(badge, _digest(repr(badge)))
    items: tuple[Unit | Marker, ...] = (*parts.roster.units.values(), *parts.roster.markers.values())
    for item in items:
        yield parts.maker.front_image(item), f"{item.id} front", Job(Face(item, "front", look, factors))
        if item.back:
            yield parts.maker.back_image(item), f"{item.id} back", Job(Face(item, "back", look, factors))


def _badges() -> Iterator[tuple[str, Badge]]:
    yield ROLE_IMAGES[1], Badge("up", "#7a1f14", -28, 0)
    yield ROLE_IMAGES[2], Badge("down", "#1d3c6b", -28, 0)
    for way, letters in WAY_BADGES.items():
        yield badge_image(way), Badge(letters, "#24543a", 28, 0)


def _digest(*shown: str) -> str:
    """Return the key of a picture: what it shows, and the code that draws it, so that a change of it redraws it."""
    return hashlib.sha256("\0".join((*shown, art_digest(), _brushes())).encode()).hexdigest()[:32]


@cache
def _brushes() -> str:
    return Path(__file__).with_name("brushes.py").read_text(encoding="utf-8")
