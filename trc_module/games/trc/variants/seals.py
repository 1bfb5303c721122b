"""Hidden choices: a side states the hash of its choice when it makes it, and the choice with its secret word later."""

from __future__ import annotations

import hashlib


def seal_of(choice: str, secret: str) -> str:
    """Return the hash that commits to a choice: SHA-256 of the choice, a blank and a secret word, in hexadecimal."""
    return hashlib.sha256(f"{choice} {secret}".encode()).hexdigest()
