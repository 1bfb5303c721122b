"""The words of Moscow 1941's module: whole in every language."""

from __future__ import annotations

import re

import pytest

from trc_module.facts.toml_file import read_toml
from trc_module.resources import data_dir

PLACEHOLDER = re.compile(r"\{[^}]*\}")


def own_of(language: str) -> dict[str, str]:
    tables = read_toml(data_dir() / "m41" / "module" / "texts" / f"{language}.toml")
    return {f"{name}.{key}": text for name, table in tables.items() for key, text in table.items()}


@pytest.mark.parametrize("language", ["de", "it"])
def test_a_language_has_all_that_english_has_with_the_same_blanks(language: str) -> None:
    english, other = own_of("en"), own_of(language)
    assert english.keys() == other.keys()
    assert {
        key for key, text in english.items() if PLACEHOLDER.findall(text) != PLACEHOLDER.findall(other[key])
    } == set()
    assert {key for key, text in other.items() if text == english[key]} <= {"phase.blitzkrieg"}
