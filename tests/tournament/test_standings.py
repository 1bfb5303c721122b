"""Standings: points and tie-breaks, against tables that others have published."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from trc_module.tournament.standings import Score, Table, standings_of

# Two evenings of the rapid chess series of SG NARVA Berlin: each player's opponents by place, with the side and what
# was won; points, Buchholz and Sonneborn-Berger as the program Swiss-Chess printed them (repository
# hilmarm/hilmarm.github.io, schnellschach.md).
EVENINGS = (
    """13w1 7s1 5w1 2s1 4w½ 4.5 14.0 12.25
3s1 12w1 9s1 1w0 5w1 4.0 14.5 10.00
2w0 11s1 7w½ 8s1 10w1 3.5 13.0 7.75
7w0 8s1 13w1 10s1 1s½ 3.5 12.5 7.75
14s1 9w1 1s0 12w1 2s0 3.0 12.0 3.50
8w0 10s0 11w1 7s1 9s1 3.0 11.0 6.50
4s1 1w0 3s½ 6w0 12s1 2.5 16.0 6.75
6s1 4w0 12s½ 3w0 14s1 2.5 11.5 3.75
11w1 5s0 2w0 13s1 6w0 2.0 13.0 3.00
12s0 6w1 14s1 4w0 3s0 2.0 11.5 3.00
9s0 3w0 6s0 14w1 13w1 2.0 9.5 1.00
10w1 2s0 8w½ 5s0 7w0 1.5 14.0 3.25
1s0 14w1 4s0 9w0 11s0 1.0 12.0 0.00
5w0 13s0 10w0 11s0 8w0 0.0 10.5 0.00""",
    """9w1 4s½ 5w½ 7s1 3w1 4.0 15.0 11.75
8w1 7w1 3s0 5s1 6w1 4.0 15.0 11.50
10s1 6w1 2w1 4s½ 1s0 3.5 16.5 10.75
12s1 1w½ 11s1 3w½ 8s½ 3.5 12.5 7.50
11s½ 12w1 1s½ 2w0 9s1 3.0 12.5 5.75
14w1 3s0 9s1 11w1 2s0 3.0 12.0 4.50
13w1 2s0 10s1 1w0 12w1 3.0 12.0 4.00
2s0 9w0 12s1 10w1 4w½ 2.5 12.5 4.75
1s0 8s1 6w0 13s1 5w0 2.0 13.5 3.50
3w0 14s1 7w0 8s0 13w1 2.0 11.0 2.00
5w½ 13s1 4w0 6s0 14w0 1.5 11.5 2.50
4w0 5s0 8w0 14w1 7s0 1.0 13.0 1.00
7s0 11w0 14s1 9w0 10s0 1.0 9.5 1.00
6s0 10w0 13w0 12s0 11s1 1.0 8.5 1.50""",
)
SHARES = {"1": Fraction(1), "0": Fraction(0), "½": Fraction(1, 2)}


def game(round_: int, one: str, other: str, share: Fraction) -> list[Score]:
    return [Score(round_, one, other, "", share, share), Score(round_, other, one, "", 1 - share, 1 - share)]


def beaten(*pairs: str) -> list[Score]:
    """Return the scores of games, each `AB`: A has won from B."""
    return [each for number, pair in enumerate(pairs, 1) for each in game(number, pair[0], pair[1], Fraction(1))]


@pytest.mark.parametrize("evening", EVENINGS)
def test_points_and_tie_breaks_are_those_that_another_program_has_published(evening: str) -> None:
    rows = [line.split() for line in evening.splitlines()]
    scores = []
    for place, row in enumerate(rows, 1):
        for number, cell in enumerate(row[:5], 1):
            found = re.fullmatch(r"(\d+)[ws]([01½])", cell)
            assert found is not None
            share = SHARES[found[2]]
            scores.append(Score(number, str(place), found[1], "", share, share))
    table = Table([str(place) for place in range(14, 0, -1)], scores)
    standings = standings_of(table, ["buchholz", "sonneborn-berger"])
    assert {each.player: [float(each.points), *(float(value) for _, value in each.breaks)] for each in standings} == {
        str(place): [float(cell) for cell in row[5:]] for place, row in enumerate(rows, 1)
    }
    assert [each.player for each in standings] == [str(place) for place in range(1, 15)]


def test_sonneborn_berger_of_a_double_round_robin_is_that_of_its_published_example() -> None:
    # Sensei's Library, 'Sonneborn-Berger': four players who meet twice.
    scores = beaten("AB", "CD", "AC", "BD", "AD", "BC", "BA", "CD", "AC", "BD", "DA", "CB")
    table = Table("ABCD", scores)
    assert [int(table.value("sonneborn-berger", player)) for player in "ABCD"] == [11, 9, 6, 4]


def test_cut_and_median_leave_out_the_worst_and_the_best_opponent() -> None:
    table = Table("ABCDE", beaten("AB", "AC", "AD", "EA", "BC", "BD"))
    # B has 2 points, C 0, D 0, E 1.
    names = ("buchholz", "buchholz-cut-1", "median-buchholz")
    assert [int(table.value(name, "A")) for name in names] == [3, 3, 1]


def test_a_bye_counts_as_an_opponent_with_the_players_own_points() -> None:
    scores = [*beaten("AB"), Score(2, "A", "", "", Fraction(1), Fraction(1))]
    table = Table("AB", scores)
    assert int(table.value("buchholz", "A")) == 0 + 2
    assert int(table.value("sonneborn-berger", "A")) == 0
    (first, _) = standings_of(table, [])
    assert (float(first.points), first.played, first.won) == (2, 1, 1)


def test_head_to_head_decides_among_those_who_are_level_and_have_all_met() -> None:
    # A, B and C have two points each; of them A has won twice, B once.
    scores = beaten("AB", "AC", "BC", "BD", "CD", "CE")
    standings = standings_of(Table("CBADE", scores), ["head-to-head"])
    assert [(each.place, each.player) for each in standings] == [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (4, "E")]
    # Where two of them have not met it decides nothing.
    standings = standings_of(Table("CBADE", beaten("BD", "CE")), ["head-to-head"])
    assert [(each.place, each.player) for each in standings][:3] == [(1, "B"), (1, "C"), (3, "A")]


def test_progressive_counts_early_points_more_and_wins_count_games_alone() -> None:
    table = Table("ABC", [*beaten("AB", "BC"), Score(1, "C", "", "", Fraction(1), Fraction(1))])
    assert [int(table.value("progressive", player)) for player in "ABC"] == [2, 1, 2]
    assert [int(table.value("wins", player)) for player in "ABC"] == [1, 1, 0]


def test_players_who_are_level_share_a_place_in_the_natural_order_of_their_names() -> None:
    standings = standings_of(Table(["P 10", "P 2", "P 1"], []), ["buchholz", "head-to-head"])
    assert [(each.place, each.player) for each in standings] == [(1, "P 1"), (1, "P 2"), (1, "P 10")]
