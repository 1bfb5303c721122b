"""The module's pictures, each drawn only if no earlier build has drawn the same."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from trc_module.art import boxes as box_art
from trc_module.art import map as map_art
from trc_module.art.backends.raster import render
from trc_module.art.boxes import TitledBox, draw_boxes
from trc_module.art.counters import face_key, has_back, render_face
from trc_module.art.display import Area, Drawing, Layer, Text, circle
from trc_module.art.fonts import Face
from trc_module.module.maps import MAP_IMAGE, window_image
from trc_module.module.parts import ModuleParts
from trc_module.module.pieces import MOVED_IMAGE, PieceMaker
from trc_module.module.plan import CELL, COUNTER, TITLE, Window
from trc_module.roster import Marker, Unit

Draw = Callable[[], bytes]


@dataclass
class PictureCache:
    """Pictures of earlier builds in a folder, by the digest of what they show."""

    folder: Path
    used: set[str] = field(default_factory=set)
    drawn: list[str] = field(default_factory=list)
    """The names of the pictures that had to be drawn in this build."""

    def get(self, name: str, key: str, draw: Draw) -> bytes:
        """Return the picture of that key, drawing it if it is new."""
        self.used.add(key)
        path = self.folder / f"{key}.png"
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = draw()
        self.drawn.append(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(data)
        beside.replace(path)
        return data

    def prune(self) -> None:
        """Forget the pictures that this build did not use."""
        for path in self.folder.glob("*.png"):
            if path.stem not in self.used:
                path.unlink()


def pictures(parts: ModuleParts, cache: PictureCache) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, PNG) of every picture of the module, in a fixed order."""
    yield MAP_IMAGE, cache.get("map", _map_key(parts), lambda: map_art.render_png(parts.board))
    for window in parts.plan.windows:
        yield window_image(window), cache.get(window.name, _window_key(window), lambda w=window: _window_png(w))  # type: ignore[misc]
    yield MOVED_IMAGE, cache.get("moved mark", _digest("moved", _code_version()), _moved_mark)
    items: tuple[Unit | Marker, ...] = (*parts.roster.units.values(), *parts.roster.markers.values())
    for item in items:
        yield from _faces(item, parts.maker, cache)


def _faces(item: Unit | Marker, maker: PieceMaker, cache: PictureCache) -> Iterator[tuple[str, bytes]]:
    front = cache.get(f"{item.id} front", face_key(item, "front"), lambda: render_face(item, "front", pixels=COUNTER))
    yield maker.front_image(item), front
    if has_back(item):
        back = cache.get(f"{item.id} back", face_key(item, "back"), lambda: render_face(item, "back", pixels=COUNTER))
        yield maker.back_image(item), back


def _map_key(parts: ModuleParts) -> str:
    """Return what the map shows: every datum of the board, and the code that draws it."""
    return _digest("map", _code_version(), *sorted(str(fact) for fact in parts.board.facts()))


def _window_key(window: Window) -> str:
    return _digest(repr(window), _code_version())


def _window_png(window: Window) -> bytes:
    frames = [TitledBox(b.title, b.x, b.y, b.width, b.height, TITLE, CELL) for b in window.boxes]
    return _png(draw_boxes(frames, window.width, window.height))


def _moved_mark() -> bytes:
    items = (
        Area(circle(12, 12, 11), "#7a1f14"),
        Area(circle(12, 12, 9.5), "#fbf3dc"),
        Text("M", (12, 16.6), 14, "#7a1f14", Face.BOLD, anchor="middle"),
    )
    return _png(Drawing((0.0, 0.0, 24.0, 24.0), (Layer("moved", items),)))


def _png(drawing: Drawing) -> bytes:
    buffer = io.BytesIO()
    render(drawing).save(buffer, "PNG")
    return buffer.getvalue()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


@cache
def _code_version() -> str:
    """Return a digest of the code that draws windows and marks, so that a change of it redraws them."""
    folder = Path(box_art.__file__).parent
    sources = [Path(__file__), *sorted(folder.glob("*.py")), *sorted((folder / "backends").glob("*.py"))]
    sources += sorted((folder / "map").glob("*.py"))
    return _digest(*(path.read_text(encoding="utf-8") for path in sources))
