"""The faces of units and markers as drawings and as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from PIL import Image

from trc_module.art.backends.fills import Fill, fills
from trc_module.art.backends.png import rgba_png
from trc_module.art.backends.raster import paint
from trc_module.art.counters.marker_face import draw_marker
from trc_module.art.counters.plate import PLATE
from trc_module.art.counters.spec import CounterFace, CounterStyle, FactorSize, MarkerFace, Side
from trc_module.art.counters.subjects import face_of
from trc_module.art.counters.unit_face import draw_unit
from trc_module.art.display import Drawing, Layer
from trc_module.art.palette import load_palette
from trc_module.errors import UserError
from trc_module.roster import Marker, Unit

_BOX = (0.0, 0.0, PLATE, PLATE)

_LETTERING = "lettering"
"""The name of the layer that is a face's own."""

_MANY = 256
"""Layers that are remembered."""

_SHEET = 1_000_000
"""Pixels that are painted at once."""

_APART = 2
"""Pixels between faces that are painted together."""

STANDARD_PIXELS = 82
"""The side of a picture on a map of 104 pixels a hex."""


def has_back(item: Unit | Marker) -> bool:
    """Tell whether the back of a counter shows anything."""
    return face_of(item, "back") is not None


def draw_face(
    item: Unit | Marker,
    side: Side = "front",
    style: CounterStyle = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
) -> Drawing:
    """Return one face of a counter as a display list of 82 by 82 units, transparent outside its rounded corners.

    UserError if the counter is blank on that side, or if a symbol, a livery or a letter that it needs is not there.
    """
    return draw(_shown(item, side), style, factors, palette)


def render_face(
    item: Unit | Marker,
    side: Side = "front",
    style: CounterStyle = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
    pixels: int = STANDARD_PIXELS,
) -> bytes:
    """Return one face of a counter as a PNG of `pixels` by `pixels`; the same face gives the same bytes."""
    return render_faces([(item, side)], style, factors, palette, pixels)[0]


def render_faces(
    wanted: Sequence[tuple[Unit | Marker, Side]],
    style: CounterStyle = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
    pixels: int = STANDARD_PIXELS,
) -> list[bytes]:
    """Return faces as `render_face` returns one; many together take a third of the time."""
    drawings = [draw_face(item, side, style, factors, palette) for item, side in wanted]
    return [rgba_png(image) for image in face_images(drawings, pixels)]


def draw(face: CounterFace, style: CounterStyle, factors: FactorSize, palette: str) -> Drawing:
    """Return a face as a display list."""
    colours = load_palette(palette)
    if isinstance(face, MarkerFace):
        layers = draw_marker(face, colours.marker(face.livery))
    else:
        layers = draw_unit(face, style, factors, colours.livery(face.livery))
    return Drawing(_BOX, layers)


def face_image(drawing: Drawing, pixels: int) -> Image.Image:
    """Return a face's drawing as an RGBA picture."""
    return face_images([drawing], pixels)[0]


def face_images(drawings: Sequence[Drawing], pixels: int) -> list[Image.Image]:
    """Return drawings of faces as RGBA pictures.

    Layers are painted apart and laid over each other, since hundreds of faces share a few plates and symbols; those of
    all faces are painted together, since the machinery costs more than the letters.
    """
    # Layers are told apart once each: to hash all that one shows takes as long as to lay it over another.
    numbers: dict[Layer, int] = {}
    wanted = [[numbers.setdefault(layer, len(numbers)) for layer in drawing.layers] for drawing in drawings]
    layers = list(numbers)
    found = [_shared.get((layer, pixels)) for layer in layers]
    fresh = [number for number, image in enumerate(found) if image is None]
    painted = dict(zip(fresh, _painted([layers[number] for number in fresh], pixels), strict=True))
    images = [painted[number] if image is None else image for number, image in enumerate(found)]
    if len(_shared) > _MANY:
        _shared.clear()
    _shared.update({(layers[n], pixels): image for n, image in painted.items() if layers[n].name != _LETTERING})
    return [reduce(Image.alpha_composite, [images[number] for number in each]) for each in wanted]


_shared: dict[tuple[Layer, int], Image.Image] = {}
"""Pictures of layers that several faces may share, by layer and size in pixels."""


def _painted(layers: Sequence[Layer], pixels: int) -> Iterator[Image.Image]:
    """Yield layers as pictures, as many of them painted at once as fit a sheet."""
    number = max(1, _SHEET // pixels**2)
    for start in range(0, len(layers), number):
        yield from _on_one_sheet(layers[start : start + number], pixels)


def _on_one_sheet(layers: Sequence[Layer], pixels: int) -> list[Image.Image]:
    """Return layers as pictures, painted below each other on one."""
    scale = pixels / PLATE
    pitch = pixels + _APART
    painted = [
        Fill(fill.colour, fill.edges + np.array([0.0, 1.0, 0.0, 1.0]) * (place * pitch / scale))
        for place, layer in enumerate(layers)
        for fill in fills(layer.items, scale)
    ]
    sheet = paint(painted, (0.0, 0.0, PLATE, len(layers) * pitch / scale), scale, None)
    return [sheet.crop((0, place * pitch, pixels, place * pitch + pixels)) for place in range(len(layers))]


def _shown(item: Unit | Marker, side: Side) -> CounterFace:
    face = face_of(item, side)
    if face is None:
        raise UserError(f"{item.id}: the {side} of this counter is blank; ask for its front.")
    return face
