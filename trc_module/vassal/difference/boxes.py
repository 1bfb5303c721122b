"""The boxes of a module's maps: zones that are one location for VASSAL, whatever the point at which a piece lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from lxml import etree

from trc_module.digits import is_number
from trc_module.vassal.buildfile import full_name
from trc_module.vassal.commands import PlacedBoard

if TYPE_CHECKING:
    from shapely import Polygon

_MAPS = tuple(map(full_name, ("module.Map", "module.PrivateMap", "module.PlayerHand")))
_BOARD = full_name("module.map.boardPicker.Board")
_ZONE = full_name("module.map.boardPicker.board.mapgrid.Zone")


class Boxes:
    """The boxes of a module by map and board."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root

    @cached_property
    def _maps(self) -> dict[str, tuple[int, int, dict[str, list[tuple[str, Polygon]]]]]:
        """Return the width and height of each map's edge, and the boxes of its boards in the order of the zones."""
        return {
            element.get("mapName", ""): (
                _number(element.get("edgeWidth")),
                _number(element.get("edgeHeight")),
                {board.get("name", ""): list(_boxes(board)) for board in element.iter(_BOARD)},
            )
            for element in self._root.iter(*_MAPS)
        }

    def at(self, map_name: str, x: int, y: int, laid: Sequence[PlacedBoard]) -> str:
        """Return the box that holds a point of a map, '' if none does.

        Boards that are `laid` side by side or turned round have no boxes: their size is unknown here.
        """
        if map_name not in self._maps:
            return ""
        east, south, boards = self._maps[map_name]
        names = [board.name for board in laid] or list(boards)
        if len(names) != 1 or any(board.reversed or board.column or board.row for board in laid):
            return ""
        areas = boards.get(names[0])
        if not areas:
            return ""
        from shapely import intersects_xy

        return next((name for name, area in areas if intersects_xy(area, x - east, y - south)), "")


def _boxes(board: etree._Element) -> Iterator[tuple[str, Polygon]]:
    """Yield the zones of a board as (name, area); those that are several locations have the name ''."""
    from shapely import Polygon, prepare

    for zone in board.iter(_ZONE):
        corners = [corner.split(",") for corner in zone.get("path", "").split(";")]
        try:
            area = Polygon([(int(x), int(y)) for x, y in corners])
        except ValueError:
            continue
        prepare(area)
        # As Zone.locationName has it: a format that does not ask for the grid gives one name to all points.
        several = zone.get("useParentGrid") == "true" or "$gridLocation$" in zone.get("locationFormat", "$name$")
        yield "" if several else zone.get("name", ""), area


def _number(text: str | None) -> int:
    return int(text) if text and is_number(text) else 0
