"""The pictures of toolbar buttons: a sign in ink on a light tile for what opens a window, in light on a dark one for
what does something at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from shapely import LineString, MultiLineString, Polygon, box

from trc_module.art.colour import Colour
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, circle
from trc_module.art.fonts import Face

SIDE = 20
"""Pixels of an icon's side."""
_DRAWN = 22
"""The side of the square in which the signs are drawn."""

_LIGHT, _INK, _EDGE = "#fbf3dc", "#3a3022", "#8a7a58"
_DARK = "#7a1f14"
_ONE, _OTHER = "#4d6478", "#9a5a3a"
"""The grounds of what belongs to the first side, and to the second."""
_GREEN, _BLUE, _GOLD = "#3f6b3a", "#2f5f94", "#c9952b"

Sign = Callable[[Colour, Colour], Iterable[Item]]
"""A sign: from the colour it is drawn in and that of the tile."""


def _line(ink: Colour, width: float, *points: tuple[float, float]) -> Line:
    return Line(LineString(points), ink, width)


def _lines(ink: Colour, width: float, *each: tuple[tuple[float, float], ...]) -> Line:
    return Line(MultiLineString([LineString(points) for points in each]), ink, width)


def _area(fill: Colour, *points: tuple[float, float]) -> Area:
    return Area(Polygon(points), fill)


def _disc(x: float, y: float, radius: float, fill: Colour) -> Area:
    return Area(circle(x, y, radius), fill)


def _frame(ink: Colour, west: float, north: float, east: float, south: float, width: float = 1.2) -> Line:
    return _line(ink, width, (west, north), (east, north), (east, south), (west, south), (west, north))


def _star(fill: Colour, x: float, y: float, outer: float, inner: float, points: int = 5) -> Area:
    around = (math.pi * number / points - math.pi / 2 for number in range(2 * points))
    rays = [(angle, inner if number % 2 else outer) for number, angle in enumerate(around)]
    return _area(fill, *((x + far * math.cos(angle), y + far * math.sin(angle)) for angle, far in rays))


def _letters(text: str, ink: Colour, size: float, x: float = 11.0, y: float = 15.0) -> Text:
    return Text(text, (x, y), size, ink, Face.BOLD, anchor="middle")


def _die(ink: Colour, ground: Colour, x: float, y: float, side: float, pips: int) -> tuple[Item, ...]:
    near, far = side * 0.25, side * 0.75
    middle = [(side / 2, side / 2)] if pips % 2 else []
    places = [*middle, (near, near), (far, far), *([(near, far), (far, near)] if pips > 3 else [])]
    dots = (_disc(x + dx, y + dy, side * 0.115, ground) for dx, dy in places)
    return (Area(box(x, y, x + side, y + side).buffer(0.8), ink), *dots)


# ------------------------------------------------------------- what opens windows


def _counter(fill: Colour) -> Sign:
    def sign(ink: Colour, ground: Colour) -> Iterable[Item]:
        yield Area(box(3, 5, 19, 17).buffer(0.6), fill)
        yield _frame(_LIGHT, 6, 7.5, 16, 14.5, 1.1)
        yield _lines(_LIGHT, 1.1, ((6, 7.5), (16, 14.5)), ((6, 14.5), (16, 7.5)))

    return sign


def _hand(fill: Colour) -> Sign:
    def sign(ink: Colour, ground: Colour) -> Iterable[Item]:
        for turn in (-1, 0, 1):
            x, y = 11 + 4.2 * turn, 10.5 + abs(turn)
            lean = 1.8 * turn
            corners = (
                (x - 3.6 + lean, y - 6.2),
                (x + 3.6 + lean, y - 6.2),
                (x + 3.6 - lean, y + 6.6),
                (x - 3.6 - lean, y + 6.6),
            )
            yield _area(fill, *corners)
            yield _line(_LIGHT, 0.9, *corners, corners[0])

    return sign


def _boxes(ink: Colour, ground: Colour) -> Iterable[Item]:
    for x in (3.5, 11.8):
        for y in (3.5, 11.8):
            yield _frame(ink, x, y, x + 6.7, y + 6.7)
    yield Area(box(5, 5, 8.8, 8.8), _GOLD)
    yield Area(box(13.3, 13.3, 17.1, 17.1), _ONE)


