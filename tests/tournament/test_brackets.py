"""Round robins, knock-outs and ladders."""

from __future__ import annotations

from collections import Counter

import pytest

from trc_module.tournament.brackets import bracket, climbed, first_knock_out, ladder_pairs, next_knock_out, robin_pairs

# FIDE Handbook C.05, annex 1: the first of two has the first side.
BERGER = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ),
}


@pytest.mark.parametrize("count", BERGER)
def test_a_round_robin_goes_by_the_berger_tables(count: int) -> None:
    players = [str(number) for number in range(1, count + 1)]
    rounds = [robin_pairs(players, number) for number in range(1, count)]
    assert tuple(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in rounds) == BERGER[count]
    assert robin_pairs(players, count) == []


@pytest.mark.parametrize("count", range(2, 18))
def test_everybody_meets_everybody_once_and_has_each_side_alike(count: int) -> None:
    players = [str(number) for number in range(count)]
    rounds = [robin_pairs(players, number) for number in range(1, count + count % 2)]
    games = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1])
    assert set(games.values()) == {1}
    assert len(games) == count * (count - 1) // 2
    surplus = Counter(pair[0] for pairs in rounds for pair in pairs if pair[1])
    surplus.subtract(pair[1] for pairs in rounds for pair in pairs if pair[1])
    assert all(abs(value) <= 1 for value in surplus.values())
    assert Counter(pair[0] for pairs in rounds for pair in pairs if not pair[1]) == (
        Counter(players) if count % 2 else Counter()
    )


def test_a_second_cycle_changes_the_sides() -> None:
    first, again = robin_pairs("ABCD", 1, 2), robin_pairs("ABCD", 4, 2)
    assert again == [(b, a) for a, b in first]
    assert robin_pairs("ABCD", 7, 2) == []


def test_the_best_of_a_knock_out_can_only_meet_in_the_final() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert first_knock_out("abcdef") == [("a", ""), ("d", "e"), ("b", ""), ("c", "f")]
    assert next_knock_out("adbc") == [("a", "d"), ("b", "c")]
    assert next_knock_out("a") == []


def test_winners_pass_the_losers_above_them_and_no_winner() -> None:
    # a loses and falls below all who won; those who did not play keep their places.
    assert climbed("abcdef", {"a": -1, "b": 1, "c": -1, "d": 1}) == ["b", "d", "a", "c", "e", "f"]
    assert climbed("abcd", {"a": -1, "d": 1}) == ["d", "b", "c", "a"]
    assert climbed("abcd", {"a": 1, "d": -1}) == ["a", "b", "c", "d"]
    assert climbed("abcd", {"b": 0}) == ["a", "b", "c", "d"]


def test_on_a_ladder_challenges_come_first_then_neighbours_who_may_meet() -> None:
    assert ladder_pairs("abcdef", {frozenset("bc")}, [("d", "a")]) == [("d", "a"), ("b", "e"), ("c", "f")]
    assert ladder_pairs("ab", {frozenset("ab")}) == []
