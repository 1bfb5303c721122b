"""The site of a tournament: pages, and each of their tables as CSV and JSON. No address is in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from trc_module.archive.adding import OnStep, Work
from trc_module.archive.pages import INDEX, write_report
from trc_module.archive.statistics import LUCK_NOTE, OPENING_NOTE, Statistics, statistics_of
from trc_module.archive.store import Store
from trc_module.digits import in_natural_order
from trc_module.errors import UserError
from trc_module.files import expect_own_page, write_file
from trc_module.printable import json_text
from trc_module.report.environment import filled, rendered
from trc_module.report.rulings import FILE as RULINGS
from trc_module.report.rulings import Found, no_longer
from trc_module.tournament import anomalies
from trc_module.tournament.files import file_name
from trc_module.tournament.findings import ByGame, audits_in, found_in
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairing import places
from trc_module.tournament.results import Result, Results, late, result_tree
from trc_module.tournament.sheets import cross_table, csv_of, finding_rows, rating_rows, standing_rows
from trc_module.tournament.statistics import answer_rows, balance_rows, length_rows, opening_rows, saved
from trc_module.tournament.texts import outcome

_MARK = b"<!-- tournament page -->"
_REPLAYS = "replays"
_CROSS = 80
"""The number of players up to whom there is a cross table: a wider one nobody reads."""


@dataclass(slots=True)
class SiteWritten:
    """What came of a site."""

    index: Path
    games: int = 0
    drawn: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Told:
    """All that the pages tell."""

    tournament: Tournament
    results: Sequence[Result]
    found: ByGame
    replays: frozenset[str]
    """The games of the archive that have a page."""
    late: frozenset[str]
    ended: Mapping[str, date]
    """The day on which the last log of a game was saved, where it says so."""

    def tree(self, result: Result) -> dict[str, Any]:
        """Return a result as plain data; a day that no director has entered is that of the last log."""
        tree = result_tree(self.tournament, result)
        day = self.ended.get(result.pairing.game)
        if tree["date"] is None and day is not None and not result.is_open:
            tree["date"] = day.isoformat()
        return tree


def write_site(
    tournament: Tournament, results: Results, folder: Path, work: Work, today: date, on_step: OnStep
) -> SiteWritten:
    """Write the site of a tournament into a folder. Pages of games that are there already are not drawn again.

    Raises:
        UserError: The folder cannot be written, or holds pages of somebody else.
    """
    site = SiteWritten(folder / INDEX)
    _expect_ours(folder)
    _folder(folder)
    statistics = None
    replays: frozenset[str] = frozenset()
    audits: dict[str, dict[str, Any]] = {}
    if tournament.archive.exists():
        with Store(tournament.archive, reads=True) as store:
            done = write_report(store, folder / _REPLAYS, work, rulings=tournament.rulings, on_step=on_step)
            statistics = statistics_of(store)
        site.games, site.drawn = done.written + done.kept, done.written
        site.faults += done.faults
        replays = frozenset(path.stem for path in (folder / _REPLAYS).glob("*.html") if path.stem != "index")
        audits = audits_in(tournament, results.results)
    found = found_in(tournament, results.results, audits)
    every = (each.fingerprint for inner in found.values() for each in inner)
    gone = no_longer(tournament.folder / RULINGS, tournament.rulings, every)
    overdue = frozenset(each.pairing.game for each in late(tournament, results.results, today))
    ended = {game: when[-1].date() for game, audit in audits.items() if (when := [w for w in saved(audit) if w])}
    told = _Told(tournament, results.results, found, replays, overdue, ended)
    tables = _tables(told, audits, statistics)
    for name, rows in tables.items():
        _write(folder / "data" / f"{name}.csv", csv_of(rows).encode())
        _write(folder / "data" / f"{name}.json", f"{json_text(list(rows))}\n".encode())
    _pages(folder, told, tables, statistics, (*results.notes, *gone))
    return site


def _tables(
    told: _Told, audits: Mapping[str, Mapping[str, Any]], statistics: Statistics | None
) -> dict[str, list[dict[str, Any]]]:
    tournament, results = told.tournament, told.results
    players = [
        {"player": each.name, "first-round": each.since, "left-before-round": each.left, "rating": each.rating}
        for each in sorted(tournament.players.all, key=lambda each: in_natural_order(each.name))
    ]
    return {
        "standings": standing_rows(tournament, results),
        "games": [told.tree(each) for each in results],
        "players": players,
        "ratings": rating_rows(tournament, results),
        "findings": finding_rows(told.found),
        "balance": balance_rows(tournament, results),
        "openings": opening_rows(tournament, statistics.openings if statistics else ()),
        "lengths": length_rows(results),
        "answers": answer_rows(tournament, results, audits),
        "anomalies": anomalies.anomaly_rows(tournament, results, audits),
    }


def _pages(
    folder: Path,
    told: _Told,
    tables: Mapping[str, Sequence[Mapping[str, Any]]],
    statistics: Statistics | None,
    notes: Sequence[str],
) -> None:
    tournament, results = told.tournament, told.results
    settings = tournament.settings
    names = _files("players", tournament.names)
    common: dict[str, Any] = {
        "settings": settings,
        "rounds": tournament.rounds,
        "tables": tables,
        "names": names,
        "count": {"over": sum(not each.is_open for each in results), "late": len(told.late)},
    }
    rows = [_game(told, each) for each in results]
    order = places(tournament, results)
    cross = cross_table(tournament, results, order) if len(order) <= _CROSS else []
    told_of: dict[str, dict[str, Any]] = {
        "index": {"cross": list(zip(order, cross, strict=False)), "notes": notes},
        "games": {"rows": rows},
        "findings": {"found": told.found},
        "statistics": {
            "notes": {"anomalies": anomalies.NOTE, "openings": OPENING_NOTE, "luck": LUCK_NOTE},
            "luck": statistics.players if statistics else (),
        },
        "search": {},
    }
    for name, values in told_of.items():
        html = filled(f"tournament-{name}.html", base="", page=name, **common, **values)
        _write(folder / f"{name}.html", f"{html}\n{_MARK.decode()}\n".encode())
    by_player: dict[str, list[dict[str, Any]]] = {name: [] for name in tournament.names}
    for row, result in zip(rows, results, strict=True):
        for player in filter(None, result.pairing.players):
            by_player[player].append(row)
        html = filled("tournament-game.html", base="../", page="", **common, row=row, findings=row["found"])
        _write(folder / row["page"], f"{html}\n{_MARK.decode()}\n".encode())
    standing = {row["player"]: row for row in tables["standings"]}
    for player, own in by_player.items():
        html = filled(
            "tournament-player.html", base="../", page="", **common, player=player, rows=own, standing=standing[player]
        )
        _write(folder / names[player], f"{html}\n{_MARK.decode()}\n".encode())
    _write(folder / "tournament.css", rendered("tournament.css").encode())
    _write(folder / "tournament.js", rendered("tournament.js").encode())
    entries = json.dumps(list(_entries(told, rows, names)), ensure_ascii=False, separators=(",", ":"))
    _write(folder / "search-index.js", f'"use strict";\nwindow.entries = {entries};\n'.encode())


def _game(told: _Told, result: Result) -> dict[str, Any]:
    """Return a game as its pages show it."""
    pairing, game = result.pairing, result.game
    found: Sequence[Found] = told.found.get(pairing.game, ())
    replay = f"{_REPLAYS}/{game.name}.html" if game and game.name in told.replays else ""
    return {
        **told.tree(result),
        "outcome": outcome(result),
        "late": pairing.game in told.late,
        "players": list(zip(told.tournament.settings.sides, pairing.players, strict=True)),
        "page": f"games/{file_name(pairing.game, 'html')}",
        "replay": replay,
        "found": found,
        "judges": pairing.judges,
        "luck": game.luck if game else (),
    }


def _entries(told: _Told, rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return what the search looks in: the kind, the text, and the page."""
    found = [("player", " ".join((each.name, *each.aliases)), names[each.name]) for each in told.tournament.players.all]
    for row in rows:
        who = " - ".join(name for _, name in row["players"] if name)
        found.append(("game", f"{row['game']} {who}: {row['outcome']} {row['why'] or ''}".strip(), row["page"]))
        for each in row["found"]:
            ruling = f" ({each.ruling.kind}: {each.ruling.reason})" if each.ruling else ""
            text = f"{row['game']} {each.verdict} {each.rule}: {each.sentence}{ruling}"
            found.append(("finding", text, f"{row['page']}#{each.fingerprint}"))
    return found


def _files(folder: str, names: Sequence[str]) -> dict[str, str]:
    return {name: f"{folder}/{file_name(name, 'html')}" for name in names}


def _expect_ours(folder: Path) -> None:
    """Refuse to write among somebody else's files."""
    expect_own_page(folder / INDEX, _MARK)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / INDEX).exists():
        raise UserError(
            f"'{folder}' holds something else than the site of a tournament: name a new or an empty folder."
        )


def _write(path: Path, content: bytes) -> None:
    """Write a file, but for one that holds the same already."""
    try:
        if path.read_bytes() == content:
            return
    except FileNotFoundError:
        _folder(path.parent)
    except OSError:
        pass
    write_file(path, content)


def _folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"'{folder}': expected a folder to write into ({error.strerror}).") from None
