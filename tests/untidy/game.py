"""One legal game, its log made untidily, and what an audit finds in it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.long_play.game import ERRORS, Plan, is_victory, plan_of
from tests.untidy import other_games
from tests.untidy.habits import Rates, Untidy
from tests.untidy.writing import write
from trc_module.auditing.audit import Noted, audit_chain
from trc_module.cli.logs import open_logs
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.memory import nothing_collected
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.rules.actions import Action
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State


@dataclass(frozen=True)
class Judged:
    """The findings on the untidy log of a game: nothing may be accused, and little left undecided."""

    seed: int
    turns: int
    seconds: float = 0
    """Processor time of the audit."""
    accused: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    notes: int = 0
    late: bool = False
    """Whether the log begins in the midst of a game."""
    habits: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Told:
    """A legal game as its log shall tell it."""

    begins: State
    acts: list[Action]
    end: State
    late: bool
    won: bool
    """Whether the players go on after a victory, of which an audit may tell."""


def judged(game: Game, parts: ModuleInputs, seed: int, longest: int, rates: Rates, folder: Path) -> Judged:
    """Play the game of a seed, write its log untidily into a folder, and audit it."""
    try:
        played = _told_of(game, parts, seed, longest)
        last = 0 if isinstance(game, TrcGame) else parts.last_turn
        untidy = Untidy(game, random.Random(f"untidy {seed}"), rates, last_turn=last)
        path = folder / f"untidy-{seed}.vlog"
        write(parts, record_of(game, played.begins, played.acts), path, untidy)
        began = time.process_time()
        with nothing_collected():
            findings = audit_chain(join_logs(_logs(game, parts, played.begins, path))).findings
        seconds = time.process_time() - began
    except ERRORS as error:
        return Judged(seed, 1, accused=[f"0 start: stopped {type(error).__name__}: {error}"])
    told = [noted for noted in findings if not (played.won and is_victory(noted.finding.rule))]
    return Judged(
        seed,
        max(1, played.end.clock.turn - played.begins.clock.turn),
        round(seconds, 3),
        _texts(told, Verdict.VIOLATION, Verdict.DOUBT),
        _texts(told, Verdict.UNDECIDED),
        len(_texts(told, Verdict.NOTE)),
        played.late,
        untidy.done,
    )


def _told_of(game: Game, parts: ModuleInputs, seed: int, longest: int) -> _Told:
    if isinstance(game, TrcGame):
        plan = plan_of(seed, "both", longest, ())
        return _Told(*_played(game, plan), plan.lead > 0, plan.on)
    return _Told(*other_games.played(game, seed, longest, parts.last_turn), False)


def _logs(game: Game, parts: ModuleInputs, begins: State, path: Path) -> list[GameLog]:
    if isinstance(game, TrcGame):
        return open_logs([path])
    return [replace(open_log(path, parts, begins.options), scenario=begins.scenario)]


def _played(game: TrcGame, plan: Plan) -> tuple[State, list[Action], State]:
    """Return where the log of a game begins, its acts, and where it ends."""
    begins = game.start(plan.scenario, frozenset())
    player = game.player(plan.level, plan.seed)
    last = begins.clock.turn + plan.lead - 1
    if plan.lead:
        *_, (_, begins) = self_play(game, begins, player, last, played_on)
    final = min(last + plan.turns, max(game.scenarios_by_name[plan.scenario].last_turn, last + 1))
    told = list(self_play(game, begins, player, final, played_on if plan.on else None))
    return begins, [done.action for done, _ in told], told[-1][1]


def _texts(findings: Sequence[Noted], *verdicts: Verdict) -> list[str]:
    return [
        f"{noted.steps[-1] if noted.steps else 0} {noted.clock}: {noted.finding}"
        for noted in findings
        if noted.finding.verdict in verdicts
    ]
