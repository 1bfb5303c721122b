"""Counters: units and markers drawn from the roster in two styles, both faces, as pictures and as sheets to print.

All drawing goes through the display list, so a printed counter is the picture of the module in another size. What draws
is imported when it is first asked for: to know the size of a card must not cost that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.art.counters.faces import STANDARD_PIXELS, draw_face, has_back, render_face, render_faces
    from trc_module.art.counters.keys import face_key
    from trc_module.art.counters.spec import COUNTER_STYLES, FACTOR_SIZES, CounterStyle, FactorSize, Side
else:
    __getattr__ = lazily(
        __name__,
        {
            "faces": ("STANDARD_PIXELS", "draw_face", "has_back", "render_face", "render_faces"),
            "keys": ("face_key",),
            "spec": ("COUNTER_STYLES", "FACTOR_SIZES", "CounterStyle", "FactorSize", "Side"),
        },
    )

__all__ = [
    "COUNTER_STYLES",
    "FACTOR_SIZES",
    "STANDARD_PIXELS",
    "CounterStyle",
    "FactorSize",
    "Side",
    "draw_face",
    "face_key",
    "has_back",
    "render_face",
    "render_faces",
]
