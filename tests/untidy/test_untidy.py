"""A sample of `python -m tests.untidy`: untidy logs of legal games accuse nobody, and crimes are still found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.crimes import trials
from tests.untidy.game import judged
from tests.untidy.habits import HALF, LATE, TIDY, Rates
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir

SEEDS = (2, 16, 2014, 3000549)
"""Each of these games was accused of something once."""


def the_game() -> TrcGame:
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    return game


@pytest.fixture(scope="module")
def parts() -> ModuleInputs:
    game = the_game()
    return load_inputs(game, data_dir() / game.name)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_accused_of_an_untidy_log(parts: ModuleInputs, tmp_path: Path, seed: int) -> None:
    found = judged(the_game(), parts, seed, 4, Rates(), tmp_path)
    assert found.accused == []
    assert sum(found.habits.values()) > 50


def test_an_arrival_beside_its_hex_may_be_said_before_it_is_put_right(parts: ModuleInputs, tmp_path: Path) -> None:
    assert judged(the_game(), parts, 761000220, 4, Rates(), tmp_path).accused == []


@pytest.mark.parametrize(
    "seed",
    [
        # 17.3: a battle before cut off the attacker's supply, and chat alone names the second defender.
        1983147,
        # A Stuka laid by hand, whose headquarters another battle was given.
        763000529,
        1985112,
        # A loss under the number of the next battle, whose other attacker chat alone names.
        763000537,
    ],
)
def test_nobody_is_accused_of_a_whole_untidy_game(parts: ModuleInputs, tmp_path: Path, seed: int) -> None:
    assert judged(the_game(), parts, seed, 12, Rates(), tmp_path).accused == []


@pytest.mark.parametrize("seed", [5024])
def test_nobody_is_accused_where_half_of_the_lines_are_missing(parts: ModuleInputs, tmp_path: Path, seed: int) -> None:
    found = judged(the_game(), parts, seed, 3, HALF, tmp_path)
    assert found.accused == []
    assert found.habits["dropped"] > 20


@pytest.mark.parametrize("seed", [1, 18])
def test_nobody_is_accused_for_a_tracker_that_is_advanced_late(parts: ModuleInputs, tmp_path: Path, seed: int) -> None:
    found = judged(the_game(), parts, seed, 3, LATE, tmp_path)
    assert found.accused == []
    assert found.habits["late tracker"] > 1


def test_a_tidy_player_has_no_habits(parts: ModuleInputs, tmp_path: Path) -> None:
    found = judged(the_game(), parts, 2, 2, TIDY, tmp_path)
    assert (found.accused, found.undecided, found.habits) == ([], [], {})


def test_crimes_that_the_table_shows_are_named_in_untidy_logs(parts: ModuleInputs) -> None:
    found = []
    for trial in trials(the_game(), parts, 3, Rates()):
        found.append(trial)
        if len(found) == 12:
            break
    assert [trial.kind for trial in found if not trial.found] == []
