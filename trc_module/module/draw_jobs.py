"""The pictures of the module: what each of them shows, and drawing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias

from shapely import Polygon

from trc_module.art.backends.png import rgba_png, to_png
from trc_module.art.backends.raster import render
from trc_module.art.counters import CounterStyle, FactorSize, face_key, render_faces
from trc_module.art.counters.card_face import (
    CardBack,
    CardFace,
    card_back_of,
    card_key,
    card_of,
    render_card,
    render_held,
)
from trc_module.art.counters.keys import drawing_version
from trc_module.art.display import Area, Drawing, Layer, Text, circle
from trc_module.art.fonts import Face as FontFace
from trc_module.art.icons import SIDE, draw_icon
from trc_module.board import Board
from trc_module.charts import TerrainEffect
from trc_module.charts.sheet import ChartSheet
from trc_module.module.badge import Badge
from trc_module.module.layout import CELL, COUNTER, TITLE, Window
from trc_module.module.pieces import PieceMaker
from trc_module.module.printed import printed
from trc_module.roster import Marker, Unit


@dataclass(frozen=True, slots=True)
class FaceToDraw:
    """One face of a counter."""

    item: Unit | Marker
    side: Literal["front", "back"]
    style: CounterStyle = "nato"
    factors: FactorSize = "normal"


@dataclass(frozen=True, slots=True)
class MapPicture:
    """The map with its key, which prints the terrain chart."""

    board: Board
    terrain: Mapping[str, TerrainEffect]


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart with the game's name below its title; the board has the colours and signs of its terrain."""

    chart: ChartSheet
    game: str
    board: Board
    width: float


@dataclass(frozen=True, slots=True)
class MovedMark:
    """The mark on a counter that has moved."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The front or the back of a card."""

    face: CardFace | CardBack


@dataclass(frozen=True, slots=True)
class HeldMark:
    """The sign on a card in a hand: others do not see what it is."""


@dataclass(frozen=True, slots=True)
class IconPicture:
    """The picture of a toolbar button, by its name (`art.icons`)."""

    name: str


Plain: TypeAlias = MapPicture | ChartPicture | Window | MovedMark | Badge | CardPicture | HeldMark | IconPicture
Subject: TypeAlias = FaceToDraw | Plain


@dataclass(frozen=True, slots=True)
class DrawJob:
    """A picture that the module needs."""

    name: str
    """Its file name in the module."""
    label: str
    """Its name in messages."""
    subject: Subject
    key: str
    """A digest of everything that decides how it looks; the cache knows it by this key."""


def face_jobs(maker: PieceMaker, style: CounterStyle, factors: FactorSize) -> Iterator[DrawJob]:
    """Yield the faces of all counters, in the language of the module's texts."""
    captions = maker.texts.under("face")
    for counter in maker.roster.counters():
        # Faces with captions of their own in the catalogue are shorter than the names of their markers.
        own = bool(captions) and isinstance(counter, Marker)
        item = counter if own else printed(counter, maker.texts)
        if isinstance(item, Marker) and item.events:
            yield from _card_jobs(maker, item)
            continue
        if isinstance(item, Marker):
            item = replace(item, captions=captions)
        yield _face_job(maker.front_image(item), f"{item.id} front", FaceToDraw(item, "front", style, factors))
        images = maker.back_images(item)
        for number, image in enumerate(images):
            # A unit of several faces is drawn as if it had each for its back.
            shown = replace(item, faces=(item.faces[number],)) if isinstance(item, Unit) and item.faces else item
            label = f"{item.id} back" if number == 0 else f"{item.id} back {number + 1}"
            yield _face_job(image, label, FaceToDraw(shown, "back", style, factors))


def _card_jobs(maker: PieceMaker, card: Marker) -> Iterator[DrawJob]:
    """Yield the faces of a card with events; without any it is drawn as a counter."""
    words = maker.texts.under("card")
    faces: tuple[tuple[str, str, CardFace | CardBack], ...] = (
        (maker.front_image(card), "front", card_of(card, words)),
        (maker.back_image(card), "back", card_back_of(card)),
    )
    for name, side, face in faces:
        yield DrawJob(name, f"{card.id} {side}", CardPicture(face), card_key(face, drawing_version()))


