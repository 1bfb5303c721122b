from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from trc_module.facts import DataError
from trc_module.rules.actions import End, Move
from trc_module.rules.engine import words_of
from trc_module.rules.registry import BATTLES, RuleBook
from trc_module.rules.rulebook.entry import Entry


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


def entries(*named: tuple[str, str | None]) -> Mapping[str, Entry]:
    path = Path("some.rules")
    return {n: Entry(n, "Title", "Text.", "", "", by, (), path, line) for line, (n, by) in enumerate(named, start=1)}


def test_one_function_carries_out_several_rules_and_a_file_names_the_function_of_others() -> None:
    book = RuleBook("games.some", lambda: entries(("1", None), ("1a", None), ("2", "moves.judge"), ("3", "")))

    @book.check("1", "1a", Move)
    def of_two(game: Any, state: Any, act: Any) -> Iterator[Any]:
        yield from ()

    assert book.checks(Move) == [of_two]
    own = f"{__name__}.of_two"
    assert {number: rule.name for number, rule in book.rules.items()} == {
        "1": own,
        "1a": own,
        "2": "games.some.moves.judge",
        "3": "",
    }
    assert [rule.function for rule in book.under("")] == [of_two, of_two, None, None]
    assert book.option("9").rules is book.rules


def test_words_are_read_when_a_rule_is_asked_for_and_once() -> None:
    asked = []

    def words() -> Mapping[str, Entry]:
        asked.append("words")
        return entries(("1", ""))

    book = RuleBook("", words)
    chosen = book.option("9")
    assert list(book.checks(Move)) == []
    assert asked == []
    assert [rule.title for rule in (*book.under("1"), *chosen.under("1"))] == ["Title", "Title"]
    assert asked == ["words"]


def test_words_and_code_that_do_not_fit_are_told_each_with_file_and_line() -> None:
    book = RuleBook("", lambda: entries(("1", None), ("2", "moves.judge")))

    @book.rule("2", "3")
    def carried_out() -> None: ...

    line = carried_out.__code__.co_firstlineno
    with pytest.raises(DataError) as caught:
        book.under("")
    assert str(caught.value).splitlines() == [
        f"{__file__}, line {line}: expected an entry of rule 3 in a rulebook file",
        "some.rules, line 1: expected a function registered under 1, or 'by: module.function', or 'by: none'",
        f"some.rules, line 2: expected no 'by:', because {__name__}.carried_out is registered under 2",
    ]


def test_two_functions_under_one_number_are_an_error() -> None:
    book = RuleBook()

    @book.rule("1")
    def first() -> None: ...

    with pytest.raises(ValueError, match=r"rule 1 is registered twice: \S+\.first, \S+\.second"):

        @book.option("9").rule("1")
        def second() -> None: ...
