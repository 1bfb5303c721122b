"""The boards of boxes beside the map: titled frames in which counters lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, outline_of, rectangle, text_width
from trc_module.art.fonts import Face

_PAPER = "#efe8d4"
_FRAME = "#6b5f49"
_TITLE_GROUND = "#6b5f49"
_TITLE_INK = "#fbf7ea"
_CELL = "#d9cfb4"
_GAP = 3.0


@dataclass(frozen=True, slots=True)
class TitledBox:
    """A box to draw: its title, its rectangle and the pitch of its cells, in pixels."""

    title: str
    x: float
    y: float
    width: float
    height: float
    title_height: float
    cell: float


def draw_boxes(boxes: Iterable[TitledBox], width: float, height: float) -> Drawing:
    """Draw a board of boxes; a faint square marks each cell, so that stacks line up."""
    items: list[Item] = []
    for box in boxes:
        items += _box(box)
    return Drawing((0.0, 0.0, width, height), (Layer("boxes", tuple(items)),), background=_PAPER)


def _box(box: TitledBox) -> list[Item]:
    frame = rectangle(box.x + _GAP, box.y + _GAP, box.width - 2 * _GAP, box.height - 2 * _GAP, radius=6)
    bar = rectangle(box.x + _GAP, box.y + _GAP, box.width - 2 * _GAP, box.title_height - _GAP, radius=6)
    size = _fitting(box.title, box.width - 8 * _GAP, 0.62 * box.title_height)
    return [
        Area(bar, _TITLE_GROUND),
        *_cells(box),
        outline_of(frame, _FRAME, 1.5),
        Text(
            box.title,
            (box.x + box.width / 2, box.y + 0.72 * box.title_height + 1),
            size,
            _TITLE_INK,
            Face.SEMIBOLD,
            anchor="middle",
        ),
    ]


def _cells(box: TitledBox) -> list[Line]:
    inset = 0.06 * box.cell
    side = box.cell - 2 * inset
    rows, columns = int((box.height - box.title_height) // box.cell), int(box.width // box.cell)
    return [
        outline_of(
            rectangle(
                box.x + column * box.cell + inset, box.y + box.title_height + row * box.cell + inset, side, side, 6
            ),
            _CELL,
            1.0,
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _fitting(text: str, room: float, size: float) -> float:
    width = text_width(text, size, Face.SEMIBOLD)
    return size if width <= room else size * room / width
