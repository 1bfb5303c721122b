"""The results of a game's battles by odds and die, ranked, so that dice can be compared: which are lucky."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trc_module.charts.results import NOT_KNOWN, ResultsTable


@dataclass(frozen=True, slots=True)
class RankedResults:
    """The results tables of a game."""

    rows: Mapping[tuple[str, str], tuple[str, ...]]
    """By sheet ('' where there is but one) and odds: the results of the faces of the die, from 1 on."""
    order: tuple[str, ...]
    """All results, from the worst for the attacker to the best."""

    def better(self, sheet: str, odds: str, die: int | None) -> int | None:
        """Return how many faces are worse for the attacker, less how many are better; None if that is not known."""
        row = self.rows.get((sheet, odds))
        if row is None or die is None or not 1 <= die <= len(row):
            return None
        return deviations([self.order.index(result) for result in row])[die - 1]


def deviations(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return for each face of a die how many faces are worse, less how many are better; `ranks` rise to the best."""
    return tuple(sum(other < rank for other in ranks) - sum(other > rank for other in ranks) for rank in ranks)


def ranked(tables: Sequence[ResultsTable]) -> RankedResults | None:
    """Return the ranks of the one results table of a game; None without one, or if it does not tell them.

    Its die begins with 1, and all results are known. The order of its [meanings] ranks the results.
    """
    if len(tables) != 1:
        return None
    table = tables[0]
    known = not any(NOT_KNOWN in row for row in table.cells.values())
    if table.die[0] != 1 or not known:
        return None
    return RankedResults(table.cells, tuple(table.meanings))
