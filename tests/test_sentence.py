"""Sentences that know their form and their values."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parsed import PACKAGE, PARSED, tree_of
from trc_module.sentence import Sentence, names_in, paragraph, sentence_from

pytestmark = PARSED

ROOMS = ("games", "systems", "auditing", "reading", "rules")
MAKERS = {"violation": 1, "Finding": 2, "by_some_way": 1}
"""What makes a finding, and which of its arguments is the sentence."""


def test_a_sentence_is_its_words_and_keeps_form_and_values() -> None:
    told = Sentence("{unit} moved {count} hexes to {hex}.", "ger-41-pz", 9, "Y12")
    assert told == "ger-41-pz moved 9 hexes to Y12."
    assert hash(told) == hash("ger-41-pz moved 9 hexes to Y12.")
    assert told.form == "{unit} moved {count} hexes to {hex}."
    assert dict(told.values) == {"unit": "ger-41-pz", "count": 9, "hex": "Y12"}


def test_a_value_that_is_named_twice_is_given_once_and_others_become_text() -> None:
    assert Sentence("{unit} left {hex}, and {unit} came back.", "a", Path("b")) == "a left b, and a came back."
    assert Sentence("{points:+d} points", 3) == "+3 points"
    assert Sentence("{share} % of {{all}}", 50) == "50 % of {all}"


@pytest.mark.parametrize("values", [(), ("a", "b")])
def test_too_few_or_too_many_values_are_refused(values: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        Sentence("{unit} moved.", *values)


def test_a_form_is_filled_by_name_and_says_no_more_than_it_names() -> None:
    assert sentence_from("entered {b}", a="P1", b="P2") == Sentence("entered {b}", "P2")
    with pytest.raises(KeyError):
        sentence_from("entered {b}", a="P1")


def test_sentences_that_are_joined_keep_their_forms() -> None:
    told = paragraph([Sentence("{unit} moved.", "a"), "", Sentence("{unit} stayed.", "b"), "All is said."])
    assert told == "a moved. b stayed. All is said."
    assert isinstance(told, Sentence)
    assert told.form == "{first} {more}"
    assert paragraph([]) == ""
    assert paragraph(["One."]) == "One."


@given(st.lists(st.text(st.characters(exclude_characters="{}"), max_size=5), max_size=4))
def test_what_is_pickled_comes_back_whole(values: list[str]) -> None:
    told = Sentence("; ".join(f"{{v{n}}}" for n in range(len(values))), *values)
    again = pickle.loads(pickle.dumps(told))
    assert again == told
    assert (again.form, again.values) == (told.form, told.values)
    assert names_in(told.form) == tuple(told.values)


def _texts_of_findings() -> Iterator[tuple[str, int, ast.expr]]:
    """Yield what is given to a maker of findings as the sentence: file, line, and each expression that it may be."""
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")):
        for function in (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef)):
            given_ = dict(_assigned(function))
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                at = MAKERS.get(call.func.id) if isinstance(call.func, ast.Name) else None
                if at is not None and len(call.args) > at:
                    text = call.args[at]
                    for each in given_.get(text.id, []) if isinstance(text, ast.Name) else [text]:
                        yield f"{path.relative_to(PACKAGE)}", call.lineno, each


def _assigned(function: ast.FunctionDef) -> Iterator[tuple[str, list[ast.expr]]]:
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    yield from assigned.items()


def test_no_finding_is_made_of_words_that_have_lost_their_form() -> None:
    texts = list(_texts_of_findings())
    assert len(texts) > 800
    lost = [f"{path}:{line}" for path, line, text in texts if any(isinstance(n, ast.JoinedStr) for n in ast.walk(text))]
    assert lost == []


def test_every_sentence_of_the_source_has_as_many_values_as_its_form_names() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(tree_of(path))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Sentence"
        if isinstance(call.args[0], ast.Constant) and not any(isinstance(each, ast.Starred) for each in call.args)
        if len(names_in(call.args[0].value)) != len(call.args) - 1
    ]
    assert wrong == []
