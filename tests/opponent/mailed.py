"""Games by mail for the tests: a first log, and answers to it."""

from __future__ import annotations

from pathlib import Path

from trc_module.auditing.audit import Audit, audit_chain
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.opponent.replying import Replied, reply
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finder import find_game
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State

VERSION = "0.0.1"


def inputs(name: str) -> ModuleInputs:
    """Return what a game's module is made of."""
    return load_inputs(find_game(name), game_folder(name))


def first_log(parts: ModuleInputs, path: Path, scenario: str, seed: int, side: str, acts: int = 10_000) -> State:
    """Write the log of a game from its beginning until a side's first phase, or of so many acts; return its end."""
    game = parts.game
    start = game.start(scenario, frozenset())
    played, state = [], start
    for told, after in self_play(game, start, game.player("", seed), start.clock.turn + 1):
        played.append(told.action)
        state = after
        if len(played) >= acts or (after.clock.side == side and told.clock.side != side):
            break
    compose(parts, record_of(game, start, played), path, VERSION)
    return state


def audited(parts: ModuleInputs, *paths: Path, scenario: str = "") -> Audit:
    """Return the audit of the logs of a game."""
    from dataclasses import replace

    from trc_module.replay.agreed import scenario_in

    logs = [open_log(path, parts) for path in paths]
    named = scenario or scenario_in(logs) or "campaign"
    return audit_chain(join_logs([replace(log, scenario=named) for log in logs]))


def answered(parts: ModuleInputs, output: Path, *paths: Path, **how: object) -> Replied:
    """Write the answer to logs, with dice of a known secret."""
    secret = str(how.pop("secret", "s3"))
    return reply(audited(parts, *paths), output, VERSION, secret, **how)  # type: ignore[arg-type]
