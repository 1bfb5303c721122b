"""What was expected where a word must be one of several."""

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
    meant = get_close_matches(found, [word for word in known if word], 1, _LIKE) if isinstance(found, str) else []
    hint = f" (did you mean {meant[0]}?)" if meant else ""
    return f"one of {', '.join(word or 'nothing' for word in known)}{hint}"
