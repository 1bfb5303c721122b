"""The evidence of one combat phase: what the table shows, and the lines that tell of it."""

from __future__ import annotations

from itertools import zip_longest

from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.battles import TableEvidence
from trc_module.games.trc.log.fates import Fates
from trc_module.games.trc.log.log_reader import disregarded
from trc_module.games.trc.log.testimony import testimony
from trc_module.hexgrid import Hex
from trc_module.reading.testimony import results_said
from trc_module.rules.interpretation import Episode, Line, PieceTrack
from trc_module.rules.state import State, UnitId

_BOXES = (POOL, SURRENDERED)


class CombatEvidence:
    """The evidence of a log on one combat phase, and the players' statements on it."""

    def __init__(self, game: Trc, state: State, episode: Episode) -> None:
        self.game = game
        self.state = state
        self.side = state.clock.side
        self.episode = episode
        self.lines = [line for line in episode.lines if not disregarded(game, state.clock, line)]
        self.said = testimony(self.lines, (die for die in episode.dice if die.verb in ("", "DIE")))
        self.results_said = results_said(episode.chat, (die.step for die in self.said.every_die), RESULTS)
        """The results that chat names, by the step of the die."""
        self.changed = {unit: track for unit, track in episode.tracks_by_unit.items() if _changed(track)}
        """The ways of those who were lost or went elsewhere over the map."""
        elsewhere = {unit: track.goal for unit, track in self.changed.items()}
        fates = Fates(game, state, self.changed.values(), elsewhere)
        self.table = TableEvidence(game, state, fates, self._lying(), self._unfinished)

    @property
    def fates(self) -> dict[UnitId, Line]:
        """Return the last line that says what became of each unit in a battle."""
        return self.said.fates

    @property
    def _unfinished(self) -> int:
        """The step of the die whose battle may not have been finished; 0 where play went on after it."""
        if self.episode.ended and not any(line.says.verb == "WIN" for line in self.lines):
            return 0
        return max((die.step for die in self.said.every_die), default=0)

    def _lying(self) -> dict[Hex, tuple[UnitId, ...]]:
        """Return the aircraft that were laid on hexes; one that was taken off before any die has not flown there."""
        first = min((die.step for die in self.said.every_die), default=0)
        found: dict[Hex, tuple[UnitId, ...]] = {}
        for unit, visits in self.episode.visits.items():
            if self.game.units[unit].type == "air":
                left = [step for step, _ in visits[1:]]
                stays = (place for (_, place), gone in zip_longest(visits, left) if gone is None or gone > first)
                for place in dict.fromkeys(stays):
                    if place is not None and not isinstance(place, str):
                        found[place] = (*found.get(place, ()), unit)
        return found


def _changed(track: PieceTrack) -> bool:
    on_map = track.start is not None and not isinstance(track.start, str)
    moved = track.goal is not None and track.goal != track.start
    return on_map and moved and (not isinstance(track.goal, str) or track.goal in _BOXES)
