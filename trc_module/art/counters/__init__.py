"""Counters: units and markers drawn from the roster in two looks, both faces, as pictures and as sheets to print.

All drawing goes through the display list, so a printed counter is the picture of the module in another size.
"""

from trc_module.art.counters.faces import STANDARD_PIXELS, draw_face, has_back, render_face, render_faces
from trc_module.art.counters.keys import face_key
from trc_module.art.counters.spec import FACTOR_SIZES, LOOKS, FactorSize, Look, Side

__all__ = [
    "FACTOR_SIZES",
    "LOOKS",
    "STANDARD_PIXELS",
    "FactorSize",
    "Look",
    "Side",
    "draw_face",
    "face_key",
    "has_back",
    "render_face",
    "render_faces",
]
