"""One game, played through with everything looked at, and what was found."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from trc_module import __version__
from trc_module.errors import UserError
from trc_module.games.trc import Trc
from trc_module.module.compose import compose
from trc_module.module.parts import ModuleParts
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Verdict
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import SlipError, record_of, self_play

QUIET = (Verdict.NOTE, Verdict.UNDECIDED, Verdict.SKIPPED)
"""Verdicts that accuse nobody."""


@dataclass(frozen=True)
class Played:
    """What became of a game: nothing wrong if the last three are empty."""

    seed: int
    level: str
    turns: int
    acts: int
    declared: bool
    seconds: float
    slip: str
    """What the referee said against an act of the player, or the error with which the game broke off."""
    broken: list[str]
    """The invariants that did not hold."""
    alarms: list[str]
    """What the audit of the game's log accused somebody of."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing was found."""
        return not (self.slip or self.broken or self.alarms)


def play(game: Trc, parts: ModuleParts, seed: int, level: str, turns: int, *, declared: bool) -> Played:
    """Play a game to its end, or to the end of a turn, and audit its log, with the module's lines in it or without."""
    begin = time.process_time()
    start = game.start("campaign", frozenset())
    state, slip = start, ""
    acts: list[Action] = []
    faults: list[str] = []
    try:
        for told, after in self_play(game, start, game.player(level, seed), turns):
            acts.append(told.action)
            if after is not state:
                faults += (f"{told.clock}: {text}" for text in broken(game, after))
                if isinstance(told.action, End):
                    faults += (f"{told.clock}: {text}" for text in round_trip(game, after))
            state = after
    except (SlipError, UserError, AssertionError, LookupError, ValueError, RecursionError) as error:
        slip = f"{type(error).__name__}: {error}"
    alarms = [] if slip else _alarms(game, parts, acts, declared=declared)
    ended = state.clock.turn - start.clock.turn
    took = round(time.process_time() - begin, 2)
    return Played(seed, level, max(1, ended), len(acts), declared, took, slip, faults[:5], alarms[:5])


def _alarms(game: Trc, parts: ModuleParts, acts: list[Action], *, declared: bool) -> list[str]:
    record = record_of(game, game.start("campaign", frozenset()), acts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        try:
            compose(parts, record, path, __version__, declared=declared)
            found = audit_log(open_log(path, parts)).findings
        except (UserError, AssertionError, LookupError, ValueError) as error:
            return [f"{type(error).__name__}: {error}"]
    return [f"{noted.clock}: {noted.finding}" for noted in found if noted.finding.verdict not in QUIET]
