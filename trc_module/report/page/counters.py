"""The counters of one page: of all the faces that are drawn, those that it shows."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.report.page.assets import Assets, PageFace
from trc_module.roster import Marker, Unit


class Counters:
    """Collects the faces that a page shows. Faces are known by number; `definitions` is what the page must define."""

    def __init__(self, assets: Assets, known: Mapping[str, tuple[int, int]] | None = None) -> None:
        """Begin with the faces that are `known` by number; those are defined elsewhere."""
        self._assets = assets
        self._numbers: dict[str, tuple[int, int]] = dict(known or {})
        self._faces: list[PageFace] = []

    def faces(self, item: Unit | Marker) -> tuple[int, int]:
        """Return the numbers of an item's front and back; those of a blank back are the front's."""
        return self.numbers(item.id)

    def numbers(self, name: str) -> tuple[int, int]:
        """Return the numbers of the faces of whatever has that id."""
        if name not in self._numbers:
            first = len(self._faces)
            self._faces += self._assets.faces[name]
            self._numbers[name] = first, len(self._faces) - 1
        return self._numbers[name]

    def definitions(self) -> str:
        """Return the faces and their parts as SVG definitions: `#c0`, `#c1` ..."""
        parts = dict.fromkeys(part for face in self._faces for part in face.parts)
        written = [f'<g id="p{part}">{self._assets.parts[part]}</g>' for part in parts]
        for number, face in enumerate(self._faces):
            shared = "".join(f'<use href="#p{part}"/>' for part in face.parts)
            written.append(f'<g id="c{number}">{shared}{face.own}</g>')
        return "".join(written)
