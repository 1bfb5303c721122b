"""The tables of a tournament as rows, one fact for each column: for pages, CSV and JSON alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trc_module.digits import in_natural_order
from trc_module.printable import printable
from trc_module.spreadsheet import as_csv, harmless
from trc_module.tournament.findings import ByGame
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairing import ladder_of
from trc_module.tournament.pairings import DRAW
from trc_module.tournament.ratings import START, History, Played, Rated, history_of, shown
from trc_module.tournament.results import Result, table_of
from trc_module.tournament.standings import standings_of

Row = Mapping[str, Any]


def csv_of(rows: Sequence[Row]) -> str:
    """Return rows as comma-separated values with a line of headings; lists are left out."""
    columns = [name for name in (rows[0] if rows else {}) if not isinstance(rows[0][name], list | dict)]
    return as_csv(columns, ([_cell(row[name]) for name in columns] for row in rows))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return harmless(printable(str(value)))


def standing_rows(tournament: Tournament, results: Sequence[Result], until: int | None = None) -> list[dict[str, Any]]:
    """Return the standings, with ratings, after a round or the last one."""
    settings = tournament.settings
    found = standings_of(table_of(tournament, results, until), settings.tie_breaks)
    rated = history(tournament, results, until)
    rows = {each.player: {**each.tree(), **_rating(rated, each.player)} for each in found}
    if settings.system != "ladder":
        return [rows[each.player] for each in found]
    order = ladder_of(tournament, results, until)
    return [{**rows[player], "place": place} for place, player in enumerate(order, 1)]


def _rating(rated: History, player: str) -> dict[str, Any]:
    tree = rated.tree(player)
    own = {"rating": tree["rating"], "rating-before": tree["before"]}
    return {**own, **({"deviation": tree["deviation"]} if "deviation" in tree else {})}


def history(tournament: Tournament, results: Sequence[Result], until: int | None = None) -> History:
    """Return the ratings of a tournament; a bye and a game that was never played are not rated."""
    sides, chosen = tournament.settings.sides, tournament.settings.rating
    before = {
        each.name: Rated(
            START[chosen.system] if each.rating is None else each.rating,
            350.0 if each.deviation is None else each.deviation,
        )
        for each in tournament.players.all
    }
    games = [
        Played(each.pairing.round, *each.pairing.players, _share(each, sides))
        for each in results
        if each.winner and each.by != "forfeit" and not each.pairing.is_bye
        if until is None or each.pairing.round <= until
    ]
    return history_of(chosen, before, games)


def _share(result: Result, sides: Sequence[str]) -> float:
    return 0.5 if result.winner == DRAW else 1.0 if result.winner == sides[0] else 0.0


def rating_rows(tournament: Tournament, results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return each player's rating before the tournament and after each round, a row for each."""
    rated = history(tournament, results)
    rows = []
    for player in sorted(tournament.names, key=in_natural_order):
        for number, ratings in ((0, rated.before), *rated.after.items()):
            own = ratings[player]
            row = {"player": player, "system": rated.system, "round": number, "rating": shown(own.rating)}
            if rated.system == "glicko-2":
                row |= {"deviation": round(own.deviation, 1), "volatility": round(own.volatility, 6)}
            rows.append(row)
    return rows


def finding_rows(found: ByGame) -> list[dict[str, Any]]:
    """Return the findings of all games with what was said about them, a row for each."""
    return [
        {
            "game": game,
            "finding": each.fingerprint,
            "verdict": each.verdict,
            "rule": each.rule,
            "when": each.when,
            "at": each.at,
            "side": each.by,
            "sentence": each.sentence,
            "ruling": each.ruling.kind if each.ruling else None,
            "ruling-by": (each.ruling.by or None) if each.ruling else None,
            "ruling-date": each.ruling.date.isoformat() if each.ruling and each.ruling.date else None,
            "reason": each.ruling.reason if each.ruling else None,
        }
        for game, inner in found.items()
        for each in inner
    ]


def cross_table(tournament: Tournament, results: Sequence[Result], order: Sequence[str]) -> list[list[str]]:
    """Return a row for each player in an order: for each opponent what was won from him; `½`, `1`, `0`, `*` if open."""
    cells: dict[tuple[str, str], list[str]] = {}
    sides = tournament.settings.sides
    for each in results:
        if each.pairing.is_bye:
            continue
        share = _share(each, sides)
        for player, own in zip(each.pairing.players, (share, 1 - share), strict=True):
            mark = "*" if each.is_open else "½" if own == 0.5 else f"{own:.0f}"
            cells.setdefault((player, each.pairing.opponent_of(player)), []).append(mark)
    return [["·" if one == other else " ".join(cells.get((one, other), ())) for other in order] for one in order]
