"""Logs of other modules and their differences from ours: what they cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.rules.clock import Clock


@dataclass(frozen=True)
class Foreign:
    """A log that was read with a profile: what was read, how, and what it leaves open."""

    module: str
    profile: str
    judged: tuple[str, ...] = ()
    """The subjects that could be judged, a sentence each."""
    open: tuple[str, ...] = ()
    """The subjects that could not be judged, a sentence each."""
    uncertain: frozenset[Clock] = frozenset()
    """The phases with an uncertain beginning or end."""
    turn_words: Mapping[int, str] = field(default_factory=dict)
    """The word that holds for each turn (its weather), where a player stated it."""
    turn_word_is_open: bool = False
    """Whether the log is about a turn whose word is unknown."""
    other_edition: frozenset[str] = frozenset()
    """The hexes that the module's edition prints otherwise than ours, by name."""
    edition: str = ""
    unsaid: tuple[str, ...] = ()
    """The rules about which such logs say nothing, by the beginning of their numbers."""

    dice_of_purpose: tuple[str, ...] = ()
    """The rules that rest on dice; such logs do not say what their dice were for."""
    strangers: tuple[str, ...] = ()
    """The pieces on the map that may or may not be units."""
