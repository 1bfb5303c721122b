"""One difference between two modules, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "module", "counter", "picture", "prototype", "window", "set-up", "chart", "component", "place", "sound", "file"
]
Action: TypeAlias = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Detail:
    """One difference: the name of what differs, and its old and new value; None where it is absent."""

    what: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that is in one of two modules only, or another in each.

    Attributes:
        kind: What it is.
        subject: Its name, and its number or place where it has one.
        action: What became of it.
        details: What is another about it.
        before: The older picture, of a picture.
        after: The newer picture, of a picture.
    """

    kind: Kind
    subject: str
    action: Action
    details: tuple[Detail, ...] = ()
    before: bytes | None = field(default=None, repr=False)
    after: bytes | None = field(default=None, repr=False)


def details_of(pairs: Iterable[tuple[str, str | None, str | None]]) -> tuple[Detail, ...]:
    """Return the details among (name, old, new) whose values differ."""
    return tuple(Detail(what, old, new) for what, old, new in pairs if old != new)
