"""Options that change the replacement points: bids, workers, recovery, savings, evacuation."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, names, position, told
from trc_module.games import find_game
from trc_module.games.trc import TrcGame, load
from trc_module.games.trc.arrivals.axis_replacements import kind_of
from trc_module.games.trc.options.bidding import bid_of, share, spread_backwards, spread_forwards
from trc_module.games.trc.options.optional_workers import _fewest
from trc_module.games.trc.options.recovery import Recovered
from trc_module.games.trc.players.legal_actions import starting_area

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


@pytest.mark.parametrize(
    ("bid", "shares"),
    [("-3", [0, 0, 0, -1, -1, -1]), ("+0", [0] * 6), ("+1", [1, 0, 0, 0, 0, 0])],
)
def test_each_turn_has_its_share_of_a_bid(bid: str, shares: list[int]) -> None:
    game = find_game("trc", frozenset({"26.8"}))
    assert isinstance(game, TrcGame)
    text = "scenario: {}\noptions: 26.8\nat: turn {} russian impulse 1 movement clear\nbefore: bid " + bid + "\n"
    storm = [share(game, position(text.format("breaking-storm", turn))) for turn in range(1, 6)]
    assert storm == (shares[1:] if bid == "-3" else shares[:5])
    assert share(game, position(text.format("breaking-storm", 6))) == 0


def test_the_second_bid_takes_the_place_of_the_first_and_of_nothing_else() -> None:
    text = "options: 26.8\nat: turn 1 axis impulse 1 weather clear\nbefore: bid +7, lost archangel\nbid +9\n"
    assert {mark for mark in position(text).marks if mark[0] in ("bid", "lost")} == {
        ("bid", "+9"),
        ("lost", "archangel"),
    }


@pytest.mark.parametrize(
    ("bid", "expected"), [("bid -3", True), ("bid +0", True), ("bid +1", False), ("lost archangel", False)]
)
def test_optional_workers_come_for_a_positive_bid(bid: str, expected: bool) -> None:
    text = f"options: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\nbefore: {bid}\nsetup rus-worker-opt1a U1\n"
    assert ("violation 26.14c" in told(text)) is expected


def test_an_ss_unit_gives_nothing_in_a_year_that_is_not_its_own() -> None:
    of = {kind: [n for n, u in GAME.units.items() if u.nation == "german" and kind_of(u) == kind] for kind in KINDS}
    three_fours = of["3-4"][:6]
    pool = [name for kind in KINDS for name in of[kind][:6]]
    text = (
        "options: 26.1\nat: turn 13 axis impulse 1 movement clear\n"
        "on Y20: ger-ss-res ger-1-ss-pz\non Y21: ger-2-ss-pz ger-3-ss-pz\n"
        f"box axis replacement-pool: {' '.join(pool)}\n" + "".join(f"replace {unit} E33\n" for unit in three_fours[:5])
    )
    # One by 21.4, and one each for the reserve, the 2nd and the 3rd; the 1st gives one in 1944.
    assert told(text) == ["violation 26.1b"]
    assert told(text.replace("ger-3-ss-pz", "")) == ["violation 26.1a"] * 2
    assert told(text.replace(" ger-1-ss-pz", "")) == ["violation 21.6f"]
    assert "violation 26.1b" not in told(text.replace("turn 13", "turn 19"))


KINDS = ("3-4", "4-4", "5-4", "mountain", "motorized", "armor")


def test_recovery_begins_on_its_first_turn() -> None:
    text = (
        "options: 26.12\nat: turn {} russian impulse 1 movement clear\non R9: rus-worker-moscow rus-worker-kiev\n"
        "box russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert told(text.format(12)) == ["violation 26.12a"]
    assert told(text.format(13)) == []


@pytest.mark.parametrize(("units", "what"), [("rus-2-tank rus-1-tank", "armor"), ("rus-1gd-cav rus-2gd-cav", "Guards")])
def test_two_of_a_kind_are_not_recovered(units: str, what: str) -> None:
    one, other = units.split()
    workers = "rus-worker-moscow rus-worker-kiev rus-worker-stalino rus-worker-kharkov"
    text = (
        f"options: 26.12\nat: turn 16 russian impulse 1 movement clear\non R9: {workers}\n"
        f"box russian surrendered: {units}\nrecover {one}\nrecover {other}\n"
    )
    sentences = [finding.sentence for finding in findings(text) if finding.rule == "26.12c"]
    assert sentences == [f"{other} is {what} unit number 2 recovered this turn; only one may be."]


def test_what_was_replaced_and_what_is_recovered_are_paid_together() -> None:
    text = (
        "options: 26.12\nat: turn 15 russian impulse 1 movement clear\nbefore: lost archangel, replaced {} {}\n"
        "on X1: rus-6-inf\non E33: ger-12-inf\non R9: rus-worker-moscow\n"
        "box russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert told(text.format("rus-6-inf", "X1")) == ["violation 22.5a"]
    assert told(text.format("ger-12-inf", "E33")) == []


def test_the_recovered_are_remembered_until_the_russian_turn_ends() -> None:
    text = (
        "options: 26.12\nat: turn 16 russian impulse 1 movement clear\nbefore: lost archangel\n"
        "on R9: rus-worker-moscow\nbox russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert Recovered("rus-1gd-cav") in position(text).marks
    assert Recovered("rus-1gd-cav") in position(text + "end\n" * 4).marks
    assert {mark[0] for mark in position(text + "end\n" * 5).marks} == {"lost"}


def test_optional_workers_start_in_russian_cities_in_which_no_worker_is_or_will_be() -> None:
    game = load(frozenset({"26.8", "26.14"}))
    text = (
        "options: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\nbefore: bid +25\ncontrol: Minsk axis\n"
        "on R9: rus-worker-moscow\non E10: rus-24-inf\nbox russian at-start: rus-worker-kiev rus-worker-opt1a\n"
        "box russian off-map-units: rus-worker-kharkov\n"
    )
    state = position(text)
    russian = {GAME.hex_name(at) for at, holder in state.control.items() if holder == "russian"}
    assert {"E10", "R9", "W19", "AA14"} <= russian
    assert "O19" not in russian
    # A worker is in Moscow and one is to be set up in Kiev; who waits beside the map keeps no city, nor does an army.
    cities = {GAME.hex_name(city.hex) for city in GAME.board.cities.values()}
    assert names(starting_area(game, state, "rus-worker-opt1a")) == russian & cities - {"R9", "W19"}
