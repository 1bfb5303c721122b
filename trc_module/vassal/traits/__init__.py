"""Pieces and their traits: one table of fields drives reading, writing, checking and the docs."""

from __future__ import annotations

from trc_module.vassal.traits.fields import FieldSpec, Kind, TraitSpec, Value
from trc_module.vassal.traits.piece import Deck, Piece, Stack, read_piece
from trc_module.vassal.traits.table import TRAITS
from trc_module.vassal.traits.trait import Trait

__all__ = ["TRAITS", "Deck", "FieldSpec", "Kind", "Piece", "Stack", "Trait", "TraitSpec", "Value", "read_piece"]
