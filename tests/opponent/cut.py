"""Logs that end in the midst of a battle: a game's acts, cut off after each act of its first phase of battles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.opponent.mailed import VERSION, answered, audited
from trc_module.errors import UserError
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.actions import Action, Attack
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import record_of, self_play

REFUSALS = (
    "It is not the ",
    "The game is over",
    "The log leaves open what is not the program's to decide.",
)
"""The beginnings of what is said where there is nothing to answer."""


def cuts(parts: ModuleInputs, scenario: str, seed: int, most: int) -> Iterator[list[Action]]:
    """Yield the acts of a game up to each act after its first attack, so many of them."""
    game = parts.game
    start = game.start(scenario, frozenset())
    acts: list[Action] = []
    fought = 0
    for told, _ in self_play(game, start, game.player("", seed), start.clock.turn + 1):
        acts.append(told.action)
        fought += bool(fought) or isinstance(told.action, Attack)
        if fought:
            yield list(acts)
        if fought == most:
            return


def found_at(parts: ModuleInputs, scenario: str, acts: list[Action], folder: Path) -> Iterator[str]:
    """Yield what is wrong with the answers of either side to a log of some acts."""
    game = parts.game
    mine = folder / "mine.vlog"
    compose(parts, record_of(game, game.start(scenario, frozenset()), acts), mine, VERSION)
    kind = type(acts[-1]).__name__
    told = 0
    for side in game.sides:
        answer = folder / f"{side}.vlog"
        answer.unlink(missing_ok=True)
        try:
            done = answered(parts, answer, mine, side=side)
        except UserError as refused:
            if not str(refused.args[0]).startswith(REFUSALS):
                yield f"after {kind}, {side}: refused with {refused.args}"
            if answer.exists():
                yield f"after {kind}, {side}: refused, and a log was written"
            continue
        told += 1
        audit = audited(parts, mine, answer, scenario=scenario)
        for noted in audit.findings:
            if noted.finding.verdict is not Verdict.NOTE:
                yield f"after {kind}, {side}: {noted.finding}"
        if audit.end.clock != done.end.clock:
            yield f"after {kind}, {side}: the audit ends in {audit.end.clock}, the answer in {done.end.clock}"
    if not told:
        yield f"after {kind}: nobody answers"
