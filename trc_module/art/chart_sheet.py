"""Charts as pictures: sheets in the map's palette, with a title, rules of line, tables and signs.

A sheet is laid out as strips, one below the other: a line of a table, a heading, a note. So the same layout makes one
tall picture for a window and pages of paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import shapely
from shapely import LineString, MultiLineString

from trc_module.art.chart_signs import SIGN
from trc_module.art.counters.lettering import wrapped
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, outline_of, placed, rectangle, text_width
from trc_module.art.fonts import Face
from trc_module.art.map.style import MapStyle, load_style
from trc_module.charts.sheet import DIE, Block, ChartSheet, Grid, Heading

Signs = Callable[[str], tuple[Item, ...]]
"""Draws a sign around the origin; nothing for one that it does not know."""

TEXT = 15.0
"""The size of running text in a window, in pixels."""
WIDEST = 900.0
"""The greatest width of what stands on a sheet in a window."""
_NARROWEST = 420.0
_NOTE_WIDTH = 760.0
_PAD = 26.0
"""From the edge of a sheet to what stands on it."""
_LEADING = 1.24
_CELL = 9.0
"""From the edge of a cell to its text, to the west and east, at the usual size."""
_ROW = 5.0
"""The same to the north and south."""
_LONG = 14
"""Letters of a text that no longer reads well in the middle of its cell."""
_SMALLEST = 0.55
"""The least size of text, against the usual one, at which a table that is too wide is tried."""
_DOUBT = " ?"
"""The mark of what nobody has read off a chart."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of a sheet from edge to edge: what it shows, from its north-west corner, and its height."""

    items: tuple[Item, ...]
    height: float
    keep: bool = False
    """Whether what follows must stand on the same page."""
    head: Strip | None = None
    """The strip that stands above it again when it begins a page."""


def width_of(charts: Iterable[ChartSheet]) -> float:
    """Return a width that suits some charts: VASSAL makes a window of charts as wide as the first of them."""
    wishes = [_NARROWEST]
    for chart in charts:
        wishes += [text_width(chart.title.upper(), 27.0, Face.BOLD, 0.1) + 130, *map(_natural, chart.blocks)]
    return math.ceil(min(WIDEST, max(wishes)))


def draw_chart(
    chart: ChartSheet, game: str, signs: Signs, width: float | None = None, style: MapStyle | None = None
) -> Drawing:
    """Return a chart as one picture; `game` is the line under its title, `width` that of what stands on it.

    Without a width it is as wide as its tables need.
    """
    style = style or load_style("colour")
    width = width_of([chart]) if width is None else width
    strips = [*title_strips(chart.title, game, width, style), *block_strips(chart.blocks, width, signs, style)]
    height = math.ceil(sum(strip.height for strip in strips))
    box = (0.0, 0.0, width + 2 * _PAD + 16, height + 2 * _PAD + 16)
    sheet = rectangle(8, 8, box[2] - 16, box[3] - 16, 8)
    paper = (Area(sheet, style["panel"]), outline_of(sheet, style["panel_rim"], 1.6))
    return Drawing(
        box, (Layer("paper", paper), Layer("chart", tuple(_stacked(strips, _PAD + 8, _PAD + 8)))), style["paper"]
    )


def _stacked(strips: Iterable[Strip], x: float, y: float) -> Iterator[Item]:
    for strip in strips:
        yield from placed(strip.items, x, y)
        y += strip.height


# ------------------------------------------------------------------------------ strips


def title_strips(title: str, below: str, width: float, style: MapStyle) -> list[Strip]:
    """Return the head of a sheet: its title between two rules, and a line below it."""
    size = 27.0
    letters = title.upper()
    while size > 14 and text_width(letters, size, Face.BOLD, 0.1) > width - 60:
        size -= 1
    half = text_width(letters, size, Face.BOLD, 0.1) / 2 + 18
    middle, items = width / 2, []
    items.append(Text(letters, (middle, 24), size, style["panel_accent"], Face.BOLD, "middle", 0.1))
    if middle - half > 24:
        rules = [
            LineString([ends[0], ends[1]])
            for y in (12.0, 17.0)
            for ends in (((0.0, y), (middle - half, y)), ((middle + half, y), (width, y)))
        ]
        items.append(Line(MultiLineString(rules), style["panel_rim"], 1.3, cap="flat"))  # type: ignore[arg-type]
    items.append(Text(below, (middle, 46), TEXT, style["ink"], Face.ITALIC, "middle", 0.03))
    return [Strip(tuple(items), 64, keep=True)]


def block_strips(blocks: Iterable[Block], width: float, signs: Signs, style: MapStyle) -> Iterator[Strip]:
    """Yield the strips of what stands on a sheet of that width."""
    for block in blocks:
        if isinstance(block, Grid):
            yield from _grid_strips(block, width, signs, style)
        elif isinstance(block, Heading):
            yield heading_strip(block.text, width, style)
        else:
            rows = wrapped(block.text, min(width, _NOTE_WIDTH), TEXT, Face.ITALIC)
            step = TEXT * _LEADING
            texts = (Text(r, (0.0, (n + 1) * step - 2), TEXT, style["ink"], Face.ITALIC) for n, r in enumerate(rows))
            yield Strip(tuple(texts), len(rows) * step + 12)


