"""Ratings, against the examples of those who devised them."""

from __future__ import annotations

import pytest

from trc_module.tournament.ratings import Played, Rated, area_change, area_draw, glicko_2, history_of
from trc_module.tournament.settings import Rating


def test_glicko_2_is_that_of_glickmans_example() -> None:
    # M. E. Glickman, 'Example of the Glicko-2 system': 1464.06, 151.52, 0.05999.
    games = [(Rated(1400, 30), 1.0), (Rated(1550, 100), 0.0), (Rated(1700, 300), 0.0)]
    found = glicko_2(Rated(1500, 200, 0.06), games, 0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_certain() -> None:
    found = glicko_2(Rated(1500, 200, 0.06), [])
    assert (found.rating, round(found.deviation, 4)) == (1500, 200.2714)
    assert glicko_2(Rated(1500, 350, 0.06), []).deviation == 350


def test_a_surprise_makes_glicko_2_more_volatile() -> None:
    games = [(Rated(2200, 30), 1.0)] * 8
    assert glicko_2(Rated(1500, 50, 0.06), games).volatility > 0.06


@pytest.mark.parametrize(
    ("victor", "defeated", "change"),
    [(5000, 5000, 100), (5000, 5400, 120), (5400, 5000, 80), (9000, 5000, 1), (5000, 9000, 200), (5000, 5010, 101)],
)
def test_area_passes_a_hundred_and_a_twentieth_of_the_difference(victor: int, defeated: int, change: int) -> None:
    assert area_change(victor, defeated) == change


def test_a_draw_under_area_moves_a_twentieth_and_may_move_nothing() -> None:
    assert [area_draw(5000, higher) for higher in (5000, 5005, 5200, 9999)] == [0, 0, 10, 200]


def test_area_rates_game_by_game_and_keeps_the_sum() -> None:
    before = {name: Rated(5000) for name in "AB"}
    games = [Played(1, "A", "B", 1.0), Played(1, "A", "B", 1.0), Played(2, "A", "B", 0.5)]
    history = history_of(Rating("area"), before, games)
    # 100, then 100 - 10 for a lead of 200, then a draw for a lead of 380.
    assert [history.after[number]["A"].rating for number in (1, 2)] == [5190, 5171]
    assert sum(each.rating for each in history.now().values()) == 10_000


def test_elo_rates_a_round_by_the_ratings_before_it() -> None:
    before = {"A": Rated(1500), "B": Rated(1500), "C": Rated(1900)}
    history = history_of(Rating("elo", k=32), before, [Played(1, "A", "B", 1.0), Played(1, "A", "C", 1.0)])
    now = history.now()
    # 0.5 and 10/11 of a win more than was expected.
    assert now["A"].rating == pytest.approx(1500 + 16 + 32 * 10 / 11)
    assert now["C"].rating == pytest.approx(1900 - 32 * 10 / 11)


def test_only_so_many_games_against_one_opponent_are_rated() -> None:
    before = {name: Rated(5000) for name in "ABC"}
    games = [Played(1, "A", "B", 1.0), Played(2, "B", "A", 0.0), Played(3, "A", "C", 1.0)]
    history = history_of(Rating("area", against_one=1), before, games)
    assert history.unrated == 1
    assert [round(history.now()[name].rating) for name in "ABC"] == [5195, 4900, 4905]


def test_a_history_is_told_with_its_interval() -> None:
    before = {name: Rated(1500, 200) for name in "AB"}
    tree = history_of(Rating("glicko-2"), before, [Played(1, "A", "B", 1.0)]).tree("A")
    assert tree["rating"] > 1500 > tree["low"]
    assert [each["round"] for each in tree["history"]] == [1]
    assert tree["before"] == 1500
