"""Statistics of all games: chances counted out by hand, and an archive's columns, openings and players."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.archive.games import BATTLE, START, added, compose_game
from tests.replay.script import Script
from trc_module.archive.chances import between, chance_of, holm
from trc_module.archive.statistics import PlayerLuck, statistics_of, statistics_text, statistics_tree
from trc_module.archive.store import Store
from trc_module.cli.main import group
from trc_module.cli.telling import json_text
from trc_module.module.inputs import ModuleInputs

PLAIN = (-5, -3, -1, 1, 3, 5)
"""Six results, each better than the one before."""
PAIRS = (-4, -4, 0, 0, 4, 4)


def test_the_chance_is_that_of_all_throws_counted_one_by_one() -> None:
    rolls = [PLAIN, PAIRS, PLAIN, (0,) * 6]
    sums = [sum(throw) for throw in product(*rolls)]
    for total in (0, 1, -5, 8, 14, 15):
        expected = sum(abs(each) >= abs(total) for each in sums) / len(sums)
        assert chance_of(rolls, total) == pytest.approx(expected)
    assert chance_of([PLAIN], 5) == pytest.approx(1 / 3)
    assert chance_of([], 0) == 1


def test_of_many_rolls_the_chance_is_nearly_the_same_as_counted_out() -> None:
    assert chance_of([PLAIN] * 300, 120) == pytest.approx(chance_of([PLAIN] * 301, 120), abs=0.002)


def test_chances_are_corrected_for_how_many_they_are() -> None:
    # Holm: the least times 3, the next times 2, and none less than the one before.
    assert holm([0.02, 0.01, 0.6]) == [pytest.approx(0.04), pytest.approx(0.03), 0.6]
    assert holm([0.01, 0.012]) == [pytest.approx(0.02), pytest.approx(0.02)]
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_between_which_shares_the_true_one_lies() -> None:
    # Wilson's interval for 8 of 10, as tables have it.
    assert [round(each, 4) for each in between(8, 10)] == [0.4902, 0.9433]
    assert between(0, 0) == (0.0, 1.0)


@pytest.fixture
def store(tmp_path: Path, parts: ModuleInputs) -> Store:
    """Two battles at 3-1 of the same two players, with 5 and 6 rolled, and two games that begin otherwise."""
    (tmp_path / "logs").mkdir()
    for number, (unit, roll) in enumerate((("rus-24-inf", "5 3-1 D1"), ("rus-26-inf", "6 3-1 DE"))):
        text = BATTLE.replace("rus-24-inf", unit).replace("5 3-1 D1", roll)
        compose_game(parts, text, tmp_path / "logs" / f"{number}.vlog")
    for name, to in (("one", "J21"), ("two", "J19")):
        script = Script(parts, f"scenario: campaign\n{START}", tmp_path / "logs" / f"{name}.vlog")
        script.move("ger-56-pz", to).roll(3).end().move("ger-41-pz", "K19").end().end().write()
    added(tmp_path / "x.db", tmp_path / "logs")
    return Store(tmp_path / "x.db")


def test_columns_openings_and_luck_of_an_archive(store: Store) -> None:
    with store:
        found = statistics_of(store)
    (column,) = found.columns
    assert (column.odds, column.battles, column.otherwise) == ("3-1", 2, 0)
    seen = [(result, count, round(average, 3)) for result, count, average in column.results]
    assert seen == [(result, int(result in ("D1", "DE")), 0.333) for result in ("AR", "C", "EX", "DR", "D1", "DE")]
    assert [(each.games, each.won, each.lost, each.side) for each in found.openings] == [(1, 0, 0, "axis")] * 2
    assert {unit for each in found.openings for unit in each.units} == {
        "ger-41-pz K19",
        "ger-56-pz J19",
        "ger-56-pz J21",
    }
    # A five counts 3, a six 5: of 36 throws of two dice 3 come to 8 or more, and as many to -8 or less.
    (luck,) = found.players
    assert luck == PlayerLuck("Axis player", 2, 2, 8 / 12, luck.chance, luck.chance)
    assert round(luck.chance, 6) == round(6 / 36, 6)
    text = statistics_text(found)
    assert (
        "  3-1  2 battles: AR 0 (0.3), C 0 (0.3), EX 0 (0.3), DR 0 (0.3), D1 1 (0.3), DE 1 (0.3)" in text.splitlines()
    )
    assert text.splitlines()[-1] == ("Axis player: 2 games, 2 battles, luck +0.67, chance 0.167, corrected 0.167")
    assert json.loads(json_text(statistics_tree(found)))["columns"][0]["results"][4][:2] == ["D1", 1]


def test_a_result_that_the_table_does_not_have_is_counted_as_it_was_read(store: Store) -> None:
    with store:
        store.do("UPDATE battle SET result = 'DS' WHERE die = 5")
        (column,) = statistics_of(store).columns
        assert column.otherwise == 1
        assert column.results[-1] == ("DS", 1, 0)


def test_a_side_that_two_people_play_is_told_as_one(store: Store) -> None:
    with store:
        store.do("INSERT INTO seat SELECT game, side, 'Z <b>' FROM seat WHERE side = 'axis'")
        assert [each.player for each in statistics_of(store).players] == ["Axis player and Z <b>"]


def test_a_game_with_a_table_for_each_side_is_counted_by_its_tables(tmp_path: Path) -> None:
    log = tmp_path / "nr.vlog"
    played = CliRunner().invoke(group, ["play", "--game", "nr", "--seed", "1", "--turns", "3", "--vlog", str(log)])
    assert played.exit_code == 0, played.output
    assert added(tmp_path / "nr.db", log).faults == []
    with Store(tmp_path / "nr.db") as archive:
        found = statistics_of(archive)
    assert {column.table for column in found.columns} == {"nr axis", "nr soviet"}
    # Every battle is read on the sheet of its side and of the weather, at the odds of its roll.
    assert [column.otherwise for column in found.columns] == [0] * len(found.columns)
    assert {player.player for player in found.players} == {"Axis player", "Soviet player"}
