"""The words of letters in the languages of the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from trc_module.catalogue import SUFFIX, catalogue_of
from trc_module.errors import UserError
from trc_module.gamespec import find_spec
from trc_module.report.tongue import ENGLISH, FOLDER, Tongue, tongue_of


@dataclass(frozen=True, slots=True)
class Words:
    """A language: the letters' own words, and the game's."""

    language: str
    texts: Mapping[str, str]
    tongue: Tongue

    def say(self, english: str, **values: object) -> str:
        """Return a sentence of a letter in the language."""
        return self.texts.get(english, english).format(**values)

    def word(self, english: str) -> str:
        """Return a word in the language; one that a director has written stays as it is."""
        return self.texts.get(english, english)

    def side(self, name: str) -> str:
        """Return what a side is called."""
        return self.tongue.place(name) if self.language != "en" else name.capitalize()

    def sentence(self, english: str) -> str:
        """Return a sentence of the rules, marked where it has to stay English."""
        said = self.tongue.sentence(english)
        return f"{english} {self.say('(in English)')}" if said is None else said

    def day(self, day: date) -> str:
        """Return a day as people of the language write it."""
        from babel.dates import format_date

        return format_date(day, "long", locale="en_GB" if self.language == "en" else self.language)


@cache
def words_of(language: str, game: str) -> Words:
    """Return the words of a language for letters about a game; a game that is not installed has none of its own."""
    entries = catalogue_of(files("trc_module.tournament") / FOLDER / f"{language}{SUFFIX}").entries
    texts = {entry.english[0]: entry.said[0] for entry in entries if entry.said}
    try:
        tongue = tongue_of(language, find_spec(game).folder)
    except UserError:
        tongue = ENGLISH
    return Words(language, texts, tongue)