def heading_strip(text: str, width: float, style: MapStyle) -> Strip:
    """Return a heading with a rule behind it."""
    size = 18.0
    end = text_width(text, size, Face.SEMIBOLD) + 12
    items: list[Item] = [Text(text, (0.0, 24), size, style["panel_accent"], Face.SEMIBOLD)]
    if end < width - 20:
        items.append(Line(LineString([(end, 18), (width, 18)]), style["panel_rim"], 1.1, cap="flat"))
    return Strip(tuple(items), 34, keep=True)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a table: their widths, the size of its text, and which of them stand at the left."""

    widths: tuple[float, ...]
    size: float
    left: frozenset[int]
    sign: float
    """The room for the signs, before the text of the first column."""

    @property
    def pad(self) -> float:
        return _CELL * self.size / TEXT

    def start(self, column: int) -> float:
        return sum(self.widths[:column])

    def lines(self, text: str, column: int, face: Face) -> list[str]:
        room = self.widths[column] - 2 * self.pad - (self.sign if column == 0 else 0.0)
        return wrapped(text, room + 0.5, self.size, face)


def _grid_strips(grid: Grid, width: float, signs: Signs, style: MapStyle) -> Iterator[Strip]:
    columns = _columns(grid, width)
    across = sum(columns.widths)
    head: Strip | None = None
    if any(grid.heads):
        head = replace(_row_strip(grid.heads, columns, style, head=True), keep=True)
        yield head
    for number, row in enumerate(grid.rows):
        drawn = signs(grid.signs[number]) if number < len(grid.signs) else ()
        # A die says its number itself.
        shown = ("", *row[1:]) if drawn and grid.signs[number].startswith(DIE) else row
        strip = _row_strip(shown, columns, style, dark=number % 2 == 1, sign=drawn)
        # The first line and the last do not stand alone on a page.
        yield replace(strip, head=head, keep=number == 0 or number == len(grid.rows) - 2)
    rule = Line(LineString([(0.0, 0.0), (across, 0.0)]), style["panel_rim"], 1.4, cap="flat")
    yield Strip((rule,), 16)


def _row_strip(
    row: Sequence[str],
    columns: _Columns,
    style: MapStyle,
    *,
    head: bool = False,
    dark: bool = False,
    sign: tuple[Item, ...] = (),
) -> Strip:
    faces = [Face.SEMIBOLD if head or column == 0 else Face.MEDIUM for column in range(len(row))]
    cells = [columns.lines(text, column, faces[column]) for column, text in enumerate(row)]
    step = columns.size * _LEADING
    height = max(len(lines) for lines in cells) * step + 2 * _ROW
    height = max(height, columns.sign + 4 if sign else 0.0, step + 2 * _ROW)
    across = sum(columns.widths)
    ground = style["ink"] if head else style["paper"] + "80" if dark else ""
    items: list[Item] = [Area(shapely.box(0, 0, across, height), ground)] if ground else []
    ink = style["panel"] if head else style["ink"]
    for column, lines in enumerate(cells):
        room = columns.sign if column == 0 else 0.0
        west, middle = columns.start(column) + columns.pad + room, columns.start(column) + columns.widths[column] / 2
        top = (height - len(lines) * step) / 2
        for line, text in enumerate(lines):
            y = top + (line + 0.76) * step
            if column in columns.left:
                items += _text(text, west, y, "start", columns.size, ink, faces[column], style)
            else:
                items += _text(text, middle + room / 2, y, "middle", columns.size, ink, faces[column], style)
    if sign:
        # A die stands alone in its cell, any other sign before the text.
        x = columns.widths[0] / 2 if not row[0] else columns.pad + columns.sign / 2 - 3
        items += placed(sign, x, height / 2, columns.size / TEXT)
    return Strip(tuple(items), height)


def _text(text: str, x: float, y: float, anchor: str, size: float, ink: str, face: Face, style: MapStyle) -> list[Item]:
    """Return a line; the mark of a doubt at its end has a colour of its own."""
    run = partial(Text, size=size)
    if not text.endswith(_DOUBT):
        return [run(text, (x, y), fill=ink, face=face, anchor=anchor)]  # type: ignore[arg-type]
    said = text.removesuffix(_DOUBT)
    whole, gap = text_width(said, size, face) + text_width("?", size, Face.BOLD), 0.28 * size
    x = x if anchor == "start" else x - (whole + gap) / 2
    mark = (x + text_width(said, size, face) + gap, y)
    return [
        run(said, (x, y), fill=ink, face=face),
        run("?", mark, fill=ink if ink == style["panel"] else style["panel_accent"], face=Face.BOLD),
    ]


# ------------------------------------------------------------------------------ columns


def _natural(block: Block) -> float:
    """Return the width that a block would like to have."""
    if isinstance(block, Grid):
        return sum(_wishes(block, TEXT)) if block.rows else 0.0
    return min(_NOTE_WIDTH, text_width(block.text, TEXT, Face.ITALIC))


def _wishes(grid: Grid, size: float) -> list[float]:
    """Return the width of each column if no text of it were broken."""
    return [_widest(grid, column, size, lambda text: [text]) for column in range(_count(grid))]


def _widest(grid: Grid, column: int, size: float, parts: Callable[[str], list[str]]) -> float:
    texts = [(row[column], Face.SEMIBOLD if column == 0 else Face.MEDIUM) for row in grid.rows if column < len(row)]
    texts += [(grid.heads[column], Face.SEMIBOLD)] if column < len(grid.heads) else []
    widest = max((text_width(part, size, face) for text, face in texts for part in parts(text)), default=0.0)
    return widest + 2 * _CELL * size / TEXT + (_sign_room(grid, size) if column == 0 else 0.0)


def _sign_room(grid: Grid, size: float) -> float:
    """Return the room that signs take before texts; dice take their cell, and need none beside it."""
    if not grid.signs or all(name.startswith(DIE) for name in grid.signs):
        return 0.0
    return (SIGN + 6) * size / TEXT


def _count(grid: Grid) -> int:
    return max([len(grid.heads), *(len(row) for row in grid.rows)])


def _columns(grid: Grid, width: float) -> _Columns:
    """Return columns that a table of that width has room for, with smaller text if it must be."""
    long = {column for row in grid.rows for column, text in enumerate(row) if len(text) > _LONG}
    if (grid.signs and _sign_room(grid, TEXT)) or not all(row[0][:1].isdigit() or not row[0] for row in grid.rows):
        long |= {0}
    scale = 1.0
    while True:
        size = TEXT * scale
        wishes = _wishes(grid, size)
        least = [_widest(grid, column, size, lambda text: text.split() or [""]) for column in range(len(wishes))]
        if sum(least) <= width or scale <= _SMALLEST:
            break
        scale -= 0.05
    if sum(wishes) > width:
        # Heads are broken before anything below them is.
        headless = _wishes(replace(grid, heads=()), size) + [0.0] * len(wishes)
        wishes = [max(need, wish) for need, wish in zip(least, headless, strict=False)]
    if sum(wishes) > width:
        wishes = _narrowed(grid, wishes, least, width, size)
    # In proportion, so that a column of numbers stays beside what it numbers.
    wishes = [wish * max(1.0, width / sum(wishes)) for wish in wishes]
    return _Columns(tuple(wishes), size, frozenset(long), _sign_room(grid, size))


def _narrowed(grid: Grid, wishes: Sequence[float], least: Sequence[float], width: float, size: float) -> list[float]:
    """Return widths that together are at most `width`, none below what its words need nor above its wish.

    Column by column gets more where that saves most lines for its room: a table shall not grow tall for one of them.
    """
    widths = list(least)
    costs = [_lines_of(grid, column, room, size) for column, room in enumerate(widths)]
    while True:
        room, now = width - sum(widths), _tallness(costs)
        best: tuple[float, int, float, list[int]] | None = None
        for column, wish in enumerate(wishes):
            for more in (each for each in _MORE if each <= min(room, wish - widths[column] + _MORE[0])):
                lines = _lines_of(grid, column, widths[column] + more, size)
                saved = (now - _tallness([*costs[:column], lines, *costs[column + 1 :]])) / more
                if saved > 0 and (best is None or saved > best[0]):
                    best = saved, column, more, lines
        if best is None:
            return widths
        _, column, more, costs[column] = best
        widths[column] += more


_MORE = (6.0, 12.0, 24.0, 48.0, 96.0, 192.0)
"""How many pixels more a column is tried with."""
_EACH_CELL = 0.15
"""What a line of a cell costs beside the lines of its row: columns that only together save lines get room for both."""


def _tallness(costs: Sequence[Sequence[int]]) -> float:
    """Return how tall a table is, from the lines of its cells by columns."""
    rows: list[tuple[int, ...]] = list(zip(*costs, strict=True))
    return sum((max(row) + _EACH_CELL * sum(row) for row in rows), 0.0)


def _lines_of(grid: Grid, column: int, width: float, size: float) -> list[int]:
    """Return the number of lines of each cell of a column, its head among them."""
    room = width - 2 * _CELL * size / TEXT - (_sign_room(grid, size) if column == 0 else 0.0) + 0.5
    found = []
    for number, row in enumerate((grid.heads, *grid.rows)):
        face = Face.SEMIBOLD if not number or column == 0 else Face.MEDIUM
        found.append(len(wrapped(row[column], room, size, face)) if column < len(row) else 1)
    return found
