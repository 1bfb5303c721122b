"""Crimes planted in legal games of the games that play in turns, in records and in logs, and their table.

    python -m tests.games.crime_books m41 --games 30 --logs 1
    python -m tests.games.crime_books trp --games 30 --logs 1 --write docs/crimes

`--write` puts a row for each row of the ledger into `<game>.csv` of a folder: how many were planted and named right, in
records and in logs, by which kinds, or why none was. The Russian Portfolio is played with made-up numbers.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.crimes.planting import TELLING, BookOf, Planted, Tally, named, plant_in
from tests.games.trp.form import fill
from trc_module.auditing.audit import audit_log
from trc_module.errors import UserError
from trc_module.facts.toml_file import read_toml
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End
from trc_module.rules.game import Game
from trc_module.rules.selfplay import record_of

HEADS = ("rule", "kinds", "planted", "named right", "in logs", "named right in logs", "examples", "note")
WITHOUT = Path(__file__).with_name("crimes_without.toml")
"""The rows of each game that no crime is planted against, or whose crimes a log does not show, with their reasons."""


class InLogs:
    """Composes and audits the first crimes of each name, and of each rule that one of a name is against."""

    def __init__(self, game: Game, each: int, beginning: Callable[[], Any]) -> None:
        self.game, self.each, self.start = game, each, beginning()
        self.parts = load_inputs(game, game_folder(game.name))
        self.planted: Counter[tuple[str, str]] = Counter()
        self.right: Counter[tuple[str, str]] = Counter()
        self.misses: list[str] = []

    def __call__(self, name: str, planted: Planted, before: list[Action]) -> None:
        """Put one crime into a log, if there are not enough of its name yet."""
        expected, acts = planted
        key = name, expected
        if self.planted[key] >= self.each:
            return
        tail = () if isinstance(acts[-1], End) else (End(),)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "crime.vlog"
            try:
                compose(self.parts, record_of(self.game, self.start, [*before, *acts, *tail]), path, "1")
                log = replace(open_log(path, self.parts), scenario=scenario_of(self.game))
            except UserError:
                return
            found = audit_log(log).findings
        self.planted[key] += 1
        telling = [noted.finding for noted in found if noted.finding.verdict in TELLING]
        if any(named(expected, finding.rule) for finding in telling):
            self.right[key] += 1
        else:
            told = "; ".join(str(noted.finding) for noted in found) or "nothing"
            self.misses.append(f"{name}: expected {expected}: {told}")


def game_of(name: str, folder: Path) -> Game:
    """Return a game, The Russian Portfolio with made-up numbers."""
    return find_game(name, overlay=fill(folder / "form") if name == "trp" else None)


def plant(
    game: Game, seeds: range, turns: int, each: int, on_crime: Callable[[str, Planted, list[Action]], None]
) -> dict[str, Tally]:
    """Plant every crime of a game's book in each of some games."""
    book = book_of(game)
    return plant_in(
        game,
        book.crimes,
        seeds,
        turns,
        each,
        agreed=book.agreed,
        chances=book.chances,
        on_crime=on_crime,
        scenario=book.scenario,
    )


def book_of(game: Game) -> BookOf[Any]:
    """Return the crimes against the rules of a game."""
    found: BookOf[Any] = import_module(f"tests.games.{game.name}.crimes").BOOK
    return found


def scenario_of(game: Game) -> str:
    """Return the scenario in which the crimes of a game are planted."""
    return book_of(game).scenario


def rows_of(game: Game, tallies: Mapping[str, Tally], in_logs: InLogs | None) -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each row of the ledger that is judged."""
    without: Mapping[str, str] = read_toml(WITHOUT).get(game.name, {})
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, tally in tallies.items():
        for rule in tally.by_row:
            kinds[rule].add(name)
    for row in game.ledger:
        if row.kind != "verdict":
            continue
        entries = [tally.by_row[row.rule] for tally in tallies.values() if row.rule in tally.by_row]
        shown = [key for key in (in_logs.planted if in_logs else {}) if named(key[1].split("|")[0], row.rule)]
        counts = (in_logs.planted, in_logs.right) if in_logs else ()
        logs = [sum(count[key] for key in shown) for count in counts]
        yield (
            row.rule,
            str(len(kinds[row.rule])),
            str(sum(entry.planted for entry in entries)),
            str(sum(entry.right for entry in entries)),
            *map(str, logs or (0, 0)),
            str(sum(bool(example.illegal) for example in game.book.rules[row.rule].examples)),
            without.get(row.rule, ""),
        )


def main() -> None:
    """Plant, and print what became of the crimes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("m41", "trp", "nr"))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--logs", type=int, default=0, help="how many of each kind to compose as logs and audit")
    parser.add_argument("--write", type=Path, help="a folder for the table")
    given = parser.parse_args()
    game = game_of(given.game, Path(tempfile.mkdtemp()))
    in_logs = InLogs(game, given.logs, lambda: game.start(scenario_of(game), frozenset())) if given.logs else None
    seeds = range(given.first, given.first + given.games)
    tallies = plant(game, seeds, given.turns, given.each, in_logs or (lambda name, planted, before: None))
    for name, tally in tallies.items():
        instead = ", ".join(rule for rule, _ in tally.rules.most_common(3))
        told = f"{tally.planted} planted, {tally.found} found, {tally.right} named right, {tally.doubted} as doubts"
        print(f"{name}: {told} {instead}")
        for miss in tally.misses[:1]:
            print(f"    {miss}")
    planted, right = sum(t.planted for t in tallies.values()), sum(t.right for t in tallies.values())
    false = sum(tally.false for tally in tallies.values())
    rules = {rule for tally in tallies.values() for rule, row in tally.by_row.items() if row.right}
    against = f"{planted} crimes of {len(tallies)} kinds against {len(rules)} rules"
    print(f"{against}, {right} named right, {false} false alarms.")
    if in_logs is not None:
        print(f"{in_logs.planted.total()} in logs, {in_logs.right.total()} named right.")
        print("\n".join(in_logs.misses))
    rows = list(rows_of(game, tallies, in_logs))
    print("without:", *(row[0] for row in rows if row[2] == "0"))
    if given.write:
        with (given.write / f"{game.name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows((HEADS, *rows))


if __name__ == "__main__":
    main()
