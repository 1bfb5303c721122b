"""The map picture: a board drawn in layers, in one of several styles, whole or cropped.

What draws is imported when it is first asked for: to know where hexes lie (`sheet`) must not cost that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.art.map.sheet import COUNTER, PITCH, STEP, Scale
from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.art.map.drawing import LAYERS, draw_map, map_layout, map_size
    from trc_module.art.map.picture import find_place, render_png, write_map, write_tiles
    from trc_module.art.map.style import style_names
else:
    __getattr__ = lazily(
        __name__,
        {
            "drawing": ("LAYERS", "draw_map", "map_layout", "map_size"),
            "style": ("style_names",),
            "picture": ("find_place", "render_png", "write_map", "write_tiles"),
        },
    )

__all__ = [
    "COUNTER",
    "LAYERS",
    "PITCH",
    "STEP",
    "Scale",
    "draw_map",
    "find_place",
    "map_layout",
    "map_size",
    "render_png",
    "style_names",
    "write_map",
    "write_tiles",
]
