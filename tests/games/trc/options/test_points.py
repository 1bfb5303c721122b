"""Options that change the replacement points: bids, workers, recovery, savings, evacuation."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.options.bidding import bid_of, spread_backwards, spread_forwards
from trc_module.games.trc.options.optional_workers import _fewest

STORM = "scenario: breaking-storm\noptions: 26.8{}\n"


@pytest.mark.parametrize(
    ("bid", "turns", "shares"),
    [
        (11, 10, (2, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
        (7, 5, (2, 2, 1, 1, 1)),
        (0, 5, (0, 0, 0, 0, 0)),
        (5, 5, (1, 1, 1, 1, 1)),
        (4, 5, (1, 1, 1, 1, 0)),
    ],
)
def test_a_bid_is_spread_evenly_the_first_turns_first(bid: int, turns: int, shares: tuple[int, ...]) -> None:
    assert spread_forwards(bid, turns) == shares


@pytest.mark.parametrize(
    ("bid", "turns", "shares"),
    [(-3, 10, (0,) * 7 + (-1,) * 3), (-7, 5, (-1, -1, -1, -2, -2)), (-1, 5, (0, 0, 0, 0, -1))],
)
def test_a_negative_bid_is_taken_from_the_last_turns(bid: int, turns: int, shares: tuple[int, ...]) -> None:
    assert spread_backwards(bid, turns) == shares


def replaced(turn: int, before: str, cost: str = "rus-6-inf", more: str = "") -> list[str]:
    return told(
        STORM.format(more)
        + f"at: turn {turn} russian impulse 1 movement clear\nbefore: {before}\non R9: rus-worker-moscow\n"
        f"box russian replacement-pool: {cost}\nreplace {cost} R9\n"
    )


def test_the_share_of_the_turn_counts_and_no_other() -> None:
    assert replaced(2, "bid +7") == []
    assert replaced(3, "bid +7") == ["violation 26.8b"]
    assert replaced(3, "bid +10") == []


def test_more_than_any_share_would_cover_is_an_ordinary_excess() -> None:
    assert replaced(3, "bid +1") == ["violation 22.5a"]


def test_a_bid_that_nobody_told_leaves_the_sum_undecided() -> None:
    assert replaced(2, "lost archangel") == ["undecided 22.5a"]


def test_the_bid_is_remembered_and_stated_once() -> None:
    text = STORM.format("") + "at: turn 1 axis impulse 1 weather clear\nbid -3\n"
    assert bid_of(position(text)) == -3
    assert told(text + "bid -3\n") == []
    assert told(text + "bid +3\n") == ["violation 26.8a"]
    assert told(text.replace("turn 1", "turn 2")) == ["violation 26.8a"]


def test_workers_stand_for_the_whole_points_of_a_bid() -> None:
    # 7 for 5 turns: one worker factor, and a point on each of the first two turns.
    assert replaced(1, "bid +7", "rus-2-cav", ", 26.14") == []
    assert replaced(2, "bid +7", "rus-6-inf", ", 26.14") == ["violation 22.5a"]


@pytest.mark.parametrize(("total", "fewest"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, None)])
def test_the_fewest_counters_that_make_a_total(total: int, fewest: int | None) -> None:
    assert _fewest([1, 1, 2], total) == fewest


def test_optional_workers_need_not_be_set_up() -> None:
    text = (
        STORM.format(", 26.14") + "at: turn 1 axis impulse 1 weather clear\nbefore: bid +2\n"
        "box russian at-start: rus-worker-opt1a rus-worker-opt1b rus-worker-opt2a\non R9: rus-worker-moscow\nend\n"
    )
    assert told(text) == []


def test_points_that_are_left_are_saved() -> None:
    text = "options: 26.15\nat: turn 2 russian impulse 2 end clear\non R9: rus-worker-moscow\nend\n"
    assert position(text).used["russian saved"] == 3
    spent = text.replace("on R9", "before: replaced rus-1-tank R9\non X1: rus-1-tank\non R9")
    assert position(spent).used["russian saved"] == 3 - (GAME.units["rus-1-tank"].combat or 0)


def test_recovery_is_paid_like_a_replacement() -> None:
    text = (
        "options: 26.12\nat: turn 15 russian impulse 1 movement clear\nbefore: lost archangel\n"
        "on R9: rus-worker-moscow\nbox russian surrendered: rus-1gd-cav\nbox russian replacement-pool: rus-1-cav\n"
        "recover rus-1gd-cav\n"
    )
    assert told(text) == []
    assert told(text + "replace rus-1-cav R9\n") == ([] if GAME.units["rus-1-cav"].combat == 1 else ["violation 22.5a"])
    assert position(text).place("rus-1gd-cav") == "replacement-pool"


def test_evacuation_counts_its_rail_moves_and_the_worker_comes_back() -> None:
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
    after = position(text + "evacuate rus-worker-kharkov\n")
    assert after.used["russian rail"] == 4
    assert after.place("rus-worker-kharkov") == "turn-record-6"


def test_a_worker_without_rails_to_the_east_stays() -> None:
    text = (
        "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
        "on Z13: ger-41-pz\non BB13: ger-56-pz\non AA13: ger-47-pz\non Z14: ger-39-pz\non BB14: ger-24-pz\n"
        "on AA15: ger-46-pz\nevacuate rus-worker-kharkov\n"
    )
    assert told(text) == ["violation 26.2.1d"]
