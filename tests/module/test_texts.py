from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleParts, load_inputs
from trc_module.module.texts import languages, load_texts, own_words
from trc_module.resources import data_dir

TRC = data_dir() / "trc"
OTHERS = [name for name in languages() if name != "en"]


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_english_german_and_italian_are_there() -> None:
    assert languages() == ("en", "de", "it")


@pytest.mark.parametrize("folder", [None, TRC], ids=["common", "trc"])
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_every_text_and_the_same_blanks(language: str, folder: Path | None) -> None:
    english, other = own_words("en", folder), own_words(language, folder)
    assert sorted(other) == sorted(english)
    assert [key for key, text in other.items() if not text] == []
    assert {key for key in english if blanks(english[key]) != blanks(other[key])} == set()


@pytest.mark.parametrize("language", languages())
def test_the_common_catalogue_names_no_rule_and_no_side_of_a_game(language: str) -> None:
    # A rule stands in brackets behind what it allows: "(26.4)".
    game = re.compile(r"\(\d|Axis|Achse|Asse|Russ|HQ|Stalin")
    assert [key for key, text in own_words(language).items() if game.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_audit_reads_is_the_same_in_every_language(parts: ModuleParts, language: str) -> None:
    translated = load_inputs(find_game("trc"), data_dir() / "trc", language)

    def printed(module: ModuleParts) -> list[str]:
        text = " ".join(p.slot_text() for p in module.prototypes)
        text += " ".join(e.get("reportFormat", "") for e in build_tree(module, "1").iter())
        return sorted(part.split("*** TRC1")[0] for part in text.split(" *** TRC1 ")[1:] if part)

    def verbs(module: ModuleParts) -> list[str]:
        return sorted(line.split()[0] for line in printed(module))

    assert verbs(translated) == verbs(parts)
    assert translated.phase_names != parts.phase_names


def test_a_language_that_nobody_wrote_is_named_with_those_that_are_there() -> None:
    with pytest.raises(UserError, match="'eo'; there are: en, de, it"):
        load_texts("eo")
