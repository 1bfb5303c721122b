"""The words by which modules call things, taken apart so that spellings can be compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from trc_module.errors import UserError
from trc_module.facts.decoding import decode_toml

_PART = re.compile(r"[a-z]+|[0-9]+")
_ORDINAL = re.compile(r"(?<=[0-9])(?:st|nd|rd|th)(?![a-z])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Words(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a game's `profiles/words.toml`: for each of our own words those of others, in small letters."""

    sides: Mapping[str, list[str]]
    nations: Mapping[str, list[str]]
    formations: Mapping[str, list[str]]
    types: Mapping[str, list[str]]
    sizes: Mapping[str, list[str]]
    names: Mapping[str, list[str]]
    boxes: Mapping[str, list[str]]
    markers: Mapping[str, list[str]]
    phases: Mapping[str, list[str]]
    turn_words: Mapping[str, list[str]]
    """The words that hold for a turn: its weather."""
    unsaid: list[str]
    """The rules on which logs of other modules say nothing, by the beginning of their numbers."""
    dice_of_purpose: list[str]
    """The rules that rest on dice whose purpose such a log does not state."""
    placed_at_end: list[str]
    """The types of units that are put on the map when a side's turn ends."""


def load_words(folder: Path) -> Words:
    """Read the words of a game whose data are in `folder`; DataError says what is wrong with the file.

    UserError if the game has none: then no file of another module can be read for it.
    """
    path = folder / "profiles" / "words.toml"
    if not path.exists():
        raise UserError(
            f"Files of other modules cannot be read for the game '{folder.name}': its data do not say how others call "
            f"its pieces ({path}). `summary`, `dice`, `join` and `cut` read files of any module."
        )
    return decode_toml(path, Words)


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """Take a spelling apart: words and numbers, small, without accents, leading zeros or ordinals.

    `ru-arm-01c` becomes `ru arm 1 c`, `1st Guards` becomes `1 guards`, `ReplacementPool` two words.
    """
    spaced = _CAMEL.sub(" ", text)
    plain = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode().lower()
    plain = _ORDINAL.sub(" ", plain)
    return tuple(part.lstrip("0") or "0" if part.isdigit() else part for part in _PART.findall(plain))


def holds(found: tuple[str, ...], phrase: str) -> bool:
    """Tell whether the words of a phrase stand side by side among others."""
    wanted = tokens(phrase)
    return any(found[i : i + len(wanted)] == wanted for i in range(len(found) - len(wanted) + 1))


def meanings(found: tuple[str, ...], table: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, int]]:
    """Yield what of a table the words may mean, each with the number of words of the longest phrase that says so."""
    for meaning, phrases in table.items():
        longest = max((len(tokens(phrase)) for phrase in (*phrases, meaning) if holds(found, phrase)), default=0)
        if longest:
            yield meaning, longest


def meant(found: tuple[str, ...], table: Mapping[str, Iterable[str]]) -> str | None:
    """Return the one meaning that the words have by the longest phrase; None if there is none, or more than one."""
    told = sorted(meanings(found, table), key=lambda pair: -pair[1])
    if not told or (len(told) > 1 and told[0][1] == told[1][1]):
        return None
    return told[0][0]


def roman(word: str) -> str:
    """Return a Roman number in digits, in the additive style too (`xxxxi` is 41); '' if the word is none."""
    if not word or any(letter not in _ROMAN for letter in word):
        return ""
    values = [_ROMAN[letter] for letter in word]
    total = sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))
    return str(total)
