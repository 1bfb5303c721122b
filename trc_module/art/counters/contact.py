"""Contact sheets: many faces in one picture, on the colour of the map, to be looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from trc_module.art.counters.faces import STANDARD_PIXELS, draw_face, face_images
from trc_module.art.counters.spec import CounterStyle, FactorSize, Side
from trc_module.roster import Marker, Unit

PAPER = (239, 232, 212)
"""The map's clear terrain, about."""


def contact_sheet(
    items: Sequence[Unit | Marker],
    side: Side,
    style: CounterStyle,
    factors: FactorSize,
    palette: str,
    columns: int = 16,
    pixels: int = STANDARD_PIXELS,
) -> Image.Image:
    """Return the faces in rows, in the order given; each item must have the face."""
    gap = max(2, pixels // 14)
    pitch = pixels + gap
    columns = max(1, min(columns, len(items)))
    rows = math.ceil(len(items) / columns)
    sheet = Image.new("RGB", (columns * pitch + gap, rows * pitch + gap), PAPER)
    drawings = [draw_face(item, side, style, factors, palette) for item in items]
    for index, face in enumerate(face_images(drawings, pixels)):
        row, column = divmod(index, columns)
        sheet.paste(face, (gap + column * pitch, gap + row * pitch), face)
    return sheet
