"""The games of an archive as one HTML page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trc_module.archive.statistics import COLUMN_NOTE, LUCK_NOTE, OPENING_NOTE, Statistics, share, statistics_of
from trc_module.archive.store import Store
from trc_module.archive.table import HEADS, Damaged, GameRow, cells, damaged, game_rows, total
from trc_module.report.environment import filled

_MOST = 100
"""The number of openings that the page shows."""


def table_page(games: Sequence[GameRow], files: Sequence[Damaged]) -> str:
    """Return the table alone."""
    return _page(games, files, {}, frozenset(), None)


def index_page(store: Store, linked: frozenset[str], outdated: frozenset[str]) -> str:
    """Return the table with the games' statistics.

    `linked` are the games that have a page beside it; of `outdated` ones the page shows other findings than the table.
    """
    links = {name: f"{name}.html" for name in linked}
    return _page(game_rows(store), damaged(store), links, outdated, statistics_of(store))


def _page(
    games: Sequence[GameRow],
    files: Sequence[Damaged],
    links: Mapping[str, str],
    outdated: frozenset[str],
    statistics: Statistics | None,
) -> str:
    judged = [game for game in games if not game.error]
    return filled(
        "archive.html",
        heads=HEADS[1:],
        rows=[(game.name, links.get(game.name, ""), game.name in outdated, cells(game)[1:]) for game in judged],
        unjudged=[(", ".join(game.logs), game.error) for game in games if game.error],
        damaged=files,
        total=total(games, files),
        statistics=statistics,
        notes={"columns": COLUMN_NOTE, "openings": OPENING_NOTE, "luck": LUCK_NOTE},
        share=share,
        most=_MOST,
    )
