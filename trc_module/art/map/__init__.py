"""The map picture: a board drawn in layers, in looks, whole or cropped."""

from trc_module.art.map.drawing import LAYERS, draw_map, map_layout, map_size
from trc_module.art.map.look import look_names
from trc_module.art.map.picture import find_place, render_png, write_map
from trc_module.art.map.sheet import COUNTER, PITCH, STEP, Scale

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
