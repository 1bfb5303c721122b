"""Sentences of the module's lines for people: one for each verb, in the language of the texts.

A sentence stands among the texts as `line.VERB`, or `line.VERB-value` for one value of a field that the button fixes.
`{key}` in it is such a value, as `said.<value>` has it if there is such a text, `{who}` the counter and where it lies;
words in dollars are VASSAL's properties. A verb without a sentence says what it means, and what its fields hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.declarations import Sentences, Verb, speakable
from trc_module.module.texts import Texts

CALLED = "Called"
"""The property with a counter's name in sentences."""
WHO = f"${CALLED}$ ($LocationName$)"
"""A counter and where it lies."""
_UNIT, _PLACE, _SIDE = "$unit$", "$LocationName$", "$PlayerSide$"


def sentences_of(texts: Texts) -> Sentences:
    """Return what finds the sentence of a line."""

    def sentence(verb: Verb, fixed: Mapping[str, str]) -> str:
        keys = (*(f"line.{verb.name}-{value}" for value in fixed.values()), f"line.{verb.name}")
        text = next((texts.words[key] for key in keys if key in texts.words), None)
        return _default(verb, fixed, texts) if text is None else text.format_map(_said(fixed, texts))

    return sentence


def _said(fixed: Mapping[str, str], texts: Texts) -> _Values:
    return _Values({key: texts.words.get(f"said.{value}", value) for key, value in fixed.items()})


class _Values(dict[str, str]):
    """The values of a sentence; a field that the line leaves out is empty."""

    def __missing__(self, key: str) -> str:
        return WHO if key == "who" else ""


def _default(verb: Verb, fixed: Mapping[str, str], texts: Texts) -> str:
    """Return what a verb means: in the words of a counter's menu, else of the game; behind it what its fields hold."""
    of_unit = any(field.prints == _UNIT for field in verb.fields)
    entry = texts.words.get(f"menu.{verb.name.lower()}") if of_unit else None
    says = speakable(entry or verb.meaning.rstrip("."))
    told = ", ".join(_told(verb, fixed, of_unit=of_unit))
    return f"{f'{WHO}: ' if of_unit else ''}{says}{f' ({told})' if told else ''}"


def _told(verb: Verb, fixed: Mapping[str, str], *, of_unit: bool) -> Iterator[str]:
    hidden = {_UNIT, _SIDE, *((_PLACE,) if of_unit else ())}
    for field in verb.fields:
        value = fixed.get(field.key) or field.prints
        if value and field.prints not in hidden:
            yield f"{field.key} {speakable(value)}"
