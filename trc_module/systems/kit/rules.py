"""What a game's folder says of its rules, gathered once: its tables, its words, its sequence, its book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trc_module.facts import Fact
from trc_module.gamespec import GameSpec
from trc_module.roster.vocabulary import Vocabulary
from trc_module.rules.clock import TurnSequence
from trc_module.rules.registry import RuleBook
from trc_module.systems.kit.tables import Basics


@dataclass(frozen=True, slots=True)
class KitRules:
    """The rules of one game, before its map and counters are read."""

    folder: Path
    spec: GameSpec
    basics: Basics
    facts: Mapping[str, Fact]
    """What each table rests on, by its dotted name."""
    vocabulary: Vocabulary
    sequence: TurnSequence
    book: RuleBook
