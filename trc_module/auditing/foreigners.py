"""The logs of other modules among those of a game, and how what they cannot say changes a finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trc_module.replay.chain import Chain
from trc_module.replay.foreign import Foreign
from trc_module.rules.clock import Clock
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.turn_words import turn_word_of


class Foreigners:
    """The logs of other modules in a chain: what they leave of a finding, and the words of turns that they tell."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._game = chain.log.parts.game
        self._logs = [link.execution.log.foreign for link in chain.links]

    def doubt(self, finding: Finding, steps: Sequence[int], clock: Clock) -> Finding:
        """Return a finding as far as the log carries it in which its first step stands."""
        if not any(self._logs):
            return finding
        log, _ = self._chain.place(steps[0]) if steps else (0, 0)
        foreign = self._logs[log]
        return finding if foreign is None else as_foreign(foreign, finding, clock)

    def tell_turn_word(self, referees: Sequence[Referee], ended: Clock) -> None:
        """Give every world the word of a turn (its weather) after the turn's first phase; if unknown, each its own.

        A word that the calendar settles is the rules' own business.
        """
        if not any(self._logs) or ended.step != self._game.sequence.steps[0]:
            return
        system = turn_word_of(self._game)
        if system is None or system.fixed(self._game, ended.turn) is not None:
            return
        words = system.moment_words
        told = next((log.turn_words[ended.turn] for log in self._logs if log and ended.turn in log.turn_words), None)
        for number, referee in enumerate(referees):
            referee.state = system.with_word(referee.state, told or words[number % len(words)])


def foreign_worlds(foreign: Foreign, game: Game, clock: Clock, worlds: list[State], unknown: list[str]) -> list[State]:
    """Return the positions that the log's beginning allows, one for each word of a turn (weather) if that is open.

    Adds to `unknown` what the players have not stated.
    """
    system = turn_word_of(game)
    if system is None:
        return worlds
    told = foreign.turn_words.get(clock.turn) or system.fixed(game, clock.turn)
    if told is not None and len(worlds) > 1 and system.moment in unknown:
        unknown.remove(system.moment)
        worlds = [system.with_word(worlds[0], told)]
    if foreign.turn_word_is_open and len(worlds) == 1:
        unknown.append(system.moment)
        worlds = worlds * len(system.moment_words)
    return worlds


def as_foreign(foreign: Foreign, finding: Finding, clock: Clock) -> Finding:
    """Return a finding as far as such a log carries it."""
    if finding.rule.startswith(foreign.unsaid):
        text = Sentence(
            "{sentence} This is unknown: logs of this module do not say what their dice were for.", finding.sentence
        )
        return replace(finding, verdict=Verdict.NOTE, sentence=text)
    if not finding.accuses:
        return finding
    if clock in foreign.uncertain:
        text = Sentence(
            "{sentence} But where the {phase} phase of {part_text} begins and ends is only inferred; a line such "
            "as 'phase: combat' in chat would state it.",
            finding.sentence,
            clock.phase_words,
            clock.part_words,
        )
        return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
    if finding.rule.startswith(foreign.dice_of_purpose):
        text = Sentence("{sentence} But the log does not say what its dice were for.", finding.sentence)
        return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
    if foreign.strangers:
        text = Sentence(
            "{sentence} But '{strangers}' lay on the map; the profile does not explain it.",
            finding.sentence,
            foreign.strangers[0],
        )
        return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
    drawn = sorted(foreign.other_edition.intersection(finding.hexes))
    if drawn and finding.verdict is Verdict.VIOLATION:
        text = Sentence(
            "{sentence} The map of the {edition} differs in {drawn}.",
            finding.sentence,
            foreign.edition,
            ", ".join(drawn),
        )
        return replace(finding, verdict=Verdict.DOUBT, sentence=text)
    return finding
