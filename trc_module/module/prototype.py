"""A prototype: traits that many counters share."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.vassal.traits import Piece, Trait


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many counters share, outermost first."""

    name: str
    description: str
    traits: tuple[Trait, ...]

    def slot_text(self) -> str:
        """Return the text of its definition [VASSAL.build.module.PrototypeDefinition]."""
        return Piece.build(None, (*self.traits, Trait.make("piece"))).command().encode()
