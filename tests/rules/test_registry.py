from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.rules.actions import End, Move
from trc_module.rules.engine import words_of
from trc_module.rules.registry import BATTLES, RuleBook


def test_what_speaks_of_earlier_acts_alone_is_asked_where_one_of_them_is_remembered() -> None:
    book = RuleBook()

    @book.check("1", Move, End, of_marks=("sunk", BATTLES), for_kinds=(Move,))
    def of_the_drowned(game: Any, state: Any, act: Any) -> Iterator[Any]:
        yield from ()

    @book.judge(Move)
    def of_all(game: Any, state: Any, act: Any) -> Iterator[Any]:
        yield from ()

    nothing: frozenset[str] = frozenset()
    assert book.checks(Move, nothing) == [of_all]
    assert book.checks(Move, frozenset({"railed"})) == [of_all]
    assert book.checks(Move, frozenset({"railed", "sunk"})) == [of_the_drowned, of_all]
    assert book.checks(Move, frozenset({BATTLES})) == [of_the_drowned, of_all]
    assert book.checks(Move) == [of_the_drowned, of_all]
    # For this kind of act it has more to say.
    assert book.checks(End, nothing) == [of_the_drowned]


def test_of_marks_the_first_words_count_and_battles_have_one_of_their_own() -> None:
    marks = frozenset({("sunk", "rus-3-inf", "Y20"), ("sunk", "rus-4-inf", "Y20"), ("due", "italy")})
    assert words_of(marks, False) == {"sunk", "due"}
    assert words_of(marks, True) == {"sunk", "due", BATTLES}
    assert words_of(frozenset(), True) == {BATTLES}
