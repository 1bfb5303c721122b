"""Seals of hidden choices: the hash when a side makes one, the choice itself with a secret word when it shows it."""

from __future__ import annotations

import hashlib
import secrets

SHORTEST_WORD = 12
"""Characters of the shortest secret word that `trc-module commit` takes: all shorter ones can be tried."""


def seal_of(choice: str, word: str) -> str:
    """Return the hash that commits to a choice: SHA-256 of the choice, a blank and a secret word, in hexadecimal."""
    return hashlib.sha256(f"{choice} {word}".encode()).hexdigest()


def secret_word() -> str:
    """Return a word that cannot be guessed: 64 random bits, in hexadecimal."""
    return secrets.token_hex(8)


def drawn_chit(chits: int = 6) -> str:
    """Return the number of a chit drawn by chance, from 1."""
    return str(1 + secrets.randbelow(chits))
