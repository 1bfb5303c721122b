"""The ledger and the readings against the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import GAME
from trc_module.facts import DataError
from trc_module.games.trc.chapters import CHAPTERS
from trc_module.rules.actions import End, Move
from trc_module.rules.ledger import LedgerRow, coverage, read_ledger
from trc_module.rules.readings import cited, read_readings
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook


def test_every_rule_that_we_judge_is_in_the_ledger() -> None:
    listed = {row.rule for row in GAME.ledger}
    assert set(GAME.book.rules) <= listed
    assert len([number for number in listed if int(number.partition(".")[0]) <= 25]) == 462
    assert len([number for number in listed if number.startswith("26")]) == 96


def test_what_can_be_broken_has_an_illegal_example_and_nothing_else_has() -> None:
    kinds = {row.rule: row.kind for row in GAME.ledger}
    wrong = {number for number, rule in GAME.book.rules.items() if rule.illegal and kinds[number] != "verdict"}
    # 5.3a permits to move through friends; what it does not permit is that which is broken.
    assert wrong == {"5.3a"}
    assert {n for n, rule in GAME.book.rules.items() if not rule.illegal and kinds[n] == "verdict"} == set()


def test_every_row_with_a_verdict_has_code_and_both_examples() -> None:
    rows = coverage(GAME.book, GAME.ledger)
    assert [f"{found.row.rule} is {found.status}" for found in rows if found.status in ("open", "incomplete")] == []


def test_a_row_without_code_is_open_and_one_that_no_example_breaks_incomplete(tmp_path: Path) -> None:
    (tmp_path / "8.rules").write_text("8.3a  A title\nAnd text.\nlog: nothing\ndata: none\n  end\n", encoding="utf-8")
    book = RuleBook(words=lambda: read_rulebook(tmp_path))

    @book.rule("8.3a")
    def half() -> None:
        """Do something."""

    rows = tuple(LedgerRow(number, "verdict", "") for number in ("8.3a", "8.4"))
    assert [found.status for found in coverage(book, rows)] == ["incomplete", "open"]


def test_acts_are_judged_and_carried_out_in_the_order_of_the_chapters() -> None:
    order = [chapter.__name__ for chapter in CHAPTERS]
    for functions in (GAME.book.checks(Move), GAME.book.checks(End), GAME.book.effects(End), GAME.book.followers):
        places = [order.index(function.__module__) for function in functions]
        assert places == sorted(places)
    assert order.index("trc_module.games.trc.supply.derived_state") < order.index(
        "trc_module.games.trc.victory.campaign_victory"
    )


def test_every_reading_is_cited_by_a_rule_and_every_citation_is_there() -> None:
    texts = " ".join(rule.text for rule in GAME.book.rules.values())
    assert set(cited(GAME.readings, texts)) == set(GAME.readings)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "the columns rule, class, log, and unseen if wanted"),
        ("rule,class\n", 1, "the columns rule, class, log, and unseen if wanted"),
        ("rule,class,log\n8.3,verdict\n", 2, "3 cells"),
        ("rule,class,log\n8.3,verdikt,log\n", 2, "verdict or definition or permission or note or uncheckable"),
        ("rule,class,log\n8.3,verdict,log\n8.2,verdict,log\n", 3, "a rule that comes after 8.3"),
        ("rule,class,log\n8.3,verdict,log\n8.3,verdict,log\n", 3, "a rule that comes after 8.3"),
    ],
)
def test_a_wrong_ledger_says_where(tmp_path: Path, text: str, line: int, expected: str) -> None:
    (tmp_path / "ledger.csv").write_text(text)
    with pytest.raises(DataError) as caught:
        read_ledger(tmp_path / "ledger.csv")
    assert (caught.value.line, caught.value.expected) == (line, expected)


GOOD = '[C1]\nrule = "1"\ngap = "a"\nchoice = "b"\nalternative = "c"\nwhy = "d"\nconfidence = "high"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[C1", "TOML ("),
        (GOOD.replace("C1", "first"), "tables named by a capital and a number, as C28"),
        (GOOD.replace('"b"', '""'), "a sentence"),
        (GOOD.replace("high", "total"), "high or medium or low"),
        (GOOD + 'author = "me"\n', "one of alternative, choice"),
    ],
)
def test_wrong_readings_say_what_was_expected(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "readings.toml").write_text(text)
    with pytest.raises(DataError) as caught:
        read_readings(tmp_path / "readings.toml")
    assert caught.value.expected.startswith(expected)


def test_a_turn_is_called_by_its_months_and_its_year_and_no_turn_by_nothing() -> None:
    assert (GAME.words_of_turn(1), GAME.words_of_turn(26)) == (("May", "June", "1941"), ())
