"""Filling a frame: the pages of a module for counters that are no longer as they were when its frame was made."""

from __future__ import annotations

from trc_module.module.frame import Frame, Gap, digest_of
from trc_module.module.pieces import PieceMaker
from trc_module.module.prototype import Prototype
from trc_module.module.slots import slot_text
from trc_module.module.texts import load_texts
from trc_module.roster import Roster
from trc_module.vassal.traits import Trait
from trc_module.vassal.writing import Entry


class Filling:
    """What the counters of a roster make of a frame."""

    def __init__(self, frame: Frame, roster: Roster, language: str) -> None:
        prototypes = (
            Prototype(name, "", tuple(Trait(*trait) for trait in traits)) for name, traits in frame.prototypes.items()
        )
        self.maker = PieceMaker(roster, prototypes, load_texts(language))
        same = [item for item in roster.counters() if frame.counters[item.id].digest == digest_of(item)]
        self.changed = {item.id for item in roster.counters()} - {item.id for item in same}
        self.keys: dict[str, str] = {}
        """The keys of the faces that are as they were, by the picture's name."""
        for item in same:
            counter = frame.counters[item.id]
            self.keys |= {self.maker.front_image(item): counter.front, self.maker.back_image(item): counter.back}
        self._frame = frame

    def entries(self) -> list[Entry]:
        """Return the pages as entries of the module."""
        return [page.refilled(self.changed, self.text) for page in self._frame.pages]

    def text(self, gap: Gap) -> bytes:
        """Return the text of a gap: a slot of the palette, or a piece of a save."""
        item = self.maker.roster.piece(gap.counter)
        if not gap.piece:
            return slot_text(self.maker, item)
        piece = self.maker.placed_piece(item, gap.piece, gap.map, gap.x, gap.y)
        return piece.command().encode().encode("utf-8", "surrogateescape")
