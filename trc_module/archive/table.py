"""The table of an archive's games: a row for each, in an order that depends on the games alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.archive.store import Store
from trc_module.printable import joined, json_text, printable
from trc_module.spreadsheet import as_csv, harmless


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the table shows it; `luck` is by side, see `luck_of`."""

    name: str
    logs: tuple[str, ...]
    rules: str
    players: tuple[tuple[str, str], ...]
    """Side and name."""
    scenario: str
    options: str
    turn: int
    winner: str
    won_by: str
    points: int | None
    rolls: int
    luck: tuple[tuple[str, int, float], ...]
    """Side, battles rolled for it, and its luck in them."""
    violations: int
    doubts: int
    undecided: int
    skipped: int
    error: str
    pinned: bool


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file that could not be read."""

    path: str
    error: str


def game_rows(store: Store) -> list[GameRow]:
    """Return all games, by the names of their logs and their own."""
    logs, seats = _logs(store), _seats(store)
    luck = luck_of(store)
    query = "SELECT * FROM game"
    found = [
        GameRow(
            name=row["name"],
            logs=tuple(logs[row["id"]]),
            rules=row["rules"],
            players=tuple(seats[row["id"]]),
            scenario=row["scenario"],
            options=row["options"],
            turn=row["turn"],
            winner=row["winner"],
            won_by=row["won_by"],
            points=row["points"],
            rolls=row["rolls"],
            luck=tuple(luck.get(row["id"], ())),
            violations=row["violations"],
            doubts=row["doubts"],
            undecided=row["undecided"],
            skipped=row["skipped"],
            error=row["error"],
            pinned=bool(row["pinned"]),
        )
        for row in store.rows(query)
    ]
    return sorted(found, key=lambda game: (game.logs, game.name))


def damaged(store: Store) -> list[Damaged]:
    """Return the files that could not be read, by path."""
    query = "SELECT path, error FROM source JOIN log ON log.id = source.log WHERE error <> '' ORDER BY path"
    return [Damaged(row["path"], row["error"]) for row in store.rows(query)]


def _logs(store: Store) -> dict[int, list[str]]:
    """Return the path of each log by game, in their order."""
    query = """SELECT game, min(path) AS path FROM log JOIN source ON source.log = log.id
        WHERE game IS NOT NULL GROUP BY log.id ORDER BY game, place"""
    found: dict[int, list[str]] = defaultdict(list)
    for row in store.rows(query):
        found[row["game"]].append(row["path"])
    return found


def _seats(store: Store) -> dict[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in store.rows("SELECT game, side, player FROM seat ORDER BY game, side, player"):
        found[row["game"]].append((row["side"], row["player"]))
    return found


def luck_of(store: Store) -> dict[int, list[tuple[str, int, float]]]:
    """Return each side's luck in the battles that it attacked, by game.

    For each roll it is counted how many faces of the die would have been worse for the attacker, less how many would
    have been better, as part of all faces: between -1 and 1, and 0 on an average of fair dice. The luck is the mean.
    """
    query = """SELECT game, side, count(*), sum(better) FROM battle WHERE better IS NOT NULL
        GROUP BY game, side ORDER BY game, side"""
    found: dict[int, list[tuple[str, int, float]]] = defaultdict(list)
    for game, side, count, better in store.rows(query):
        found[game].append((side, count, better / count / FACES))
    return found


FACES = 6
"""The faces of the die with which battles are rolled."""

HEADS = (
    "game",
    "logs",
    "players",
    "scenario",
    "options",
    "turn",
    "winner",
    "points",
    "rolls",
    "luck",
    "violations",
    "doubts",
    "undecided",
)


def table_tree(games: Sequence[GameRow], files: Sequence[Damaged]) -> dict[str, Any]:
    """Return the table as plain data."""
    return {
        "format": "trc-module archive table",
        "version": 1,
        "games": [
            {
                "game": game.name,
                "logs": list(game.logs),
                "rules": game.rules,
                "players": [{"side": side, "name": name} for side, name in game.players],
                "scenario": game.scenario,
                "options": game.options.split(),
                "turn": game.turn,
                "winner": game.winner,
                "won-by": game.won_by,
                "points": game.points,
                "rolls": game.rolls,
                "luck": [{"side": s, "battles": count, "luck": round(value, 4)} for s, count, value in game.luck],
                "violations": game.violations,
                "doubts": game.doubts,
                "undecided": game.undecided,
                "skipped": game.skipped,
                "pinned": game.pinned,
                "error": game.error,
            }
            for game in games
        ],
        "damaged": [{"file": each.path, "why": each.error} for each in files],
    }


def table_json(games: Sequence[GameRow], files: Sequence[Damaged]) -> str:
    """Return the table as JSON text."""
    return json_text(table_tree(games, files))


def table_csv(games: Sequence[GameRow]) -> str:
    """Return the games as comma-separated values, with a line of headings."""
    rows = ((*cells(game), str(game.skipped), game.error) for game in games)
    return as_csv((*HEADS, "skipped", "not judged"), ([harmless(printable(cell)) for cell in row] for row in rows))


def cells(game: GameRow) -> tuple[str, ...]:
    """Return a row as words, in the order of the headings."""
    won = f"{game.winner} ({game.won_by})" if game.winner else ""
    return (
        game.name,
        ", ".join(short(game.logs)),
        ", ".join(f"{name} ({side})" for side, name in game.players),
        game.scenario,
        game.options,
        str(game.turn),
        won,
        "" if game.points is None else str(game.points),
        str(game.rolls),
        ", ".join(f"{side} {value:+.2f}" for side, _, value in game.luck),
        str(game.violations),
        str(game.doubts),
        str(game.undecided),
    )


def short(paths: Iterable[str]) -> list[str]:
    """Return the names of some files without their folders."""
    return [Path(path).name for path in paths]


def table_text(games: Sequence[GameRow], files: Sequence[Damaged]) -> str:
    """Return the table as text: a line of headings, a line a game, what was not judged, and a sum."""
    judged = [game for game in games if not game.error]
    rows = [HEADS, *map(cells, judged)]
    widths = [max(len(printable(row[column])) for row in rows) for column in range(len(HEADS))]
    lines = ["  ".join(printable(cell).ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines = [line.rstrip() for line in lines] if judged else []
    lines += [f"{', '.join(short(game.logs))}: not judged: {game.error}" for game in games if game.error]
    lines += [f"{each.path}: not read: {each.error}" for each in files]
    return joined([*lines, total(games, files)])


def total(games: Sequence[GameRow], files: Sequence[Damaged]) -> str:
    """Return a sentence on how many games there are, and on how many of them something is wrong."""
    broken = sum(bool(game.violations or game.doubts) for game in games)
    unjudged = sum(bool(game.error) for game in games)
    told = f"{len(games)} {'game' if len(games) == 1 else 'games'}: {broken} with violations or doubts"
    told += f", {unjudged} not judged" if unjudged else ""
    told += f"; {len(files)} {'file' if len(files) == 1 else 'files'} not read" if files else ""
    return f"{told}."
