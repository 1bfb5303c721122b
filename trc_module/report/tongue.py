"""Sentences of findings and answers in other languages, by catalogues of translations.

A sentence of the rules knows its form and its values (`trc_module.sentence`): a catalogue says the form, and what the
values are is said by itself. Where words change with a value, the form has an entry for that value: its context names
it, as in `sentence verb=were`. What was kept as text, as in an archive, is found again by the words of the form; so are
phrases that have entries with a letter for what differs, and (one|other) for words that change. What no entry fits
stays English, and the page marks it as English. The words of reports themselves are forms too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from trc_module.catalogue import EMPTY, SUFFIX, Catalogue, CatalogueEntry, catalogue_of
from trc_module.errors import UserError
from trc_module.roster import Unit
from trc_module.sentence import Sentence, names_in

FOLDER = "spoken"
"""The folder of the catalogues: in this room, and in a game's folder of data."""
LANGUAGES = ("en", "de", "it")
"""The languages in which findings and answers are said."""
WORD, NAME, SENTENCE, FORM, ACT = "word", "name", "sentence", "form", "act"
"""The contexts of a catalogue's entries; FORM is for what reports say themselves, ACT for sentences of acts."""
TITLE, EXPLANATION = "title", "explanation"
"""The contexts of what is said of a rule, before its number."""
_PLACE = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
_WORDLESS = re.compile(r"(?:\{\w+\}|[^\w{}])*")
"""A form that has no words of its own, but for those of its values."""
_ANYTHING = r".+?"
_KINDS = {
    **dict.fromkeys("abc", r"[^;:]+?"),  # hexes
    **dict.fromkeys("ijklmn", r"[+-]?\d[\w.-]*"),  # numbers, odds
    "o": r"\d+",  # the number of an ordinal, whose ending the catalogue does not say
    "p": r"[\w -]+",  # a phase
    **dict.fromkeys("qr", r".+?"),  # words of a record or a log, and names of files, as they are
    "s": r"[\w-]+",  # a side
    **dict.fromkeys("uv", r".+?"),  # units
    **dict.fromkeys("wxyz", r".+?"),  # anything, said in the language too if it is known
}
"""The patterns of the placeholders by letter; those with a name stand for anything, as w to z."""
_AS_THEY_ARE = frozenset([*"ijklmnoqr", "as_written"])
"""The values that no language says otherwise: numbers, and words of a record or a log."""
_LIST = re.compile(r"(, |; | and | or )(?![^()]*\))")
"""The separator of the parts of a list; brackets belong to the part before them."""
_ENGLISH = re.compile(r"\b[a-z]+ [a-z]+\b")
"""Words that are no names: a sentence in which they stay is no sentence of the language."""
_DEEP = 3
"""The depth to which phrases within phrases are translated."""
_LONGEST = 2_000
"""Letters of a sentence that is looked up: what stands in a log may be quoted in it."""
_CHOICE = re.compile(r"\(([^()|]*(?:\|[^()|]*)+)\)")
"""Alternative words: the first is translated by the first in the other language, the second by the second."""
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")
_QUOTED = re.compile(r"'\{(\w+)\}'")
"""What a form quotes stays as it is where the language has nothing for it."""
_SPEC = re.compile(r"\{(\w+):([^{}]+)\}")
"""A number that a form shows in another way, as with its sign."""
_CONDITION = re.compile(r" (\w+)=")
"""The beginning of a value in the context of an entry."""
_NEXT_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")


class _Pattern(Struct, frozen=True):
    fits: re.Pattern[str]
    said: str
    needle: str
    """The longest fixed part of the pattern: it is tried only on sentences that hold this part."""
    quoted: frozenset[str] = frozenset()
    """What stands in quotes."""


class _Said(Struct, frozen=True):
    """What a language has for a form where some of its values are the words that it is for."""

    values: Mapping[str, str]
    words: str

    def fits(self, values: Mapping[str, str | int | float]) -> bool:
        return all(str(values.get(name)) == value for name, value in self.values.items())


