"""Which units are meant: words of units.csv by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trc_module.roster import Unit

COLUMNS = ("id", "nation", "type", "size")
"""The columns by which a table says which units it means, beside the game's own."""


def means(who: Mapping[str, Sequence[str]], unit: Unit) -> bool:
    """Tell whether a unit is one of those meant: it has one of the words in each column that is named."""
    return all(word_of(unit, column) in words for column, words in who.items())


def word_of(unit: Unit, column: str) -> str:
    """Return what a unit has in a column of units.csv; '' for nothing."""
    value = unit.own[column] if column in unit.own else getattr(unit, column, "")
    return "" if value is None else str(value)
