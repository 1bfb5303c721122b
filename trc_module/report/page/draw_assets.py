"""Drawing of assets: the map's layers and every counter's faces, as light vectors that share colours and letters."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.art.counters import draw_face, has_back
from trc_module.art.display import Layer
from trc_module.board import Board
from trc_module.report.page.assets import Assets, PageFace
from trc_module.report.page.fonts import font_css
from trc_module.report.page.ground import dark_colours, ground_svg
from trc_module.report.page.vectors import Inks
from trc_module.roster import Marker, Roster, Unit


def draw_assets(board: Board, roster: Roster) -> Assets:
    """Draw and return the assets."""
    inks = Inks(dark_colours())
    ground = tuple(ground_svg(board, inks))
    faces = _Faces(inks)
    counters: list[Unit | Marker] = [*roster.units.values(), *roster.markers.values()]
    by_id = {item.id: tuple(faces.of(item)) for item in counters}
    return Assets(
        ground,
        tuple(faces.parts),
        by_id,
        light=inks.css(dark=False),
        dark=inks.css(dark=True),
        classes=inks.classes(),
        fonts=font_css(inks.letters),
    )


class _Faces:
    """Draws faces, and what several of them share once."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._numbers: dict[Layer, int] = {}
        self.parts: list[str] = []

    def of(self, item: Unit | Marker) -> Iterable[PageFace]:
        """Yield the front of an item, and its back unless that is blank."""
        for side in ("front", "back"):
            if side == "front" or has_back(item):
                *shared, lettering = draw_face(item, "back" if side == "back" else "front").layers
                parts = tuple(self._part(layer) for layer in shared)
                yield PageFace(parts, self._inks.svg(lettering.items, tolerance=0.05))

    def _part(self, layer: Layer) -> int:
        if layer not in self._numbers:
            self._numbers[layer] = len(self.parts)
            self.parts.append(self._inks.svg(layer.items, tolerance=0.05))
        return self._numbers[layer]
