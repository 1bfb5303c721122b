"""The map picture: a board drawn in layers, in looks, whole or cropped.

What draws is imported when it is first asked for: to know where hexes lie (`sheet`) must not cost that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from trc_module.art.map.sheet import COUNTER, PITCH, STEP, Scale

if TYPE_CHECKING:
    from trc_module.art.map.drawing import LAYERS, draw_map, map_layout, map_size
    from trc_module.art.map.look import look_names
    from trc_module.art.map.picture import find_place, render_png, write_map

__all__ = [
    "COUNTER",
    "LAYERS",
    "PITCH",
    "STEP",
    "Scale",
    "draw_map",
    "find_place",
    "look_names",
    "map_layout",
    "map_size",
    "render_png",
    "write_map",
]


_HOMES = {
    "LAYERS": "drawing",
    "draw_map": "drawing",
    "map_layout": "drawing",
    "map_size": "drawing",
    "look_names": "look",
    "find_place": "picture",
    "render_png": "picture",
    "write_map": "picture",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
