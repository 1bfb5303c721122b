"""Names of units: in a sentence, "41st Panzer Corps" for the armor `41` of the size `corps`, and on the back face."""

from __future__ import annotations

import re
from collections.abc import Mapping

from trc_module.roster.vocabulary import FORM_FIELD, SPOKEN_FIELDS, Vocabulary

_ORDINARY = " ".join(SPOKEN_FIELDS)
_NO_SIZE = "none"


def spoken_name(words: Vocabulary, *, nation: str, name: str, kind: str, size: str) -> str:
    """Return how players call a unit of that nation, designation, type (`kind`) and size.

    The form is that of the vocabulary's [spoken] for nation and type, else for size and type, else for the type;
    a type without a form is called by all four.
    """
    keys = (f"{nation} {kind}", f"{size} {kind}", kind)
    form = next((words.spoken[key] for key in keys if key in words.spoken), _ORDINARY)
    first, *rest = name.split()
    called = {
        "{nation}": words.spoken_words.get(nation, _title(nation)),
        "{name}": " ".join(words.spoken_words.get(word, word) for word in (_ordinal(first), *rest)),
        "{type}": _title(kind),
        "{size}": "" if size == _NO_SIZE else _title(size),
    }
    return _filled(form, called)


def back_title(words: Vocabulary, *, name: str, kind: str, area: str) -> str:
    """Return what the back face of a unit of that designation, type (`kind`) and area calls it; '' without a form.

    The area stands on a line of its own: a unit that is named after it is not named twice.
    """
    spelled = " ".join(words.spoken_words.get(word, word) for word in name.split())
    return _filled(words.back_titles.get(kind, ""), {"{name}": "" if name == area else name, "{words}": spelled})


def _filled(form: str, called: Mapping[str, str]) -> str:
    return " ".join(re.sub(FORM_FIELD, lambda field: called[field[0]], form).split())


def _title(word: str) -> str:
    return word.replace("-", " ").title()


def _ordinal(word: str) -> str:
    """Return a number as an ordinal, any other word as it is."""
    if not (word.isascii() and word.isdecimal()):
        return word
    ending = "th" if word[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(word[-1], "th")
    return word + ending
