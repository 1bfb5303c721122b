"""Statistics of all games of an archive: results by column, openings, and the luck of each player.

These are counts. What of them chance alone brings about stands beside them, and none of them says that anybody did
anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from trc_module.archive.chances import Deviations, between, chance_of, holm
from trc_module.archive.store import Store
from trc_module.digits import is_number
from trc_module.printable import joined, printable
from trc_module.rules.ranked_results import deviations


@dataclass(frozen=True, slots=True)
class Column:
    """The battles at some odds: how many, and by result how many there were and how many fair dice bring on average."""

    table: str
    """The game, and the sheet of its results table where it has several: 'nr axis'."""
    odds: str
    battles: int
    results: tuple[tuple[str, int, float], ...]
    otherwise: int
    """The number of results that differ from the table's result for the die that was rolled."""


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """An opening: its number, what tells it from the others, and how the games went that began with it."""

    number: str
    scenario: str
    side: str
    units: tuple[str, ...]
    """Units and places that the fewest other openings have: 'ger-41-pz M24'."""
    games: int
    won: int
    lost: int
    low: float
    high: float
    """Between these the share of games won by the side that opens lies in 95 of 100 cases."""
    example: str
    """The name of a game with it."""


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """The battles that a player rolled: their luck is between -1 and 1, and 0 on an average of fair dice."""

    player: str
    games: int
    battles: int
    luck: float
    chance: float
    """The chance that fair dice give luck at least as far from 0, either way."""
    corrected: float
    """The same, corrected for the number of players (Holm)."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of them."""

    columns: tuple[Column, ...]
    openings: tuple[OpeningCount, ...]
    players: tuple[PlayerLuck, ...]


def statistics_of(store: Store) -> Statistics:
    """Count what the games of an archive come to."""
    tables = _tables(store)
    return Statistics(tuple(_columns(store, tables)), tuple(_openings(store)), tuple(_players(store, tables)))


# Results by column

_Row = tuple[tuple[str, int], ...]
"""Each face's result and its rank."""
_Tables = Mapping[tuple[str, str, str], _Row]
"""The results of each face by data, sheet and odds."""


def _tables(store: Store) -> _Tables:
    found: dict[tuple[str, str, str], _Row] = {}
    for row in store.rows("SELECT data, sheet, odds, result, rank FROM results_table ORDER BY data, sheet, odds, die"):
        found[row[0], row[1], row[2]] = (*found.get((row[0], row[1], row[2]), ()), (row[3], row[4]))
    return found


def _ranks_of(tables: _Tables, data: str, sheet: str) -> Mapping[str, int]:
    """Return the rank of each result of a sheet."""
    return {result: rank for key, row in tables.items() if key[:2] == (data, sheet) for result, rank in row}


def _columns(store: Store, tables: _Tables) -> Iterator[Column]:
    query = """SELECT rules, data, sheet, odds, die, result, count(*) FROM battle JOIN game ON game.id = battle.game
        JOIN edition ON edition.id = game.edition WHERE odds <> '' AND die IS NOT NULL
        GROUP BY rules, data, sheet, odds, die, result"""
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    expected: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    otherwise: Counter[tuple[str, str]] = Counter()
    ranks: dict[str, Mapping[str, int]] = {}
    for rules, data, sheet, odds, die, result, count in store.rows(query):
        row = tables.get((data, sheet, odds), ())
        if not 1 <= die <= len(row):
            continue
        table = f"{rules} {sheet}".strip()
        by_table = row[die - 1][0]
        # Where the log does not say how a battle ended, it is counted as the table has it.
        seen[table, odds][result or by_table] += count
        if result and result != by_table:
            otherwise[table, odds] += count
        for each, _ in row:
            expected[table, odds][each] += count / len(row)
        if table not in ranks:
            ranks[table] = _ranks_of(tables, data, sheet)
    for table, odds in sorted(seen, key=lambda key: (key[0], _strength(key[1]))):
        there = seen[table, odds].keys() | expected[table, odds].keys()
        in_order = sorted(there, key=lambda each: (ranks[table].get(each, len(ranks[table])), each))
        results = tuple((each, seen[table, odds][each], expected[table, odds][each]) for each in in_order)
        yield Column(table, odds, seen[table, odds].total(), results, otherwise[table, odds])


def _strength(odds: str) -> float:
    attack, _, defence = odds.partition("-")
    return int(attack) - int(defence) if is_number(attack) and is_number(defence) else 99


# Openings

_SHOWN = 5
"""The number of units of an opening that are named."""


def _openings(store: Store) -> Iterator[OpeningCount]:
    query = """SELECT opening, scenario, opening_side AS side, count(*) AS games, min(name) AS example,
        sum(winner = opening_side) AS won, sum(winner <> '' AND winner <> opening_side) AS lost
        FROM game WHERE opening <> '' GROUP BY opening, scenario, opening_side
        ORDER BY games DESC, won DESC, opening, scenario"""
    rows = store.all(query)
    opened = {row["example"]: _opening_places(store, row["example"]) for row in rows}
    common = Counter(each for found in opened.values() for each in found)
    for row in rows:
        units = sorted(opened[row["example"]], key=lambda each: (common[each], each))[:_SHOWN]
        low, high = between(row["won"], row["won"] + row["lost"])
        yield OpeningCount(
            number=row["opening"],
            scenario=row["scenario"],
            side=row["side"],
            units=tuple(sorted(units)),
            games=row["games"],
            won=row["won"],
            lost=row["lost"],
            low=low,
            high=high,
            example=row["example"],
        )


