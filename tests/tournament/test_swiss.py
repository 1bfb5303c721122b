"""Swiss pairing: nobody meets anybody twice, opponents are level, sides come to everybody alike."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from trc_module.tournament.seats import Sides
from trc_module.tournament.swiss import swiss_pairs


def paired(players: int, rounds: int, seed: int) -> tuple[list[list[tuple[str, str]]], list[Fraction]]:
    """Return the pairs of all rounds of a tournament that is played by chance, and how far apart opponents were."""
    chance = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    points = dict.fromkeys(names, Fraction(0))
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    sides = Sides("x")
    found, apart = [], []
    for _ in range(rounds):
        ranked = sorted(names, key=lambda name: (-points[name], names.index(name)))
        pairs = swiss_pairs(ranked, points, met, byes, sides)
        assert pairs is not None
        seated = []
        for one, other in pairs:
            if not other:
                byes.add(one)
                points[one] += 1
                seated.append((one, ""))
                continue
            apart.append(abs(points[one] - points[other]))
            met.add(frozenset((one, other)))
            seat = sides.seated(one, other)
            sides.count(seat)
            seated.append(seat)
        for one, other in seated:
            if other:
                share = chance.choice((Fraction(1), Fraction(0), Fraction(1, 2)))
                points[one] += share
                points[other] += 1 - share
        found.append(seated)
    return found, apart


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (9, 5), (8, 5), (5, 4)])
def test_nobody_meets_anybody_twice_and_everybody_plays_or_has_one_bye(players: int, rounds: int) -> None:
    found, apart = paired(players, rounds, players)
    games = Counter(frozenset(pair) for pairs in found for pair in pairs if pair[1])
    assert set(games.values()) == {1}
    assert all(len({name for pair in pairs for name in pair if name}) == players for pairs in found)
    byes = Counter(pair[0] for pairs in found for pair in pairs if not pair[1])
    assert sum(byes.values()) == (rounds if players % 2 else 0)
    assert set(byes.values()) <= {1}
    if players == 16:
        assert max(apart) <= 1
        surplus = Counter(pair[0] for pairs in found for pair in pairs)
        surplus.subtract(pair[1] for pairs in found for pair in pairs)
        assert max(map(abs, surplus.values())) <= 3


def test_the_first_round_pairs_the_upper_half_with_the_lower_one() -> None:
    names = list("abcdef")
    pairs = swiss_pairs(names, dict.fromkeys(names, Fraction(0)), set(), set(), Sides("x"))
    assert pairs == [("a", "d"), ("b", "e"), ("c", "f")]


def test_who_has_the_fewest_points_has_the_bye_and_no_one_twice() -> None:
    points = {"a": Fraction(2), "b": Fraction(1), "c": Fraction(0)}
    assert swiss_pairs(list("abc"), points, set(), set(), Sides("x")) == [("a", "b"), ("c", "")]
    assert swiss_pairs(list("abc"), points, set(), {"c"}, Sides("x")) == [("a", "c"), ("b", "")]


def test_where_all_have_met_there_is_no_round() -> None:
    names = list("ab")
    assert swiss_pairs(names, dict.fromkeys(names, Fraction(0)), {frozenset("ab")}, set(), Sides("x")) is None
