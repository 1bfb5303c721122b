"""The face of a marker: a light card framed in its side's colour, with a pictogram and a caption."""

from __future__ import annotations

from trc_module.art.counters.lettering import centred
from trc_module.art.counters.plate import PLATE, plate, plate_part, plate_ring
from trc_module.art.counters.spec import MarkerFace
from trc_module.art.counters.symbols import pictogram, place
from trc_module.art.display import Area, Item, Layer
from trc_module.art.palette import MarkerLivery

_TOP = 8.0
_CAPTION = 62.0
"""The upper edge of the strip with the caption."""


def draw_marker(face: MarkerFace, livery: MarkerLivery) -> tuple[Layer, ...]:
    """Return a marker's face as layers: plate, pictogram, and what is written."""
    ground = [*plate(livery.ground), Area(plate_ring(1.0, 3.0), livery.frame)]
    height = PLATE - 8 - _TOP
    written: list[Item] = []
    if face.caption:
        height = _CAPTION - 4 - _TOP
        ground.append(Area(plate_part(0, _CAPTION, PLATE, PLATE), livery.frame))
        written.append(centred(face.caption, PLATE / 2, 70.5, PLATE - 12, 11, livery.frame_ink))
    room = (8.0, _TOP, PLATE - 16, height)
    if face.figure:
        room = (7.0, _TOP, 34.0, height)
        written.append(centred(face.figure, 60, _TOP + height / 2, 33, 38, livery.ink))
    paints = {"ink": livery.ink, "paper": livery.ground, "accent": livery.accent}
    picture = place(pictogram(face.pictogram), *room, paints, clip=False)
    return Layer("plate", tuple(ground)), Layer("symbol", tuple(picture)), Layer("lettering", tuple(written))
