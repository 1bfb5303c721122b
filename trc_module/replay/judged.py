"""What an audit says, and what it took to be done: each with the steps of the log that show it."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding and what it was found on: steps of the log (none for its beginning), moment, side, act in words."""

    finding: Finding
    steps: tuple[int, ...]
    clock: Clock
    side: str | None
    act: str
    accused: bool = False
    """Whether a rule is broken as far as the log tells; if it is undecided, only what came before may excuse it."""


@dataclass(frozen=True, slots=True)
class Done:
    """An act as the audit took it, and the steps that show it."""

    steps: tuple[int, ...]
    clock: Clock
    text: str
    action: Action | None = None
    odds: str = ""
    """Of an attack, where they are known."""
