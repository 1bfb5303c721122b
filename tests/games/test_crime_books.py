"""A sample of the crimes of Moscow 1941 and The Russian Portfolio, and the tables of what was planted."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from tests.crimes.planting import plant_in
from tests.games.crime_books import HEADS, WITHOUT, game_of, plant, rows_of
from tests.games.m41 import crimes as m41
from tests.games.trp import crimes as trp
from trc_module.facts.toml_file import read_toml
from trc_module.games import find_game
from trc_module.games.m41.game import MoscowGame

TABLES = Path(__file__).parents[2] / "docs" / "crimes"


def ignore(*_: object) -> None:
    """Put no crime into a log."""


def test_crimes_of_moscow_1941_are_found_and_named() -> None:
    game = game_of("m41", Path())
    tallies = plant(game, range(101, 104), 6, 1, ignore)
    planted = {name: tally for name, tally in tallies.items() if tally.planted}
    assert len(m41.BOOK.crimes) == 65
    assert len(planted) > 40
    assert [miss for tally in planted.values() if tally.right < tally.planted for miss in tally.misses] == []


def test_crimes_of_the_portfolio_are_found_and_named(tmp_path: Path) -> None:
    game = game_of("trp", tmp_path)
    tallies = plant(game, range(102, 103), 2, 1, ignore)
    planted = {name: tally for name, tally in tallies.items() if tally.planted}
    assert len(trp.BOOK.crimes) == 56
    assert len(planted) > 25
    assert [miss for tally in planted.values() if tally.right < tally.planted for miss in tally.misses] == []


def test_a_book_that_expects_another_rule_misses() -> None:
    # The machine can fail: a crime under a number that it does not break is not named right.
    one = next(iter(m41.BOOK.crimes.values()))
    wrong = replace(one, plant=lambda scene: (("M41-CRT", acts) for _, acts in one.plant(scene)))
    game = game_of("m41", Path())
    assert isinstance(game, MoscowGame)
    book = {one.name: wrong}
    (tally,) = plant_in(game, book, range(1, 3), 3, 1, agreed=m41.BOOK.agreed, chances=m41.BOOK.chances).values()
    assert tally.found == tally.planted > 0
    assert tally.right == 0


@pytest.mark.parametrize("name", ["m41", "trp"])
def test_each_judged_row_has_crimes_or_a_reason(name: str) -> None:
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    assert tuple(heads) == HEADS
    judged = [row.rule for row in find_game(name).ledger if row.kind == "verdict"]
    assert [row[0] for row in rows] == judged
    without = read_toml(WITHOUT)[name]
    assert without.keys() <= set(judged)
    assert [row[0] for row in rows if row[2] == "0" and not row[-1]] == []
    assert {row[0]: row[-1] for row in rows if row[-1]} == without


def test_a_table_counts_a_crime_under_the_row_that_was_named() -> None:
    game = game_of("m41", Path())
    tallies = plant(game, range(1, 2), 2, 1, ignore)
    rows = {row[0]: row for row in rows_of(game, tallies, None)}
    assert rows["M41-FORT-1"][2] == rows["M41-FORT-1"][3] != "0"
    assert rows["M41-SUP-2"][1:4] == ("0", "0", "0")
