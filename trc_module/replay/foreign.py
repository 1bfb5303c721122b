"""Logs of other modules and their differences from ours: what they cannot say, and how that changes a finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.state import State
from trc_module.systems.turn_words import turn_word_of


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

    def worlds(self, game: Game, clock: Clock, worlds: list[State], unknown: list[str]) -> list[State]:
        """Return the positions that the log's beginning allows, one for each word of a turn (weather) if that is open.

        Adds to `unknown` what the players have not stated.
        """
        system = turn_word_of(game)
        if system is None:
            return worlds
        told = self.turn_words.get(clock.turn) or system.fixed(game, clock.turn)
        if told is not None and len(worlds) > 1 and system.moment in unknown:
            unknown.remove(system.moment)
            worlds = [system.with_word(worlds[0], told)]
        if self.turn_word_is_open and len(worlds) == 1:
            unknown.append(system.moment)
            worlds = worlds * len(system.moment_words)
        return worlds

    def doubt(self, finding: Finding, clock: Clock) -> Finding:
        """Return a finding as far as such a log carries it."""
        if finding.rule.startswith(self.unsaid):
            text = f"{finding.sentence} This is unknown: logs of this module do not say what their dice were for."
            return replace(finding, verdict=Verdict.NOTE, sentence=text)
        if not finding.accuses:
            return finding
        if clock in self.uncertain:
            text = f"{finding.sentence} But where the {clock.phase} phase of {clock.part_text} begins and ends is only "
            text += "inferred; a line such as 'phase: combat' in chat would state it."
            return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
        if finding.rule.startswith(self.dice_of_purpose):
            text = f"{finding.sentence} But the log does not say what its dice were for."
            return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
        if self.strangers:
            text = f"{finding.sentence} But '{self.strangers[0]}' lay on the map; the profile does not explain it."
            return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
        drawn = sorted(self.other_edition.intersection(finding.hexes))
        if drawn and finding.verdict is Verdict.VIOLATION:
            text = f"{finding.sentence} The map of the {self.edition} differs in {', '.join(drawn)}."
            return replace(finding, verdict=Verdict.DOUBT, sentence=text)
        return finding
