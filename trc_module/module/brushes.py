"""What paints the module's pictures: imported by the processes that do so, and by nobody else."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from shapely import Polygon

from trc_module.art.backends.raster import render
from trc_module.art.counters import face_key, render_faces
from trc_module.art.display import Area, Drawing, Layer, Text, circle
from trc_module.art.fonts import Face as FontFace
from trc_module.module.painting import Badge, Face, MapPicture, MovedMark, Subject
from trc_module.module.plan import CELL, COUNTER, TITLE, Window


def face_digest(face: Face) -> str:
    """Return the key of a face."""
    return face_key(face.item, face.side, face.look, face.factors, pixels=COUNTER)


def pictures_of(subjects: Sequence[Subject], folder: Path) -> Iterator[bytes]:
    """Yield pictures as PNG; `folder` is where parts of the map may be kept for the next time.

    Faces among them are painted together, which is quicker.
    """
    painted = _faces([subject for subject in subjects if isinstance(subject, Face)])
    for subject in subjects:
        yield next(painted) if isinstance(subject, Face) else _picture_of(subject, folder)


def _faces(faces: Sequence[Face]) -> Iterator[bytes]:
    for (look, factors), alike in groupby(faces, key=lambda face: (face.look, face.factors)):
        yield from render_faces([(face.item, face.side) for face in alike], look, factors, pixels=COUNTER)


def _picture_of(subject: MapPicture | Window | MovedMark | Badge, folder: Path) -> bytes:
    match subject:
        case Window():
            return _window(subject)
        case MovedMark():
            return _moved_mark()
        case Badge():
            return _badge(subject)
        case MapPicture():
            return _map(subject, folder)


def _map(subject: MapPicture, folder: Path) -> bytes:
    # Most errata leave the map alone, which is the most to import.
    from trc_module.art.map import render_png

    return render_png(subject.board, chart=subject.terrain, cache=folder / "map")


def _window(window: Window) -> bytes:
    # Errata draw faces, which need neither.
    from trc_module.art.backends.png import to_png
    from trc_module.art.boxes import TitledBox, draw_boxes

    frames = [TitledBox(b.title, b.x, b.y, b.width, b.height, TITLE, CELL, b.caption) for b in window.boxes]
    return to_png(draw_boxes(frames, window.width, window.height), workers=1)


def _moved_mark() -> bytes:
    items = (
        Area(circle(12, 12, 11), "#7a1f14"),
        Area(circle(12, 12, 9.5), "#fbf3dc"),
        Text("M", (12, 16.6), 14, "#7a1f14", FontFace.BOLD, anchor="middle"),
    )
    return _png(Drawing((0.0, 0.0, 24.0, 24.0), (Layer("moved", items),)))


def _badge(badge: Badge) -> bytes:
    x, y, light = COUNTER / 2 + badge.x, COUNTER / 2 + badge.y, "#fbf3dc"
    items: list[Area | Text] = [Area(circle(x, y, 13), light), Area(circle(x, y, 11.5), badge.ground)]
    if badge.sign in ("up", "down"):
        tip = -7 if badge.sign == "up" else 7
        items.append(Area(Polygon([(x - 7, y - tip * 0.7), (x + 7, y - tip * 0.7), (x, y + tip)]), light))
    else:
        size = 15 if len(badge.sign) == 1 else 12
        items.append(Text(badge.sign, (x, y + size * 0.34), size, light, FontFace.BOLD, anchor="middle"))
    return _png(Drawing((0.0, 0.0, float(COUNTER), float(COUNTER)), (Layer("badge", tuple(items)),)))


def _png(drawing: Drawing) -> bytes:
    buffer = io.BytesIO()
    render(drawing).save(buffer, "PNG")
    return buffer.getvalue()