@dataclass(frozen=True, eq=False)
class Tongue:
    """A language, for one game."""

    language: str
    titles: Mapping[str, tuple[str, str]]
    """The rules' titles, by number: in English and in the language."""
    texts: Mapping[str, tuple[str, str]]
    """The rules' explanations, by number: in English and in the language, a paragraph a line."""
    words: Mapping[str, str]
    names: tuple[_Pattern, ...]
    sentences: tuple[_Pattern, ...]
    said: Mapping[str, tuple[_Said, ...]] = field(default_factory=dict)
    """What the language has for the forms of sentences, those for the most values first."""
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What reports say themselves, by the English form for one."""
    plural: Callable[[int], int] = int
    """Returns which of the plural forms a number takes."""

    @property
    def is_english(self) -> bool:
        """Tell whether everything is said in English."""
        return not self.language

    def sentence(self, english: str) -> str | None:
        """Return a sentence in the language; None where no catalogue has it, or for one without end."""
        if not self.language:
            return english
        said = _by_form(self, english) if isinstance(english, Sentence) else None
        if said is not None or len(english) > _LONGEST:
            return said
        return _sentence(self, str(english))

    def fill(self, form: str, **values: str) -> str:
        """Return a form in the language with values in it that are in the language already."""
        return (self.sentence(form) or form).format_map(values)

    def word(self, english: str) -> str:
        """Return one of the game's words, as of a weather or a side, without its hyphens if it is not known."""
        return self.words.get(english) or english.replace("-", " ")

    def title(self, rule: str, english: str) -> str:
        """Return a rule's title, in English where it is not translated, or was another when it was."""
        known, said = self.titles.get(rule, ("", ""))
        return said if known == english else english

    def explained(self, rule: str, english: str) -> str:
        """Return a rule's explanation, in English where `explains` does not hold, each paragraph in one line."""
        known, said = self.texts.get(rule, ("", ""))
        return said if known == in_lines(english) else in_lines(english)

    def explains(self, rule: str, english: str) -> bool:
        """Tell whether it has a rule's explanation, made of what that is in English today."""
        return self.is_english or self.texts.get(rule, ("", ""))[0] == in_lines(english)

    def say(self, form: str, **values: object) -> str:
        """Return what a report says itself: its form in the language, or in English, with the values in it."""
        (said,) = self.forms.get(form, (form,))
        return said.format(**values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return what a report says of a number of things, {n} of them, in the form that the number takes."""
        said = self.forms.get(one)
        form = said[self.plural(number)] if said else one if number == 1 else many
        return form.format(n=number, **values)

    def marked(self, english: str) -> str:
        """Return a sentence in the language, or in English and marked as such."""
        said = self.sentence(english)
        return f"{english} {self.say('(in English)')}" if said is None else said

    def phrase(self, english: str) -> str:
        """Return a phrase that stands alone, as a turn and its phase, in the language; in English where it has none."""
        return english if self.is_english else _phrase(self, str(english), self.sentences, 0) or english

    def name(self, english: str) -> str:
        """Return the players' name of a unit."""
        return _phrase(self, english, self.names, 0) or english

    def place(self, english: str) -> str:
        """Return the name of a place."""
        return self.words.get(english, english)

    def units(self, units: Mapping[str, Unit]) -> Mapping[str, Unit]:
        """Return units that are called as in the language."""
        if not self.language:
            return units
        return {id_: replace(unit, spoken=self.name(unit.spoken or "")) for id_, unit in units.items()}


ENGLISH = Tongue("", {}, {}, {}, (), ())


@cache
def tongue_of(language: str, folder: Path) -> Tongue:
    """Return a language as far as the catalogues have it: ours, and the game's in its folder of data."""
    if language == "en":
        return ENGLISH
    name = f"{language}{SUFFIX}"
    catalogues = [catalogue_of(files("trc_module.report") / FOLDER / name), catalogue_of(folder / FOLDER / name)]
    return _tongue(language, catalogues)


def tongue_in(language: str, folder: Path) -> Tongue:
    """Return a language that somebody names; UserError where there is no such language."""
    check_language(language)
    return tongue_of(language, folder)


def check_language(language: str) -> None:
    """Raise UserError where there is no language of that code."""
    if language not in LANGUAGES:
        raise UserError(f"There is no language '{language}': expected {', '.join(LANGUAGES)}.")


def _tongue(language: str, catalogues: Iterable[Catalogue]) -> Tongue:
    read = tuple(catalogues)
    entries = [entry for catalogue in read for entry in catalogue.entries if entry.said]
    return Tongue(
        language,
        dict(_of_rules(entries, TITLE)),
        dict(_of_rules(entries, EXPLANATION)),
        dict(_of_kind(entries, WORD)),
        _patterns(_of_kind(entries, NAME)),
        _patterns(_texts(entries)),
        _said_by_form(entries),
        {entry.english[0]: entry.said for entry in entries if entry.context == FORM},
        next((each.plural for each in read if each is not EMPTY), int),
    )


def _of_kind(entries: Iterable[CatalogueEntry], kind: str) -> Iterator[tuple[str, str]]:
    return ((entry.english[0], entry.said[0]) for entry in entries if entry.context == kind)


def _said_by_form(entries: Iterable[CatalogueEntry]) -> Mapping[str, tuple[_Said, ...]]:
    found: dict[str, list[_Said]] = {}
    for entry in entries:
        values = _values_of(entry)
        if values is not None:
            found.setdefault(entry.english[0], []).append(_Said(values, entry.said[0]))
    return {form: tuple(sorted(said, key=lambda each: -len(each.values))) for form, said in found.items()}


def _texts(entries: Iterable[CatalogueEntry]) -> Iterator[tuple[str, str]]:
    """Yield the entries of sentences by their words, with the values that an entry is for among these."""
    for entry in entries:
        values = _values_of(entry)
        if values is not None:
            yield _with_values(entry.english[0], values), entry.said[0]


def _with_values(form: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), form)


