"""The boards of boxes beside the map: titled frames in which counters lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon

from trc_module.art.counters.lettering import wrapped
from trc_module.art.display import Area, Drawing, Layer, Line, Text, outline_of, rectangle, text_width
from trc_module.art.fonts import Face
from trc_module.art.shapes import as_lines, lines_through

_PAPER = "#efe8d4"
_FRAME = "#6b5f49"
_TITLE_GROUND = "#6b5f49"
_TITLE_INK = "#fbf7ea"
_CAPTION_INK = "#e3d6b4"
_LINE_INK = "#3a3226"
_LEADING = 1.15
_CELL = "#d9cfb4"
_GAP = 3.0


@dataclass(frozen=True, slots=True)
class TitledBox:
    """A box to draw: its title, its rectangle and the pitch of its cells (0: it has none), in pixels."""

    title: str
    x: float
    y: float
    width: float
    height: float
    title_height: float
    cell: float
    caption: str = ""
    """The text beside the title, in lighter letters."""
    lines: tuple[str, ...] = ()
    """The lines at the foot, one below the other; a line that is too long is broken."""


def draw_boxes(boxes: Iterable[TitledBox], width: float, height: float) -> Drawing:
    """Draw a board of boxes; a faint square marks each cell, so that stacks line up."""
    every = list(boxes)
    # Kind by kind, since what is alike is quicker painted together.
    layers = (
        Layer("bars", tuple(Area(_bar(box), _TITLE_GROUND) for box in every)),
        Layer("cells", tuple(_cells(box) for box in every if box.cell)),
        Layer("frames", tuple(outline_of(_frame(box), _FRAME, 1.5) for box in every)),
        Layer("titles", tuple(text for box in every for text in _heading(box))),
        Layer("lines", tuple(text for box in every for text in _foot(box))),
    )
    return Drawing((0.0, 0.0, width, height), layers, background=_PAPER)


def _bar(box: TitledBox) -> Polygon:
    return rectangle(box.x + _GAP, box.y + _GAP, box.width - 2 * _GAP, box.title_height - _GAP, radius=6)


def _frame(box: TitledBox) -> Polygon:
    return rectangle(box.x + _GAP, box.y + _GAP, box.width - 2 * _GAP, box.height - 2 * _GAP, radius=6)


def _heading(box: TitledBox) -> list[Text]:
    """Return the title with its caption, together in the middle of the bar."""
    texts = [(box.title, _TITLE_INK, Face.SEMIBOLD), (box.caption, _CAPTION_INK, Face.MEDIUM)]
    texts = [each for each in texts if each[0]]
    size, room = 0.62 * box.title_height, box.width - 8 * _GAP
    space = 0.5 * size * (len(texts) - 1)
    width = sum(text_width(text, size, face) for text, _, face in texts) + space
    scale = min(1.0, room / width)
    x, y = box.x + (box.width - scale * width) / 2, box.y + 0.72 * box.title_height + 1
    heading = []
    for text, ink, face in texts:
        heading.append(Text(text, (x, y), scale * size, ink, face))
        x += scale * (text_width(text, size, face) + space)
    return heading


def _foot(box: TitledBox) -> list[Text]:
    """Return the lines at the foot, smaller if there are many."""
    room = box.height - box.title_height - 2 * _GAP
    if box.cell:
        room -= (box.height - box.title_height) // box.cell * box.cell - _GAP
    # Lines for which there is no room stand over the cells: a counter hides them while it lies there.
    for size in (15.0, 14.0, 13.0) if room > 0 else (17.0,):
        rows = [row for line in box.lines for row in wrapped(line, box.width - 6 * _GAP, size)]
        if len(rows) * size * _LEADING <= room:
            break
    foot = box.y + box.height - 3 * _GAP - (len(rows) - 1) * size * _LEADING if box.lines else 0.0
    return [
        Text(
            row,
            (box.x + box.width / 2, foot + number * size * _LEADING),
            size,
            _LINE_INK,
            Face.MEDIUM,
            "middle",
            halo=_PAPER,
            halo_width=2.0,
        )
        for number, row in enumerate(rows)
    ]


def _cells(box: TitledBox) -> Line:
    # Less than a counter, so that a counter hides it, and clear of the frame.
    inset = 0.09 * box.cell
    side = box.cell - 2 * inset
    rows, columns = int((box.height - box.title_height) // box.cell), int(box.width // box.cell)
    cell = shapely.get_coordinates(rectangle(inset, inset, side, side, 6))
    x, y = np.meshgrid(box.x + np.arange(columns) * box.cell, box.y + box.title_height + np.arange(rows) * box.cell)
    corners = np.column_stack([x.ravel(), y.ravel()])
    return Line(as_lines(lines_through(corners[:, None, :] + cell)), _CELL, 1.0)