def _opening_places(store: Store, name: str) -> set[str]:
    """Return who of the opening side stood where at the end of its first moves."""
    query = """SELECT one.text || ' ' || two.text FROM stay JOIN game ON game.id = stay.game
        JOIN word AS one ON one.id = stay.unit JOIN word AS two ON two.id = stay.place
        WHERE game.name = ? AND opening_phase BETWEEN stay.phase AND stay.last"""
    return {row[0] for row in store.rows(query, name)}


# Luck


def _players(store: Store, tables: _Tables) -> Iterator[PlayerLuck]:
    who = _who_plays(store)
    rolls: dict[str, list[Deviations]] = defaultdict(list)
    sums: Counter[str] = Counter()
    luck: dict[str, Fraction] = defaultdict(Fraction)
    games: dict[str, set[int]] = defaultdict(set)
    query = """SELECT battle.game, side, sheet, data, odds, better FROM battle JOIN game ON game.id = battle.game
        JOIN edition ON edition.id = game.edition WHERE better IS NOT NULL"""
    for game, side, sheet, data, odds, better in store.rows(query):
        player = who.get((game, side))
        row = tables.get((data, sheet, odds))
        if player is not None and row:
            rolls[player].append(deviations([rank for _, rank in row]))
            sums[player] += better
            luck[player] += Fraction(better, len(row))
            games[player].add(game)
    names = sorted(rolls)
    chances = [chance_of(rolls[name], sums[name]) for name in names]
    for name, chance, corrected in zip(names, chances, holm(chances), strict=True):
        count = len(rolls[name])
        yield PlayerLuck(name, len(games[name]), count, float(luck[name] / count), chance, corrected)


def _who_plays(store: Store) -> dict[tuple[int, str], str]:
    """Return who plays each side of each game; several who share a side are told as one."""
    found: dict[tuple[int, str], str] = {}
    for row in store.rows("SELECT game, side, player FROM seat ORDER BY game, side, player"):
        key = row["game"], row["side"]
        found[key] = f"{found[key]} and {row['player']}" if key in found else row["player"]
    return found


# As text and as data

LUCK_NOTE = (
    "Luck is between -1 (always the worst face for the attacker) and +1 (always the best); fair dice average 0. The "
    "chance is the probability that fair dice deviate from 0 by at least as much, in either direction; the corrected "
    "one (Holm) allows for the number of players, some of whom are bound to be lucky. Players are identified by name "
    "alone. These are counts of dice and prove nothing about anybody's conduct."
)
OPENING_NOTE = (
    "Games by the position of the opening side after its first moves. The share counts games with a certain winner; "
    "the brackets hold its 95 % interval. A high share does not mean that the opening was the reason."
)
COLUMN_NOTE = "Results of battles by odds; in brackets what fair dice come to on average by the results table."


def statistics_tree(found: Statistics) -> dict[str, Any]:
    """Return statistics as plain data."""
    return {"format": "trc-module archive statistics", "version": 1, **asdict(found)}


def statistics_text(found: Statistics) -> str:
    """Return statistics as text."""
    lines = ["Results by column", COLUMN_NOTE, ""]
    several = len({column.table for column in found.columns}) > 1
    for column in found.columns:
        told = ", ".join(f"{result} {count} ({average:.1f})" for result, count, average in column.results)
        other = f"; {column.otherwise} read otherwise than the table has it" if column.otherwise else ""
        table = f"{column.table:<10} " if several else ""
        lines.append(f"{table}{column.odds:>5}  {_battles(column.battles)}: {told}{other}")
    lines += ["", "Openings", OPENING_NOTE, ""]
    for opening in found.openings:
        units = ", ".join(opening.units)
        lines.append(f"{opening.number}  {opening.scenario}, {_games(opening.games)}: {share(opening)}; {units}")
    lines += ["", "Luck", LUCK_NOTE, ""]
    lines += [
        f"{printable(each.player)}: {_games(each.games)}, {_battles(each.battles)}, luck {each.luck:+.2f}, "
        f"chance {each.chance:.3f}, corrected {each.corrected:.3f}"
        for each in found.players
    ]
    return joined(lines)


def share(opening: OpeningCount) -> str:
    """Say how often the side that opens has won."""
    decided = opening.won + opening.lost
    if not decided:
        return "none won for certain"
    low, high = round(100 * opening.low), round(100 * opening.high)
    part = round(100 * opening.won / decided)
    return f"{opening.side} won {opening.won} of {decided}, {part} % ({low} to {high} %)"


def _battles(count: int) -> str:
    return f"{count} {'battle' if count == 1 else 'battles'}"


def _games(count: int) -> str:
    return f"{count} {'game' if count == 1 else 'games'}"
