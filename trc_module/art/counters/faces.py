"""The faces of units and markers as drawings and as pictures."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from trc_module.art.backends.raster import render
from trc_module.art.counters.marker_face import draw_marker
from trc_module.art.counters.plate import PLATE
from trc_module.art.counters.spec import CounterFace, FactorSize, Look, MarkerFace, Side
from trc_module.art.counters.subjects import face_of
from trc_module.art.counters.unit_face import draw_unit
from trc_module.art.display import Drawing, Layer
from trc_module.art.palette import load_palette
from trc_module.errors import UserError
from trc_module.roster import Marker, Unit

_BOX = (0.0, 0.0, PLATE, PLATE)

STANDARD_PIXELS = 82
"""The side of a picture on a map of 104 pixels a hex."""


def has_back(item: Unit | Marker) -> bool:
    """Tell whether the back of a counter shows anything."""
    return face_of(item, "back") is not None


def draw_face(
    item: Unit | Marker,
    side: Side = "front",
    look: Look = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
) -> Drawing:
    """Return one face of a counter as a display list of 82 by 82 units, transparent outside its rounded corners.

    UserError if the counter is blank on that side, or if a symbol, a livery or a letter that it needs is not there.
    """
    return draw(_shown(item, side), look, factors, palette)


def render_face(
    item: Unit | Marker,
    side: Side = "front",
    look: Look = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
    pixels: int = STANDARD_PIXELS,
) -> bytes:
    """Return one face of a counter as a PNG of `pixels` by `pixels`; the same face gives the same bytes."""
    return render_png(_shown(item, side), look, factors, palette, pixels)


def draw(face: CounterFace, look: Look, factors: FactorSize, palette: str) -> Drawing:
    """Return a face as a display list."""
    colours = load_palette(palette)
    if isinstance(face, MarkerFace):
        layers = draw_marker(face, colours.marker(face.livery))
    else:
        layers = draw_unit(face, look, factors, colours.livery(face.livery))
    return Drawing(_BOX, layers)


def render_png(face: CounterFace, look: Look, factors: FactorSize, palette: str, pixels: int) -> bytes:
    """Return a face as a PNG."""
    image = face_image(draw(face, look, factors, palette), pixels)
    buffer = io.BytesIO()
    # At this size level 3 is quicker than the default and gives smaller files.
    image.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


def face_image(drawing: Drawing, pixels: int) -> Image.Image:
    """Return a face's drawing as an RGBA picture.

    Layers are painted apart and laid over each other, since hundreds of faces share a few plates and symbols.
    """
    plate, *others = (_painted(layer, pixels) for layer in drawing.layers)
    for layer in others:
        plate = Image.alpha_composite(plate, layer)
    return plate


@lru_cache(maxsize=256)
def _shared(layer: Layer, pixels: int) -> Image.Image:
    return render(Drawing(_BOX, (layer,)), pixels / PLATE)


def _painted(layer: Layer, pixels: int) -> Image.Image:
    if layer.name == "lettering":
        return render(Drawing(_BOX, (layer,)), pixels / PLATE)
    return _shared(layer, pixels)


def _shown(item: Unit | Marker, side: Side) -> CounterFace:
    face = face_of(item, side)
    if face is None:
        raise UserError(f"{item.id}: the {side} of this counter is blank; ask for its front.")
    return face
