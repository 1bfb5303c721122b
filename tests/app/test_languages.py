"""Texts of the pages in other languages."""

from __future__ import annotations

import re

import pytest

from tests.app.words import words
from trc_module.app.languages import LANGUAGES
from trc_module.report.page_words import texts_of

_VALUE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_word_of_the_pages_has_a_form(language: str) -> None:
    assert sorted(words() - texts_of(language).keys()) == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_form_loses_a_value(language: str) -> None:
    for english, other in texts_of(language).items():
        assert sorted(_VALUE.findall(english)) == sorted(_VALUE.findall(other)), english


def test_english_needs_none() -> None:
    assert texts_of("en") == {}
