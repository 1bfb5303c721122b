"""Lookups that every builder of a part of the board needs: hexes by name, sources, facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec import UnsetType

from trc_module.board.features import P
from trc_module.board.layers import FeatureLayer
from trc_module.board.legend import Legend
from trc_module.board.tables import R, TomlEntry
from trc_module.facts import Fact, Source
from trc_module.facts.choices import one_of
from trc_module.hexgrid import Hex, HexGrid


@cache
def _parsed(text: str) -> Source:
    return Source.parse(text)


@dataclass(frozen=True, slots=True)
class Lookup:
    """The grid that names refer to, and the facts found so far by subject."""

    grid: HexGrid
    legend: Legend
    sides: tuple[str, ...]
    """The sides of the game."""
    facts: dict[str, Fact] = field(default_factory=dict)
    agreed: bool = False
    """Whether both players have agreed on what is assumed."""

    def hex(self, layer: FeatureLayer[P], id_: str, field_: str, name: str | UnsetType) -> Hex:
        """Return the hex of a name in a feature; DataError if the map has none."""
        found = self.grid.find(str(name))
        if found is None:
            raise layer.error(id_, field_, f"a hex of the map ({self._extent()})", str(name))
        return found

    def entry_hex(self, entry: TomlEntry[R], field_: str, name: str, *inside: str | int) -> Hex:
        """Return the hex of a name in an entry of a TOML file; DataError if the map has none."""
        found = self.grid.find(name)
        if found is None:
            raise entry.error(field_, f"a hex of the map ({self._extent()})", name, *inside)
        return found

    def word(
        self, layer: FeatureLayer[P], id_: str, field_: str, words: Iterable[str], word: str | UnsetType | None
    ) -> str:
        """Return a word of a feature that must be one of several; DataError if it is none of them."""
        known = tuple(words)
        if not isinstance(word, str) or word not in known:
            found = word if isinstance(word, str) else "none"
            raise layer.error(id_, field_, one_of(known, found), found)
        return word

    def entry_word(self, entry: TomlEntry[R], field_: str, words: Iterable[str], word: str) -> str:
        """Return a word of an entry of a TOML file that must be one of several; DataError if it is none of them."""
        known = tuple(words)
        if word not in known:
            raise entry.error(field_, one_of(known, word), word)
        return word

    def _extent(self) -> str:
        grid = self.grid
        return f"{grid.naming.name(0, 0)} to {grid.naming.name(grid.rows - 1, grid.cols - 1)}"

    def source(self, layer: FeatureLayer[P], id_: str, text: str | UnsetType, field_: str = "source") -> Source:
        """Read a feature's source; DataError if it is of no known kind."""
        try:
            return _parsed(str(text))
        except ValueError as error:
            raise layer.error(id_, field_, str(error), str(text)) from None

    def tell(
        self,
        layer: FeatureLayer[P],
        id_: str,
        subject: str,
        statement: str,
        source: str | UnsetType | None = None,
        doubt: str | None = None,
    ) -> Fact:
        """Record the fact of a feature under a subject; source and doubt are the feature's own unless given."""
        properties = layer.features[id_].properties
        text = properties.source if source is None else source
        fact = Fact(statement, self.source(layer, id_, text), properties.doubt if doubt is None else doubt)
        return self.keep(subject, fact)

    def keep(self, subject: str, fact: Fact) -> Fact:
        """Record a fact under a subject, and return it as it stands then."""
        self.facts[subject] = fact.agreed() if self.agreed else fact
        return self.facts[subject]

    def tell_entry(
        self, entry: TomlEntry[R], subject: str, statement: str, source: str, doubt: str, *inside: str | int
    ) -> Fact:
        """Record the fact of an entry of a TOML file under a subject."""
        try:
            fact = Fact(statement, _parsed(source), doubt)
        except ValueError as error:
            raise entry.error("source", str(error), source, *inside) from None
        return self.keep(subject, fact)


def field_source(sources: Mapping[str, str], field_: str, default: str | UnsetType) -> str | UnsetType:
    """Return the source of one field: its own, or the feature's."""
    return sources.get(field_, default)
