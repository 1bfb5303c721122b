"""The one search: rules by number and title first, then tasks, then what only names the words."""

from __future__ import annotations

import time

import pytest

from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.report.search_index import RULE, TASK, SearchIndex, index_of, task_entries, tasks_with
from trc_module.report.tongue import tongue_of


@pytest.fixture(scope="module")
def index() -> SearchIndex:
    return index_of([find_game("trc"), find_game("nr")])


def test_a_number_finds_its_rule_first_and_then_those_that_begin_so(index: SearchIndex) -> None:
    found = index.search("8.3")
    assert [(entry.game, entry.name) for entry in found[:3]] == [("trc", "8.3a"), ("trc", "8.3b"), ("trc", "8.3c")]
    assert index.search("7.2")[0].name == "7.2"
    assert {entry.kind for entry in index.search("7.2")} == {RULE}


def test_rules_come_by_title_then_tasks_then_what_names_the_words_in_its_text(index: SearchIndex) -> None:
    found = index.search("odds")
    kinds = [entry.kind for entry in found if entry.game in ("trc", "")]
    titled = [entry for entry in found if "odds" in entry.title.casefold() and entry.kind == RULE]
    assert found[: len(titled)] == titled
    assert {"12.5b", "13.2a"} <= {entry.name for entry in titled if entry.game == "trc"}
    assert kinds[0] == RULE
    orders = index.search("combat orders")
    assert (orders[0].kind, orders[0].title) == (TASK, "write and check combat orders by mail")


def test_short_forms_find_what_they_stand_for(index: SearchIndex) -> None:
    assert index.search("zoc")[0].title == "A unit's zone of control is its own hex and the six around it"


def test_a_rule_is_found_in_another_language_by_its_words_and_by_the_english_ones() -> None:
    game = find_game("trc")
    german = index_of([game], {"trc": tongue_of("de", find_spec("trc").folder)})
    by_english = german.search("zone of control")[0]
    assert by_english.name == "7.1a"
    assert by_english.title != "A unit's zone of control is its own hex and the six around it"
    assert by_english in german.search(by_english.title)


def test_every_task_has_a_command_and_no_evidence_is_among_them(index: SearchIndex) -> None:
    assert len(task_entries()) > 30
    assert [entry.title for entry in task_entries() if "trc-module" not in entry.text] == []
    assert index.search("mutants") == []
    assert [entry.title for entry in tasks_with("scrub")] == ["show a log to others without names and passwords"]


@pytest.mark.parametrize("sought", ["", "e", "  ", "xyzzy", "8.99", "((("])
def test_what_is_nothing_finds_nothing(index: SearchIndex, sought: str) -> None:
    assert index.search(sought) == []


def test_a_search_answers_in_less_than_fifty_milliseconds(index: SearchIndex) -> None:
    best = min(_seconds(index, sought) for sought in ("supply line", "movement", "zoc", "7.2") for _ in range(3))
    assert best < 0.05


def _seconds(index: SearchIndex, sought: str) -> float:
    begun = time.perf_counter()
    index.search(sought)
    return time.perf_counter() - begun