def _values_of(entry: CatalogueEntry) -> Mapping[str, str] | None:
    """Return the values by name that an entry of a sentence is for; None for an entry of another kind."""
    kind, *values = _CONDITION.split(entry.context)
    return dict(zip(values[::2], values[1::2], strict=True)) if kind == SENTENCE else None


def _of_rules(entries: Iterable[CatalogueEntry], kind: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for entry in entries:
        context, _, rule = entry.context.partition(" ")
        if context == kind:
            yield rule, (entry.english[0], entry.said[0])


def in_lines(text: str) -> str:
    """Return a text of a rulebook file with each paragraph in one line."""
    return _LINE_END.sub(" ", text)


def _patterns(items: Iterable[tuple[str, str]]) -> tuple[_Pattern, ...]:
    """Return patterns, those with the most words of their own first: they say more."""
    forms = (form for english, said in items for form in _forms(english, said))
    ordered = sorted(forms, key=lambda form: -len(_PLACE.sub("", form[0])))
    return tuple(
        _Pattern(
            re.compile(_regex(english)),
            said,
            max(_PLACE.split(english)[::2], key=len),
            frozenset(_QUOTED.findall(english)),
        )
        for english, said in ordered
    )


def _forms(english: str, said: str) -> Iterator[tuple[str, str]]:
    """Yield an entry once for each of the words that it leaves to choose."""
    choice = _CHOICE.search(english)
    for number in range(choice[1].count("|") + 1 if choice else 1):
        yield _chosen(english, number), _chosen(said, number)


def _chosen(text: str, number: int) -> str:
    return _CHOICE.sub(lambda found: found[1].split("|")[number], text)


def _regex(english: str) -> str:
    parts = _PLACE.split(english)
    # Every second part is a placeholder's letter.
    return "".join(
        (f"(?P<{part}>{_KINDS.get(part, _ANYTHING)})" + ("(?:st|nd|rd|th)" if part == "o" else ""))
        if n % 2
        else re.escape(part)
        for n, part in enumerate(parts)
    )


def _by_form(tongue: Tongue, sentence: Sentence) -> str | None:
    """Return what the language has for a sentence by its form; None where it has none, or none for a value."""
    given = sentence.values
    said = next((each.words for each in tongue.said.get(sentence.form, ()) if each.fits(given)), None)
    if said is None and _WORDLESS.fullmatch(sentence.form):
        said = sentence.form
    if said is None:
        return None
    shown = {name: format(given[name], spec) for name, spec in _SPEC.findall(sentence.form)}
    shown |= {name: str(given[name]) for name in _AS_THEY_ARE if name in given}
    values = {name: shown.get(name) or _value(tongue, given[name]) for name in names_in(said)}
    values |= {name: given[name] for name in _QUOTED.findall(sentence.form) if values.get(name, "") is None}
    return None if None in values.values() else said.format_map(values)


def _value(tongue: Tongue, value: str | int | float) -> str | int | float | None:
    if not isinstance(value, str) or not value:
        return value
    said = _by_form(tongue, value) if isinstance(value, Sentence) else None
    return said if said is not None else _phrase(tongue, str(value), tongue.sentences, 1)


@lru_cache(maxsize=4096)
def _sentence(tongue: Tongue, english: str) -> str | None:
    said = _fitting(tongue, english, tongue.sentences, 0)
    parts = _NEXT_SENTENCE.split(english)
    if said is None and len(parts) > 1:
        each = [_sentence(tongue, part) for part in parts]
        return " ".join(part for part in each if part is not None) if None not in each else None
    return said


def _fitting(tongue: Tongue, english: str, patterns: tuple[_Pattern, ...], deep: int) -> str | None:
    for pattern in patterns:
        found = pattern.fits.fullmatch(english) if pattern.needle in english else None
        if found is None:
            continue
        values = {
            key: value if key in _AS_THEY_ARE else _phrase(tongue, value, patterns, deep + 1)
            for key, value in found.groupdict().items()
        }
        values |= {key: found[key] for key in pattern.quoted if values[key] is None}
        parts = _PLACE.split(pattern.said)
        said = [values[part] if n % 2 else part for n, part in enumerate(parts)]
        if None not in said:
            return "".join(part for part in said if part is not None)
    return None


def _phrase(tongue: Tongue, english: str, patterns: tuple[_Pattern, ...], deep: int) -> str | None:
    """Return a part of a sentence: a word or a phrase of the catalogues, a list of them, or a name as it is."""
    said = tongue.words.get(english) or tongue.words.get(english.lower().replace(" ", "-"))
    if said is None and deep <= _DEEP:
        said = _fitting(tongue, english, patterns, deep)
    if said is not None:
        return said
    parts = _LIST.split(english)
    if len(parts) == 1:
        return None if _ENGLISH.search(english) else english
    each = [
        tongue.words.get(part, part) if n % 2 else _phrase(tongue, part, patterns, deep + 1)
        for n, part in enumerate(parts)
    ]
    return None if None in each else "".join(part for part in each if part is not None)
