"""Dice that can be checked: they follow from a word that was sealed before, and from the log that is answered.

Each reply gives the seal of the word of the next one. The player who then mails a log does not know the word, and the
program, which does, can neither change it nor know the log. When it answers it shows the word, and everybody can work
out the dice: the n-th is the SHA-256 of word, digest of the log that is answered, and n, with a blank between each,
taken for a number, its remainder by the number of faces, and 1.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.declarations.seals import seal_of

_WORD_LETTERS = 24


@dataclass(frozen=True, slots=True)
class SealedWord:
    """The seal of a word, and the number by which who sealed it finds the word again."""

    number: str
    seal: str

    def __str__(self) -> str:
        return f"{SEAL} {self.number} {self.seal}"


SEAL, WORD = "Seal of my next dice:", "Word of these dice:"
"""The beginnings of the lines that give a seal, and that show the word."""
_SEAL_LINE = re.compile(rf"{SEAL} ([0-9a-f]{{16}}) ([0-9a-f]{{64}})")
_WORD_LINE = re.compile(rf"{WORD} ([0-9a-z]{{{_WORD_LETTERS}}}), log ([0-9a-f]{{64}})")


@dataclass(frozen=True, slots=True)
class ShownWord:
    """The word of a reply's dice, and the digest of the log that it answers, as the reply shows them."""

    word: str
    log: str

    def __str__(self) -> str:
        return f"{WORD} {self.word}, log {self.log}"


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def word_of(secret: str, number: str) -> str:
    """Return the word that a secret gives for a number."""
    return hmac.new(secret.encode(), number.encode(), hashlib.sha256).hexdigest()[:_WORD_LETTERS]


def sealed_for(secret: str, log: str) -> SealedWord:
    """Return the seal for the reply after that to a log; its word follows from the secret and the log's digest."""
    number = log[:16]
    return SealedWord(number, seal_of(number, word_of(secret, number)))


def seal_in(lines: Iterable[str]) -> SealedWord | None:
    """Return the last seal that lines give; None if they give none."""
    found = [match for line in lines for match in _SEAL_LINE.finditer(line)]
    return SealedWord(*found[-1].groups()) if found else None


def shown_in(lines: Iterable[str]) -> ShownWord | None:
    """Return the word that lines show; None if they show none."""
    found = [match for line in lines for match in _WORD_LINE.finditer(line)]
    return ShownWord(*found[0].groups()) if found else None


@dataclass(slots=True)
class ReplyDice:
    """The dice of one reply, in the order in which they are rolled."""

    shown: ShownWord
    rolled: list[int] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)

    def roll(self, faces: int = 6) -> int:
        """Return the next die."""
        pips = die(self.shown, len(self.rolled) + 1, faces)
        self.rolled.append(pips)
        return pips

    def card(self, side: str, cards: list[str]) -> str:
        """Return the card that is drawn next of those in the deck, and remember it."""
        found = card(self.shown, len(self.drawn) + 1, cards)
        self.drawn.append(found)
        return found


def die(shown: ShownWord, number: int, faces: int = 6) -> int:
    """Return the die of a number, from 1."""
    digest = hashlib.sha256(f"{shown.word} {shown.log} {number}".encode()).hexdigest()
    return int(digest, 16) % faces + 1


def card(shown: ShownWord, number: int, cards: Iterable[str]) -> str:
    """Return the card of a number, from 1, that is drawn of those in the deck, in the order of their ids."""
    lying = sorted(cards)
    digest = hashlib.sha256(f"{shown.word} {shown.log} card {number}".encode()).hexdigest()
    return lying[int(digest, 16) % len(lying)]