def _face_job(name: str, label: str, face: FaceToDraw) -> DrawJob:
    return DrawJob(name, label, face, face_key(face.item, face.side, face.style, face.factors, pixels=COUNTER))


def draw(subjects: Sequence[Subject], cache: Path, for_map: int | None) -> Iterator[bytes]:
    """Yield pictures as PNG; parts of the map are kept in the folder `cache`.

    So many processes draw the map, this one among them (None: one for each processor).

    Raises:
        UserError: A symbol, a livery or a letter is missing.
    """
    # Faces are drawn together, which is faster.
    faces = _draw_faces([subject for subject in subjects if isinstance(subject, FaceToDraw)])
    for subject in subjects:
        yield next(faces) if isinstance(subject, FaceToDraw) else _draw_one(subject, cache, for_map)


def _draw_faces(faces: Sequence[FaceToDraw]) -> Iterator[bytes]:
    for (style, factors), alike in groupby(faces, key=lambda face: (face.style, face.factors)):
        yield from render_faces([(face.item, face.side) for face in alike], style, factors, pixels=COUNTER)


def _draw_one(subject: Plain, cache: Path, for_map: int | None) -> bytes:
    match subject:
        case HeldMark():
            return render_held()
        case IconPicture():
            drawing = draw_icon(subject.name)
            return _png(drawing, SIDE / drawing.width)
        case CardPicture():
            return render_card(subject.face)
        case ChartPicture():
            return _draw_chart(subject)
        case Window():
            return _draw_window(subject)
        case MovedMark():
            return _draw_moved_mark()
        case Badge():
            return _draw_badge(subject)
        case MapPicture():
            return _draw_map(subject, cache, for_map)


def _draw_map(subject: MapPicture, cache: Path, workers: int | None) -> bytes:
    # Imported here because it takes long and few builds draw the map.
    from trc_module.art.map import render_png

    return render_png(subject.board, chart=subject.terrain, cache=cache / "map", workers=workers)


def _draw_chart(subject: ChartPicture) -> bytes:
    from trc_module.art.chart_sheet import draw_chart
    from trc_module.art.chart_signs import sign

    signs = partial(sign, board=subject.board)
    return to_png(draw_chart(subject.chart, subject.game, signs, subject.width), workers=1)


def _draw_window(window: Window) -> bytes:
    return to_png(window_drawing(window), workers=1)


def window_drawing(window: Window) -> Drawing:
    """Return the board of a window of boxes."""
    from trc_module.art.boxes import TitledBox, draw_boxes

    frames = [
        TitledBox(b.title, b.x, b.y, b.width, b.height, TITLE, 0 if b.single else CELL, b.caption, b.lines)
        for b in window.boxes
    ]
    return draw_boxes(frames, window.width, window.height)


def _draw_moved_mark() -> bytes:
    items = (
        Area(circle(12, 12, 11), "#7a1f14"),
        Area(circle(12, 12, 9.5), "#fbf3dc"),
        Text("M", (12, 16.6), 14, "#7a1f14", FontFace.BOLD, anchor="middle"),
    )
    return _png(Drawing((0.0, 0.0, 24.0, 24.0), (Layer("moved", items),)))


_BADGE = 28
"""Pixels of a badge's side."""
_ROOM = 42.0
"""The size of letters that a badge has room for, by their number."""


def _draw_badge(badge: Badge) -> bytes:
    side = COUNTER if badge.x or badge.y else _BADGE
    x, y, light = side / 2 + badge.x, side / 2 + badge.y, "#fbf3dc"
    items: list[Area | Text] = [Area(circle(x, y, 13), light), Area(circle(x, y, 11.5), badge.ground)]
    if badge.sign in ("up", "down"):
        tip = -7 if badge.sign == "up" else 7
        items.append(Area(Polygon([(x - 7, y - tip * 0.7), (x + 7, y - tip * 0.7), (x, y + tip)]), light))
    else:
        size = 15.0 if len(badge.sign) == 1 else min(12.0, _ROOM / len(badge.sign))
        items.append(Text(badge.sign, (x, y + size * 0.34), size, light, FontFace.BOLD, anchor="middle"))
    return _png(Drawing((0.0, 0.0, float(side), float(side)), (Layer("badge", tuple(items)),)))


def _png(drawing: Drawing, scale: float = 1.0) -> bytes:
    return rgba_png(render(drawing, scale))
