"""Kinds of marks: tuples of words with names, read out of a position and forgotten at an end."""

from __future__ import annotations

import pickle

import pytest

from tests.games.trc.play import position
from trc_module.rules.marks import COMBAT, PHASE, TURN, KindOfMark, kinds_of_marks, lasting, meanings


class Sold(KindOfMark, word="sold", until=(PHASE, TURN)):
    """a shop, and the price
    if it is known"""

    shop: str
    price: str = "?"


class Shut(KindOfMark, word="shut"):
    """a shop"""

    shop: str


class Noted(KindOfMark, word="noted", until=COMBAT, more=True):
    """a page, and what stands on it"""

    page: str


def test_a_mark_is_the_tuple_of_its_words() -> None:
    mark = Sold("bakery", "3")
    assert (mark.shop, mark.price) == ("bakery", "3")
    assert tuple(mark) == ("sold", "bakery", "3")
    assert mark in {("sold", "bakery", "3")}
    assert (len(Sold("bakery")), Sold("bakery").price) == (2, "?")
    again = pickle.loads(pickle.dumps(mark))
    assert (again, type(again)) == (mark, Sold)


def test_marks_of_one_kind_are_read_out_of_a_position() -> None:
    state = position("").with_mark(
        ("sold",), ("sold", "mill", "1"), ("sold", "bakery"), ("sold", "mill", "1", "2"), Shut("mill")
    )
    assert Sold.all(state) == [("sold", "bakery"), ("sold", "mill", "1")]
    assert [type(mark) for mark in Sold.of(state, "mill")] == [Sold]
    assert Sold.of(state, "inn") == []
    assert Sold.firsts(state) == ("bakery", "mill")
    assert (Shut.any(state), Noted.any(state), Noted.all(state)) == (True, False, [])
    assert Sold.forgotten(state, "mill").marks == {("sold",), ("sold", "bakery"), ("shut", "mill")}
    assert Sold.forgotten(state).marks == {("shut", "mill")}
    assert Noted.forgotten(state) is state


def test_a_mark_with_other_words_is_of_the_same_kind() -> None:
    assert Sold("mill", "1").changed(price="2") == Sold("mill", "2")
    assert Noted("7").followed_by("red").changed(page="8") == ("noted", "8", "red")
    with pytest.raises(TypeError, match="has no field cost"):
        Sold("mill", "1").changed(cost="2")


def test_a_kind_may_have_more_words_than_names() -> None:
    mark = Noted("7").followed_by("red", "ink")
    assert (mark, mark.page, mark.more) == (("noted", "7", "red", "ink"), "7", ("red", "ink"))
    assert Noted.all(position("").with_mark(mark))[0].more == ("red", "ink")


def test_marks_last_until_one_of_their_ends() -> None:
    kinds = kinds_of_marks((Sold, Shut, Noted))
    marks = frozenset({Sold("mill"), Shut("mill"), Noted("7"), ("other", "words")})
    assert lasting(marks, kinds, frozenset({PHASE})) == {Shut("mill"), Noted("7"), ("other", "words")}
    assert lasting(marks, kinds, frozenset({PHASE, COMBAT})) == {Shut("mill"), ("other", "words")}
    assert lasting(marks, kinds, frozenset()) == marks
    assert meanings(kinds)["sold"] == "a shop, and the price if it is known"
