"""Sentences for players, made of a form and of what differs from case to case.

A form is English, with a {name} for each value. Reports say it in other languages by its form: `report.tongue`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Self


class Sentence(str):
    """A sentence in English that knows its form and its values, and is its words wherever a text is asked for.

    It is equal to the same words without a form. A text that is joined to it has to be a value of another form, or
    what comes of it is only words.
    """

    __slots__ = ("_values", "form")

    form: str
    """The English words, with the names of the values in {braces}."""
    _values: tuple[object, ...]

    def __new__(cls, form: str, /, *values: object) -> Self:
        """Make a sentence of a form, and of values in the order in which the form first names them.

        ValueError if it names more or fewer values.
        """
        plain = _plain_form(form)
        if plain is None or len(values) != plain[1]:
            text = form.format_map(dict(zip(names_in(form), values, strict=True)))
        else:
            text = plain[0] % values
        self = super().__new__(cls, text)
        self.form, self._values = form, values
        return self

    @property
    def values(self) -> Mapping[str, str | int | float]:
        """The values by name: numbers, names, or phrases, which may be sentences themselves."""
        return MappingProxyType(dict(zip(names_in(self.form), map(_kept, self._values), strict=True)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.form, *map(_kept, self._values))


def sentence_from(form: str, /, **values: object) -> Sentence:
    """Return the sentence that a form makes with values by name; KeyError if one is missing."""
    return Sentence(form, *(values[name] for name in names_in(form)))


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences one after the other; '' for none."""
    told = [each for each in sentences if each]
    return Sentence("{first} {more}", told[0], paragraph(told[1:])) if len(told) > 1 else next(iter(told), "")


@cache
def names_in(form: str) -> tuple[str, ...]:
    """Return the names of a form's values, each once, in their order."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(form) if name))


@cache
def _plain_form(form: str) -> tuple[str, int] | None:
    """Return a form for the operator %, which is the fastest, and the number of its values.

    None for a form that names one twice or says how one is to be shown.
    """
    parts = list(Formatter().parse(form))
    names = [name for _, name, _, _ in parts if name is not None]
    if len(set(names)) < len(names) or any(spec or conversion for _, _, spec, conversion in parts):
        return None
    return "".join(f"{text.replace('%', '%%')}{'' if name is None else '%s'}" for text, name, _, _ in parts), len(names)


def _kept(value: object) -> str | int | float:
    return value if isinstance(value, str | int | float) else str(value)
