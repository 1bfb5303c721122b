"""What a language does not say of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trc_module.games import find_game
from trc_module.reading import habits
from trc_module.reading.consent import Word, finding_of
from trc_module.reading.habits import rolled_again
from trc_module.report.tongue import tongue_of
from trc_module.report.untranslated import Untranslated, untranslated
from trc_module.resources import data_dir
from trc_module.sentence import Sentence, sentence_from

NOTES = {
    form
    for habit in habits.HABITS
    for name, form in vars(habit).items()
    if name.isupper() and name not in ("READ_AS", "WITNESS") and isinstance(form, str) and form.endswith(".")
}
"""What is told of what people do with their keys."""


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", ["m41", "trp"])
def test_all_that_the_examples_are_told_is_said(game: str, language: str) -> None:
    assert list(untranslated(find_game(game), tongue_of(language, data_dir() / game))) == []


def test_what_is_not_said_is_listed_and_what_has_changed_is_called_so() -> None:
    game, german = find_game("m41"), tongue_of("de", data_dir() / "m41")
    titles = {number: said for number, said in german.titles.items() if number != "M41-STK"}
    texts = {**german.texts, "M41-STK": ("Other words.", "Andere Worte.")}
    sentences = tuple(each for each in german.sentences if "entered" not in each.fits.pattern)
    forms = {form: said for form, said in german.said.items() if "entered" not in form}
    found = list(untranslated(game, replace(german, titles=titles, texts=texts, sentences=sentences, said=forms)))
    rule = game.book.rules["M41-STK"]
    assert [each for each in found if each.kind != "sentence"] == [
        Untranslated("title", "M41-STK", rule.title),
        Untranslated("explanation", "M41-STK", " ".join(rule.text.split()), stale=True),
    ]
    said = [each for each in found if each.kind == "sentence"]
    assert said
    assert all("entered" in each.english for each in said)
    (stale,) = (each for each in found if each.stale)
    assert str(stale).startswith("M41-STK explanation (has changed): ")


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_note_on_what_people_do_is_said(language: str) -> None:
    tongue = tongue_of(language, data_dir() / "toy")
    assert len(NOTES) > 20
    # The dice that were rolled again are told of in whole sentences.
    assert sorted(NOTES - tongue.said.keys()) == [rolled_again.STANDS]


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("what", ["Battle 3", "Battle 3 (attack)", "The die WEATHER", "The die FLIGHT of blue-1"])
def test_all_that_is_told_of_a_die_that_was_rolled_again_is_said(language: str, what: str) -> None:
    tongue = tongue_of(language, data_dir() / "toy")
    note = sentence_from(rolled_again.NOTE, what=what, first="2", last="5")
    told = [finding_of(word, note).sentence for word in (Word.AGREED, Word.REFUSED, Word.SAID)]
    stands = Sentence("{note}{stands}", note, rolled_again.STANDS)
    assert None not in [tongue.sentence(each) for each in (*told, stands)]
