"""Layouts for the whole board that every crop shares: rivers, rails, borders and names.

They look further than a crop does: laid out for each crop anew, they would lie elsewhere in each. A board remembers
what was laid out, and a folder may keep it for other processes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import msgspec
import shapely

from trc_module.art.map.keys import laid_key
from trc_module.art.map.scene import Scene
from trc_module.art.shapes import as_lines, touching
from trc_module.board import Board
from trc_module.disk_cache import evict_oldest, load_cached, store_cached

_Laid = TypeVar("_Laid")


def cached_layout(
    name: str, pack: Callable[[_Laid], bytes], unpack: Callable[[bytes, Board], _Laid]
) -> Callable[[Callable[[Scene], _Laid]], Callable[[Scene], _Laid]]:
    """Turn what lays something out for a whole board into a function that answers for any scene, from a cache.

    `pack` and `unpack` turn it into bytes and back; of bytes that it does not understand, `unpack` raises ValueError,
    KeyError or an error of msgspec's or shapely's, and it is laid out anew.
    """

    def decorated(lay: Callable[[Scene], _Laid]) -> Callable[[Scene], _Laid]:
        @wraps(lay)
        def found(scene: Scene) -> _Laid:
            memory = _memory(scene.board, scene.style.name)
            if name not in memory:
                memory[name] = _recalled(scene) if scene.cache is not None else lay(scene.entire)
            laid: _Laid = memory[name]
            return laid

        def _recalled(scene: Scene) -> _Laid:
            assert scene.cache is not None
            path = scene.cache / f"{laid_key(scene, name)}.laid"
            content = load_cached(path)
            if content is not None:
                try:
                    return unpack(content, scene.board)
                except (ValueError, KeyError, msgspec.MsgspecError, shapely.errors.ShapelyError):
                    # A damaged or foreign file there is replaced by a new layout.
                    pass
            laid = lay(scene.entire)
            store_cached(path, pack(laid))
            evict_oldest(path.parent)
            return laid

        return found

    return decorated


@lru_cache(maxsize=8)
def _memory(board: Board, style: str) -> dict[str, Any]:
    """Return what has been laid out for a board in a style."""
    return {}


def near(scene: Scene, lines: shapely.MultiLineString, reach: float) -> shapely.MultiLineString:
    """Return those lines that the picture may show, or what reaches so far from them."""
    return lines if scene.crop is None else as_lines(touching(shapely.get_parts(lines), scene.around(reach)))


def pack_lines(lines: shapely.MultiLineString) -> bytes:
    """Return lines as bytes."""
    return shapely.to_wkb(lines)


def unpack_lines(content: bytes, board: Board) -> shapely.MultiLineString:
    """Return the lines that `pack_lines` made bytes of."""
    lines = shapely.from_wkb(content)
    if not isinstance(lines, shapely.MultiLineString):
        raise ValueError(f"lines, found a {lines.geom_type}")
    return lines
