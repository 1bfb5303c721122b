"""Phrases for error messages that list the allowed words: 'one of a, b, c (did you mean b?)'."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LIKE = 0.6


def one_of(words: Iterable[str], found: object = None) -> str:
    """Return 'one of a, b, c', with the word that a misspelt one was meant to be: '... (did you mean b?)'.

    The empty word is shown as 'nothing'; without any word there is 'none, since there are none'.
    """
    known = list(dict.fromkeys(words))
    if not known:
        return "nothing, since there is none to choose"
    return f"one of {', '.join(word or 'nothing' for word in known)}{meant(found, known)}"


def meant(found: object, words: Iterable[str]) -> str:
    """Return ' (did you mean b?)' if a text is almost one of the words, else ''."""
    like = get_close_matches(found, list(filter(None, words)), 1, _LIKE) if isinstance(found, str) else []
    return f" (did you mean {like[0]}?)" if like else ""
