"""The words of Moscow 1941's module: whole in every language."""

from __future__ import annotations

import re

import pytest

from trc_module.facts.toml_file import read_toml
from trc_module.resources import data_dir

PLACEHOLDER = re.compile(r"\{[^}]*\}|\$\w+\$")


def own_of(language: str) -> dict[str, str]:
    tables = read_toml(data_dir() / "m41" / "module" / "texts" / f"{language}.toml")
    return {f"{name}.{key}": text for name, table in tables.items() for key, text in table.items()}


@pytest.mark.parametrize("language", ["de", "it"])
def test_a_language_has_all_that_english_has_with_the_same_blanks(language: str) -> None:
    english, other = own_of("en"), own_of(language)
    assert english.keys() - other.keys() == set()
    shown = ("window.", "box.", "marker.", "unit.")
    assert {key for key in other.keys() - english.keys() if not key.startswith(shown)} == set()
    assert {
        key for key, text in english.items() if PLACEHOLDER.findall(text) != PLACEHOLDER.findall(other[key])
    } == set()
    assert {key for key, text in english.items() if text == other[key]} <= {"phase.blitzkrieg"}


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_window_and_box_has_a_title(language: str) -> None:
    folder = data_dir() / "m41"
    own = own_of(language)
    windows = read_toml(folder / "module" / "windows.toml")["window"]
    boxes = {key.replace(" ", "-") for window in windows for key in window["boxes"]}
    titled = {key for key in boxes if f"box.{key}" in own or f"box.{key.rpartition('-')[0]}-n" in own}
    assert boxes - titled == set()
    assert {f"window.{window['id']}" for window in windows} - own.keys() == set()
