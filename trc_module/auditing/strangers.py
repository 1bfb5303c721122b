"""Units of a log that are not in our data: whatever depends on them is unknown too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trc_module.declarations import Declaration
from trc_module.replay.events import Moved, Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.sentence import Sentence

_UNITS = ("u", "hq", "infantry")
"""The fields of a line that name units."""


class Strangers:
    """The unknown units that moved, or were named by a line, in a player turn.

    Such a unit may have been an extra attacker, barred a way or taken a city, so no rule is broken for certain in that
    player turn from then on.
    """

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._turn: tuple[int, str] | None = None
        self._names: tuple[str, ...] = ()

    def see(self, clock: Clock, steps: Iterable[Step]) -> None:
        """Take note of the steps of a phase before it is judged."""
        if self._turn != (clock.turn, clock.side):
            self._turn, self._names = (clock.turn, clock.side), ()
        found = (name for step in steps for event in step.events for name in self._in(event))
        self._names = tuple(dict.fromkeys((*self._names, *found)))

    def _in(self, event: object) -> Iterable[str]:
        match event:
            case Reported(declares=Declaration() as says):
                names = (says.get(field) for field in _UNITS)
                return [name for name in names if name and name not in self._log.parts.game.side_of]
            case Moved(pieces=pieces):
                return [self._log.name_of(piece) for piece in pieces if self._is_unknown(self._log.name_of(piece))]
        return ()

    def _is_unknown(self, name: str) -> bool:
        roster = self._log.parts.roster
        return bool(name) and name not in roster.units and name not in roster.markers

    def doubt(self, finding: Finding) -> Finding:
        """Return a finding as it stands, or undecided if it accuses somebody and a stranger took part."""
        if not self._names or not finding.accuses:
            return finding
        names = ", ".join(self._names[:6])
        text = Sentence(
            "{sentence} But {names} took part in this turn, and our data do not know what that is.",
            finding.sentence,
            names,
        )
        return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)
