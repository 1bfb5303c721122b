"""Counters laid on a picture of the map, stack by stack."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from trc_module.art.counters.faces import draw_face, face_image
from trc_module.art.display import Box
from trc_module.art.map.sheet import COUNTER
from trc_module.roster import Marker, Unit

SHIFT = (6, -8)
"""The distance of each counter of a stack from the one below it, in pixels of the map at scale 1."""


def lay_stack(
    image: Image.Image, items: Iterable[tuple[Unit | Marker, bool]], point: tuple[float, float], box: Box, scale: float
) -> None:
    """Lay a stack on a picture of `box`, bottom first: counters, each with whether it shows its back."""
    pixels = round(COUNTER * scale)
    for level, (item, back) in enumerate(items):
        face = _face(item, pixels, back=back)
        x = (point[0] + level * SHIFT[0] - box[0]) * scale - pixels / 2
        y = (point[1] + level * SHIFT[1] - box[1]) * scale - pixels / 2
        image.paste(face, (round(x), round(y)), face)


@lru_cache(maxsize=1024)
def _face(item: Unit | Marker, pixels: int, *, back: bool) -> Image.Image:
    return face_image(draw_face(item, "back" if back else "front"), pixels)
