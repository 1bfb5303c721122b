"""The faces of cards: each event under a bar in its side's colour, and a back that all cards share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import shapely
from shapely import LineString, MultiLineString, MultiPolygon

from trc_module.art.backends.png import rgba_png
from trc_module.art.backends.raster import render
from trc_module.art.colour import mix
from trc_module.art.counters.card_size import HEIGHT, WIDTH
from trc_module.art.counters.lettering import centred, fitted, wrapped
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, cap_height, outline_of, rectangle
from trc_module.art.fonts import Face
from trc_module.art.palette import MarkerLivery, load_palette
from trc_module.roster import Marker
from trc_module.roster.cards import EVERY, CardEvent

_MARGIN = 12.0
_RADIUS = 14.0
_BAR = 34.0
_FOOT = 18.0
_SIZES = (17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0)
"""Sizes of the text; the largest that fits is chosen."""
_LEADING = 1.2


@dataclass(frozen=True, slots=True)
class CardPart:
    """One event of a card, in the words that are printed."""

    livery: str
    """The livery of the side that may use it, as a marker has it."""
    title: str
    mark: str
    """The limit of its use, in a few words; empty for none."""
    when: str
    effect: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """The front face of a card."""

    parts: tuple[CardPart, ...]
    foot: str
    """The card's number, and when it is in play."""


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back face of every card of a deck."""

    title: str
    liveries: tuple[str, ...]


def card_of(marker: Marker, catalogue: Mapping[str, str]) -> CardFace:
    """Return what stands on the front of a card: in the words of a catalogue, else of the data.

    Its keys are `mark-axis` and `period-1945` for words of the data, `card-1-axis-effect` for what stands on a card.
    """

    def words(key: str, given: str) -> str:
        return catalogue.get(key) or given

    def part(event: CardEvent) -> CardPart:
        about = f"{marker.id}-{event.side}"
        return CardPart(
            "neutral" if event.side == EVERY else marker.liveries.get(event.side, event.side),
            words(f"{about}-title", event.title),
            words(f"mark-{event.mark}", event.mark) if event.mark else "",
            words(f"{about}-when", event.when),
            words(f"{about}-effect", event.effect),
        )

    periods = dict.fromkeys(words(f"period-{event.period}", event.period) for event in marker.events)
    number = words("number", "{number}").format(number=marker.id.rpartition("-")[2])
    return CardFace(tuple(map(part, marker.events)), ", ".join(filter(None, (number, *periods))))


def card_back_of(marker: Marker) -> CardBack:
    """Return what stands on the back of a card."""
    return CardBack(marker.back, tuple(dict.fromkeys(marker.liveries.values())))


def card_key(face: CardFace | CardBack, drawing_version: str, palette: str = "standard") -> str:
    """Return a digest of everything that decides how a card looks."""
    colours = load_palette(palette)
    names = face.liveries if isinstance(face, CardBack) else tuple(part.livery for part in face.parts)
    inputs = (drawing_version, repr(face), repr([colours.marker(name) for name in names]))
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:32]


def render_card(face: CardFace | CardBack, scale: float = 1.0, palette: str = "standard") -> bytes:
    """Return the front or back of a card as a PNG."""
    return rgba_png(render(draw_card(face, palette), scale))


def render_held() -> bytes:
    """Return the sign that lies over a card in its owner's hand, as a PNG of a card's size: an eye that is shut."""
    x, y = WIDTH - 20.0, HEIGHT - _FOOT / 2 - 0.5
    lid = LineString([(x - 9, y - 2), (x - 5, y + 2), (x, y + 3.5), (x + 5, y + 2), (x + 9, y - 2)])
    lashes = [LineString([(x + dx, y + dy), (x + 1.5 * dx, y + dy + 4)]) for dx, dy in ((-6, 1), (0, 3.5), (6, 1))]
    items = (Line(MultiLineString([lid, *lashes]), "#ffffff", 1.6),)
    return rgba_png(render(Drawing((0.0, 0.0, float(WIDTH), float(HEIGHT)), (Layer("held", items),))))


def draw_card(face: CardFace | CardBack, palette: str = "standard") -> Drawing:
    """Return the front or back of a card as a display list."""
    colours = load_palette(palette)
    items: tuple[Item, ...]
    if isinstance(face, CardBack):
        items = tuple(_back(face, [colours.marker(name) for name in face.liveries], colours.marker("neutral")))
    else:
        items = tuple(_front(face, [colours.marker(part.livery) for part in face.parts], colours.marker("neutral")))
    return Drawing((0.0, 0.0, float(WIDTH), float(HEIGHT)), (Layer("card", items),))


def _plate(ground: str) -> Iterator[Item]:
    yield Area(rectangle(0, 0, WIDTH, HEIGHT, _RADIUS), mix(ground, "#000000", 0.6))
    yield Area(rectangle(1, 1, WIDTH - 2, HEIGHT - 2, _RADIUS - 1), ground)


def _inside(x: float, y: float, width: float, height: float) -> MultiPolygon:
    """Return the part of a rectangle that lies on the card."""
    part = shapely.intersection(
        rectangle(1, 1, WIDTH - 2, HEIGHT - 2, _RADIUS - 1), shapely.box(x, y, x + width, y + height)
    )
    return MultiPolygon([each for each in shapely.get_parts(part).tolist() if isinstance(each, shapely.Polygon)])


def _front(face: CardFace, liveries: list[MarkerLivery], neutral: MarkerLivery) -> Iterator[Item]:
    yield from _plate(neutral.ground)
    height = (HEIGHT - _FOOT) / max(len(face.parts), 1)
    for number, (part, livery) in enumerate(zip(face.parts, liveries, strict=True)):
        yield from _part(part, livery, number * height, height)
    yield Area(_inside(0, HEIGHT - _FOOT, WIDTH, _FOOT), neutral.frame)
    yield centred(
        face.foot, WIDTH / 2, HEIGHT - _FOOT / 2 - 0.5, WIDTH - 4 * _MARGIN, 8, neutral.frame_ink, Face.SEMIBOLD
    )


def _part(part: CardPart, livery: MarkerLivery, north: float, height: float) -> Iterator[Item]:
    yield Area(_inside(0, north, WIDTH, height), livery.ground)
    yield Area(_inside(0, north, WIDTH, _BAR), livery.frame)
    yield centred(part.title, WIDTH / 2, north + _BAR / 2, WIDTH - 2 * _MARGIN, 13, livery.frame_ink)
    top, room = north + _BAR + 8, height - _BAR - 14
    paragraphs = [
        (text, face, ink)
        for text, face, ink in (
            (part.mark, Face.SEMIBOLD, livery.accent),
            (_sentence(part.when), Face.ITALIC, livery.ink),
            (_sentence(part.effect), Face.MEDIUM, livery.ink),
        )
        if text
    ]
    size = next((each for each in _SIZES if _height(paragraphs, each) <= room), _SIZES[-1])
    y = top
    for text, face, ink in paragraphs:
        for line in wrapped(text, WIDTH - 2 * _MARGIN, size, face):
            y += size * _LEADING
            yield Text(line, (_MARGIN, y - 0.3 * size), size, ink, face)
        y += size * 0.45


def _height(paragraphs: list[tuple[str, Face, str]], size: float) -> float:
    lines = sum(len(wrapped(text, WIDTH - 2 * _MARGIN, size, face)) for text, face, _ in paragraphs)
    return lines * size * _LEADING + (len(paragraphs) - 1) * size * 0.45


def _back(face: CardBack, liveries: list[MarkerLivery], neutral: MarkerLivery) -> Iterator[Item]:
    yield from _plate(neutral.frame)
    share = (HEIGHT - 2) / max(len(liveries), 1)
    for number, livery in enumerate(liveries):
        yield Area(_inside(0, 1 + number * share, WIDTH, share), livery.frame)
    yield outline_of(rectangle(12, 12, WIDTH - 24, HEIGHT - 24, 8), neutral.ground, 2.0)
    yield outline_of(rectangle(17, 17, WIDTH - 34, HEIGHT - 34, 6), neutral.ground, 1.0)
    yield Area(rectangle(24, HEIGHT / 2 - 34, WIDTH - 48, 68, 6), neutral.ground)
    words = wrapped(face.title.upper(), WIDTH - 70, 21, Face.BOLD)
    for number, line in enumerate(words):
        size = fitted(line, WIDTH - 66, 15)
        middle = HEIGHT / 2 + (number - (len(words) - 1) / 2) * 26
        yield Text(
            line, (WIDTH / 2, middle + cap_height(size, Face.BOLD) / 2), size, neutral.ink, Face.BOLD, "middle", 0.04
        )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
