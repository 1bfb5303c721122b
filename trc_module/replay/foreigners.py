"""The logs of other modules among those of a game."""

from __future__ import annotations

from collections.abc import Sequence

from trc_module.replay.chain import Chain
from trc_module.rules.clock import Clock
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding
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
        return finding if foreign is None else foreign.doubt(finding, clock)

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
