"""The counters of the page: what the module draws, as SVG, with what many faces share written once."""

from __future__ import annotations

from trc_module.art.counters import draw_face, has_back
from trc_module.art.display import Layer
from trc_module.report.page.vectors import Inks
from trc_module.roster import Marker, Unit


class Counters:
    """Collects the faces that a page shows. Faces are known by number; `definitions` is what the page must define."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._shared: dict[Layer, str] = {}
        self._faces: dict[tuple[str, str], int] = {}
        self._written: list[str] = []

    def faces(self, item: Unit | Marker) -> tuple[int, int]:
        """Return the numbers of an item's front and back; those of a blank back are the front's."""
        front = self._face(item, "front")
        return front, self._face(item, "back") if has_back(item) else front

    def definitions(self) -> str:
        """Return the faces and their parts as SVG definitions: `#c0`, `#c1` ..."""
        return "".join(self._written)

    def _face(self, item: Unit | Marker, side: str) -> int:
        key = (item.id, side)
        if key not in self._faces:
            number = self._faces[key] = len(self._faces)
            drawing = draw_face(item, "back" if side == "back" else "front")
            *shared, lettering = drawing.layers
            parts = "".join(f'<use href="#{self._part(layer)}"/>' for layer in shared)
            written = self._inks.svg(lettering.items, tolerance=0.05)
            self._written.append(f'<g id="c{number}">{parts}{written}</g>')
        return self._faces[key]

    def _part(self, layer: Layer) -> str:
        if layer not in self._shared:
            name = self._shared[layer] = f"p{len(self._shared)}"
            self._written.append(f'<g id="{name}">{self._inks.svg(layer.items, tolerance=0.05)}</g>')
        return self._shared[layer]