def _track(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _frame(ink, 3, 5, 19, 18.5)
    yield Area(box(3, 5, 19, 8.6), ink)
    yield _lines(ink, 0.8, ((8.3, 8.6), (8.3, 18.5)), ((13.7, 8.6), (13.7, 18.5)), ((3, 13.6), (19, 13.6)))
    yield _lines(ink, 1.5, ((7, 3), (7, 5)), ((15, 3), (15, 5)))
    yield Area(box(9.4, 9.8, 12.6, 12.6), _DARK)


def _steps(ink: Colour, ground: Colour) -> Iterable[Item]:
    for y, fill in ((3.4, ink), (8.8, _GOLD), (14.2, ink)):
        yield Area(box(7.5, y + 0.4, 19, y + 4), fill)
    yield _area(_DARK, (2.6, 8.2), (6.4, 11), (2.6, 13.8))


def _table(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _frame(ink, 3, 3.5, 19, 18.5)
    yield Area(box(3, 3.5, 19, 7.6), ink)
    yield _lines(
        ink, 0.9, ((7.5, 7.6), (7.5, 18.5)), ((13.2, 7.6), (13.2, 18.5)), ((3, 11.3), (19, 11.3)), ((3, 15), (19, 15))
    )


def _odds_table(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _frame(ink, 2.5, 3.5, 19.5, 18.5)
    yield Area(box(2.5, 14.2, 19.5, 18.5), ink)
    yield _letters("3-1", ink, 10.5, 11, 12.6)


def _list(ink: Colour, ground: Colour) -> Iterable[Item]:
    for y, x in ((5, 4), (9, 7), (13, 7), (17, 4)):
        yield Area(box(x, y - 1.3, x + 2.6, y + 1.3), _DARK)
        yield _line(ink, 1.4, (x + 5, y), (18.5, y))


def _eye(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _line(ink, 1.5, (2.6, 11), (6.4, 7.2), (11, 5.8), (15.6, 7.2), (19.4, 11))
    yield _line(ink, 1.5, (2.6, 11), (6.4, 14.8), (11, 16.2), (15.6, 14.8), (19.4, 11))
    yield _disc(11, 11, 3.4, _BLUE)
    yield _disc(11, 11, 1.5, ink)


def _points(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _letters("+1", ink, 13, 11, 15.4)


def _names(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _disc(5.5, 7, 2.4, ink)
    yield _lines(ink, 1.6, ((10, 6), (18.5, 6)), ((10, 9), (16, 9)))
    yield _letters("Abc", ink, 8.5, 11, 19)


# ------------------------------------------------------------- what does something


def _new_battle(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _star(ink, 9, 12.5, 8, 4, 8)
    yield _disc(16, 6, 5, ground)
    yield _lines(ink, 2, ((16, 2.6), (16, 9.4)), ((12.6, 6), (19.4, 6)))


def _roll_battle(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield from _die(ink, ground, 5, 5, 12, 5)


def _attack(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _lines(ink, 2, ((4, 4), (17, 17)), ((18, 4), (5, 17)))
    yield _lines(ink, 1.6, ((12.6, 17.6), (17.6, 12.6)), ((9.4, 17.6), (4.4, 12.6)))


def _arrive(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _line(ink, 2, (11, 3), (11, 10))
    yield _area(ink, (6.5, 8.5), (15.5, 8.5), (11, 14))
    yield _line(ink, 1.8, (3.5, 13), (3.5, 18.4), (18.5, 18.4), (18.5, 13))


def _bolt(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _area(ink, (13, 2.5), (5, 12.5), (10, 12.5), (8.5, 19.5), (17, 9), (11.6, 9))


def _lower(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _letters("2-1", ink, 10, 11, 10.6)
    yield _area(ink, (6, 13), (16, 13), (11, 19))


def _cloud(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _star(_GOLD, 14.5, 7.5, 5.6, 3.6, 8)
    for x, y, radius in ((7, 13.5, 3.6), (11.5, 11.5, 4.2), (15.5, 14, 3.2)):
        yield _disc(x, y, radius, ink)
    yield Area(box(7, 13, 15.5, 17.1), ink)


def _sea(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _disc(11, 4.6, 1.9, ink)
    yield _lines(ink, 1.8, ((11, 5), (11, 18)), ((7, 9), (15, 9)))
    yield _line(ink, 1.8, (4, 12.5), (5.6, 16), (8.4, 17.8), (11, 18.2), (13.6, 17.8), (16.4, 16), (18, 12.5))


def _dice(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield from _die(ink, ground, 2.6, 8.2, 9, 3)
    yield from _die(ink, ground, 12, 3.4, 7.4, 5)


def _one_die(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield from _die(ink, ground, 6, 6, 10, 3)


def _flag(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _line(ink, 1.8, (5, 3), (5, 19.5))
    yield _area(ink, (5, 3.4), (18, 5), (15, 8.2), (18, 11.6), (5, 11))


def _medal(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _star(ink, 11, 11.4, 9, 3.8)


def _sudden(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _star(ink, 8.5, 9, 6.6, 2.8)
    yield _area(ink, (16.5, 8.5), (11.5, 14.5), (14.6, 14.5), (13.2, 19.6), (19.4, 12.6), (16, 12.6))


def _chevrons(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _lines(ink, 2.2, ((5, 4.5), (10.5, 11), (5, 17.5)), ((11, 4.5), (16.5, 11), (11, 17.5)))


def _shield(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _area(ink, (4, 4.4), (11, 2.6), (18, 4.4), (17.4, 12), (11, 19.6), (4.6, 12))
    yield _area(ground, (11, 5), (15.6, 6.2), (15.2, 11.2), (11, 16.6))


def _fire(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _disc(6.6, 15.4, 3.6, ink)
    yield _line(ink, 3, (7, 13.4), (15.4, 7.4))
    yield _star(_GOLD, 17, 5.6, 4.4, 1.8, 6)
    yield _line(ink, 2, (7, 15.4), (14, 18.4))


def _plane(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield _line(ink, 2.6, (11, 3.4), (11, 18))
    yield _area(ink, (2.4, 10.6), (9, 8), (13, 8), (19.6, 10.6), (19.6, 12.2), (2.4, 12.2))
    yield _area(ink, (7, 18.8), (11, 16), (15, 18.8))


def _snow_die(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield from _die(ink, ground, 3, 10, 9, 5)
    for turn in (0, 60, 120):
        dx, dy = 4.4 * math.cos(math.radians(turn + 90)), 4.4 * math.sin(math.radians(turn + 90))
        yield _line(ink, 1.2, (15 - dx, 7 - dy), (15 + dx, 7 + dy))


def _sealed(ink: Colour, ground: Colour) -> Iterable[Item]:
    yield Area(box(2.6, 5.4, 19.4, 17), ink)
    yield _line(ground, 1.2, (3, 6), (11, 12.6), (19, 6))
    yield _disc(11, 13.4, 2.8, _GOLD)


WINDOWS: Mapping[str, Sign] = {
    "units": _counter(_GREEN),
    "units-first": _counter(_ONE),
    "units-second": _counter(_OTHER),
    "cards": _hand(_GREEN),
    "hand-first": _hand(_ONE),
    "hand-second": _hand(_OTHER),
    "boxes": _boxes,
    "track": _track,
    "steps": _steps,
    "charts": _table,
    "odds-table": _odds_table,
    "list": _list,
    "view": _eye,
    "points": _points,
    "names": _names,
}
"""The signs of buttons that open or show something, by name."""
ACTS: Mapping[str, Sign] = {
    "new-battle": _new_battle,
    "roll-battle": _roll_battle,
    "attack": _attack,
    "arrivals": _arrive,
    "bolt": _bolt,
    "odds": _lower,
    "cloud": _cloud,
    "anchor": _sea,
    "dice": _dice,
    "die": _one_die,
    "flag": _flag,
    "star": _medal,
    "sudden": _sudden,
    "support": _chevrons,
    "shield": _shield,
    "fire": _fire,
    "plane": _plane,
    "snow-die": _snow_die,
    "sealed": _sealed,
}
"""The signs of buttons that do something at once."""


def draw_icon(name: str) -> Drawing:
    """Return the picture of a button; KeyError for a name that neither table has."""
    act = name in ACTS
    ground, ink = (_DARK, _LIGHT) if act else (_LIGHT, _INK)
    tile = Area(box(1.5, 1.5, _DRAWN - 1.5, _DRAWN - 1.5).buffer(1.5), _DARK if act else _EDGE)
    inner = Area(box(2.2, 2.2, _DRAWN - 2.2, _DRAWN - 2.2).buffer(1.3), ground)
    sign = (ACTS if act else WINDOWS)[name](ink, ground)
    return Drawing((0.0, 0.0, float(_DRAWN), float(_DRAWN)), (Layer(name, (tile, inner, *sign)),))
