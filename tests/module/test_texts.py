from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from trc_module.art.fonts import Face, font_data
from trc_module.declarations import Field, Verb
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.sentences import sentences_of
from trc_module.module.texts import Texts, languages, load_texts, own_words
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
@pytest.mark.parametrize("game", ["trc", "nr", "m41", "trp"])
def test_the_font_has_every_character_of_a_text(game: str, language: str) -> None:
    drawn = set.intersection(*(set(font_data(face).glyph_of) for face in Face)) | {"\n"}
    words = own_words(language) | own_words(language, data_dir() / game)
    assert {key: set(text) - drawn for key, text in words.items() if set(text) - drawn} == {}


@pytest.mark.parametrize("language", languages())
def test_the_common_catalogue_names_no_rule_and_no_side_of_a_game(language: str) -> None:
    # A rule stands in brackets behind what it allows: "(26.4)".
    game = re.compile(r"\(\d|Axis|Achse|Asse|Russ|HQ|Stalin")
    assert [key for key, text in own_words(language).items() if game.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_audit_reads_is_the_same_in_every_language(parts: ModuleInputs, language: str) -> None:
    translated = load_inputs(find_game("trc"), data_dir() / "trc", language)

    def read(module: ModuleInputs) -> list[str]:
        """Return the part of every line that is read; in the lines of units, `#b` stands for its beginning."""
        text = "~".join(p.slot_text() for p in module.prototypes)
        text += "~".join(e.get("reportFormat", "") for e in build_tree(module, "1").iter())
        text += "~".join(row.piece.command().encode() for row in module.option_rows)
        return sorted(re.findall(r"(?:<!--TRC1 |#b)([A-Z]+ ?[^~]*?)(?:-->|~)", text))

    assert read(translated) == read(parts)
    assert {line.split()[0].split("#")[0] for line in read(parts)} == set(parts.grammar.verbs)
    assert translated.phase_names != parts.phase_names


def test_a_language_that_nobody_wrote_is_named_with_those_that_are_there() -> None:
    with pytest.raises(UserError, match="'eo'; there are: en, de, it"):
        load_texts("eo")


@pytest.mark.parametrize("game", ["trc", "nr", "m41", "trp"])
@pytest.mark.parametrize("language", languages())
def test_every_line_has_a_sentence_whose_blanks_are_known(game: str, language: str) -> None:
    module = load_inputs(find_game(game), data_dir() / game, language)
    for name, verb in module.grammar.verbs.items():
        keys = {field.key for field in verb.fields} | {"who"}
        told = {key: text for key, text in module.texts.under("line").items() if re.fullmatch(f"{name}(-.*)?", key)}
        assert [key for key, text in told.items() if blanks(text) - keys] == []
        sentence = module.grammar.sentence(name, {})
        assert sentence
        assert "{" not in sentence


def test_a_line_without_a_sentence_says_what_it_means() -> None:
    verb = Verb("DIG", "A unit digs in.", (Field("u", "$unit$", ""), Field("by", "$PlayerSide$", "", required=False)))
    cards = Verb("DEAL", "Cards are dealt.", (Field("count", "", "how many"), Field("of", "$Deck$", "the deck")))
    sentence = sentences_of(Texts("en", {}))
    assert sentence(verb, {}) == "$Called$ ($LocationName$): A unit digs in"
    assert sentence(cards, {"count": "2"}) == "Cards are dealt (count 2, of $Deck$)"
    told = sentences_of(Texts("en", {"menu.dig": "Digs in", "line.DEAL-2": "{who} deals {count}{more}"}))
    assert told(verb, {}) == "$Called$ ($LocationName$): Digs in"
    assert told(cards, {"count": "2"}) == "$Called$ ($LocationName$) deals 2"


def test_a_text_that_is_not_there_or_cannot_be_filled_in_is_told() -> None:
    texts = Texts("en", {"ground.wood": "{Wood}"})
    with pytest.raises(UserError, match=r"texts \(en\) have no 'ground.clear': write it into module/texts/en.toml"):
        texts("ground.clear")
    with pytest.raises(UserError, match=r"text 'ground.wood' \(en\) cannot be filled in: expected name in braces"):
        texts("ground.wood", name="x")
