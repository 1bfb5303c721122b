"""One hostile file: what it tries, the command that a user would give it to, and what that command answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

MB = 1 << 20


@dataclass(frozen=True)
class Case:
    """A row of the table."""

    name: str
    tries: str
    command: tuple[str, ...]
    """The words of the command line; names of files are relative to the folder that holds them."""
    files: Callable[[], Mapping[str, bytes]]
    says: str
    """The sentence on stderr, for code 2 after `trc-module: `; '' if the file is harmless and simply read. A last `…`
    stands for words of a library, or for what differs."""
    code: int = 2
    most: int = 0
    """The bytes that Python may hold at most; 0 if they are not measured."""

    def __str__(self) -> str:
        return self.name.replace(" ", "-")
