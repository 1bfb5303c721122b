"""One legal game, its log made untidily, and what an audit finds in it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.long_play.game import ERRORS, Plan, is_victory, plan_of
from tests.untidy.habits import Rates, Untidy
from tests.untidy.writing import write
from trc_module.cli.logs import open_logs
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.audit import Noted, audit_chain
from trc_module.replay.chain import join_logs
from trc_module.rules.actions import Action
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State
from trc_module.workers import nothing_collected


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


def judged(game: TrcGame, parts: ModuleInputs, seed: int, longest: int, rates: Rates, folder: Path) -> Judged:
    """Play the game of a seed, write its log untidily into a folder, and audit it."""
    plan = plan_of(seed, "both", longest, ())
    try:
        begins, acts, end = _played(game, plan)
        untidy = Untidy(game, random.Random(f"untidy {seed}"), rates)
        path = folder / f"untidy-{seed}.vlog"
        write(parts, record_of(game, begins, acts), path, untidy)
        began = time.process_time()
        with nothing_collected():
            findings = audit_chain(join_logs(open_logs([path]))).findings
        seconds = time.process_time() - began
    except ERRORS as error:
        return Judged(seed, 1, accused=[f"{type(error).__name__}: {error}"])
    told = [noted for noted in findings if not (plan.on and is_victory(noted.finding.rule))]
    return Judged(
        seed,
        max(1, end.clock.turn - begins.clock.turn),
        round(seconds, 3),
        _told(told, Verdict.VIOLATION, Verdict.DOUBT),
        _told(told, Verdict.UNDECIDED),
        len(_told(told, Verdict.NOTE)),
        plan.lead > 0,
        untidy.done,
    )


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


def _told(findings: Sequence[Noted], *verdicts: Verdict) -> list[str]:
    return [
        f"{noted.steps[-1] if noted.steps else 0} {noted.clock}: {noted.finding}"
        for noted in findings
        if noted.finding.verdict in verdicts
    ]
