"""Print-and-play sheets: pages of counters in their printed size, both faces registered, with cut marks.

A back page is the mirror image of its front page, so that a sheet printed on both sides and turned over its long edge
has each back behind its front. Lengths are in points (1/72 inch).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from shapely import LineString, MultiLineString, box

from trc_module.art.colour import Colour
from trc_module.art.counters.faces import draw
from trc_module.art.counters.plate import PLATE
from trc_module.art.counters.spec import CounterFace, CounterStyle, FactorSize, MarkerFace, Side, UnitFace
from trc_module.art.counters.subjects import face_of
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, placed
from trc_module.art.palette import load_palette
from trc_module.roster import Marker, Unit

Paper: TypeAlias = Literal["a4", "letter"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

COUNTER = 45.0
"""Five eighths of an inch."""
_GUTTER = 4.0
_PITCH = COUNTER + _GUTTER
_MARGIN = 30.0
_MARK = 7.0
_MARK_GAP = 4.0
_INK = "#000000"
_QUIET = "#555555"


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The style and paper of counter sheets."""

    style: CounterStyle = "nato"
    factors: FactorSize = "normal"
    palette: str = "standard"
    paper: Paper = "a4"
    title: str = ""
    unknown: str = "factors unknown, to be written in"
    """What the pages of counters without their factors say, which stand apart."""
    card_words: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The words of the data as printed on cards, and events in another language: see `card_of`."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The counters of a page: how many, and where the first one stands."""

    columns: int
    rows: int
    west: float
    north: float

    @classmethod
    def on(cls, paper: Paper) -> _Grid:
        width, height = PAPERS[paper]
        columns = int((width - 2 * _MARGIN + _GUTTER) // _PITCH)
        rows = int((height - 2 * _MARGIN - 12 + _GUTTER) // _PITCH)
        west = (width - columns * _PITCH + _GUTTER) / 2
        # The title needs its line at the top; the rest is centred.
        return cls(columns, rows, west, (height - rows * _PITCH + _GUTTER) / 2 + 6)

    @property
    def size(self) -> int:
        return self.columns * self.rows

    def place(self, index: int, side: Side) -> tuple[float, float]:
        row, column = divmod(index, self.columns)
        if side == "back":
            column = self.columns - 1 - column
        return self.west + column * _PITCH, self.north + row * _PITCH


def counter_sheets(items: Sequence[Unit | Marker], options: SheetOptions) -> Iterator[Drawing]:
    """Yield the pages, each front followed by its back; an item occurs as often as it is to be printed."""
    grid = _Grid.on(options.paper)
    known, blank = ([item for item in items if lacks_factors(item) is lack] for lack in (False, True))
    pages = [(page, "") for page in _cut(known, grid.size)]
    pages += [(page, options.unknown) for page in _cut(blank, grid.size)]
    for number, (page, note) in enumerate(pages, start=1):
        for side in ("front", "back"):
            words = f"{number} of {len(pages)}, {side}"
            yield _page(page, side, f"{words}: {note}" if note else words, options, grid)


def lacks_factors(item: Unit | Marker) -> bool:
    """Tell whether a counter shows a factor that nobody has read off one: its front says `?`."""
    face = face_of(item, "front")
    return isinstance(face, UnitFace) and "?" in face.factors


def _cut(items: Sequence[Unit | Marker], size: int) -> list[Sequence[Unit | Marker]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def printed_copies(items: Sequence[Unit | Marker], unlimited: int) -> list[Unit | Marker]:
    """Return each unit once and each marker as often as the rules allow, `unlimited` times where they set no limit."""
    copies: list[Unit | Marker] = []
    for item in items:
        count = 1 if isinstance(item, Unit) else unlimited if item.count is None else item.count
        copies += [item] * count
    return copies


def _page(items: Sequence[Unit | Marker], side: Side, number: str, options: SheetOptions, grid: _Grid) -> Drawing:
    width, height = PAPERS[options.paper]
    faces: list[Item] = []
    for index, item in enumerate(items):
        x, y = grid.place(index, side)
        faces += _cell(item, side, options, x, y)
    head = Text(f"{options.title}   {number}".strip(), (width / 2, grid.north - 16), 9, _QUIET, anchor="middle")
    marks = Layer("cut-marks", tuple(_cut_marks(grid)))
    return Drawing(
        (0.0, 0.0, width, height), (Layer("counters", tuple(faces)), marks, Layer("title", (head,))), "#ffffff"
    )


def _cell(item: Unit | Marker, side: Side, options: SheetOptions, x: float, y: float) -> Iterator[Item]:
    """Yield a counter on a square of its own ground that bleeds into the gutter, so that no cut shows white."""
    face = face_of(item, side)
    bleed = _GUTTER / 2
    ground = _ground(face or face_of(item, "front"), options)
    yield Area(box(x - bleed, y - bleed, x + COUNTER + bleed, y + COUNTER + bleed), ground)
    if face is not None:
        scale = COUNTER / PLATE
        yield from placed(draw(face, options.style, options.factors, options.palette).items, x, y, scale)


def _ground(face: CounterFace | None, options: SheetOptions) -> Colour:
    palette = load_palette(options.palette)
    if face is None:
        return "#ffffff"
    if isinstance(face, MarkerFace):
        return palette.marker(face.livery).frame
    return palette.livery(face.livery).ground


def _cut_marks(grid: _Grid) -> Iterator[Item]:
    east = grid.west + grid.columns * _PITCH - _GUTTER
    south = grid.north + grid.rows * _PITCH - _GUTTER
    strokes = []
    for column in range(grid.columns):
        for x in (grid.west + column * _PITCH, grid.west + column * _PITCH + COUNTER):
            strokes += [_mark(x, grid.north, 0, -1), _mark(x, south, 0, 1)]
    for row in range(grid.rows):
        for y in (grid.north + row * _PITCH, grid.north + row * _PITCH + COUNTER):
            strokes += [_mark(grid.west, y, -1, 0), _mark(east, y, 1, 0)]
    yield Line(MultiLineString(strokes), _INK, 0.4, cap="flat")


def _mark(x: float, y: float, dx: int, dy: int) -> LineString:
    near, far = _MARK_GAP, _MARK_GAP + _MARK
    return LineString([(x + dx * near, y + dy * near), (x + dx * far, y + dy * far)])
