"""How long the audit of a campaign-long log takes: reading it, executing it on the table, judging it, printing it.

    python -m benchmarks.log_audit [--steps 6000]

The log is a game of legal moves by both sides, each dragged in one go, without weather or combat; it is written
once to a temporary file. Everything runs in one process, on one core.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.checked_moves import opening
from trc_module.games.trc import Trc, load
from trc_module.games.trc.moves import reachable
from trc_module.hexgrid import hexes
from trc_module.module.compose import compose
from trc_module.module.parts import ModuleParts, load_parts
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.report.as_json import audit_json
from trc_module.resources import data_dir
from trc_module.rules.actions import End, Move
from trc_module.rules.engine import Referee
from trc_module.rules.record import Line, Record
from trc_module.rules.state import State, Trail


def game_of(game: Trc, start: State, steps: int, rng: random.Random) -> Iterator[Move | End]:
    """Yield legal moves of whole phases until the log has that many steps."""
    referee = Referee(game, start)
    made = 0
    while made < steps:
        clock = referee.state.clock
        if clock.phase == "movement":
            for unit, at in list(referee.state.forces[clock.side].places.items()):
                goals = [h for h in hexes(reachable(game, referee.state, unit)) if h != at]
                if isinstance(at, str) or not goals or made >= steps:
                    continue
                move = Move(unit, Trail((at, rng.choice(goals)), frozenset({0})))
                referee.act(move)
                made += 1
                yield move
        referee.act(End())
        made += 1
        yield End()


def write(parts: ModuleParts, game: Trc, steps: int, path: Path) -> int:
    rng = random.Random(1941)
    start = opening(game, rng)
    acts = game_of(game, start, steps, rng)
    return compose(parts, Record(game, start, tuple(Line(n, act) for n, act in enumerate(acts, 1))), path, "0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=6000)
    options = parser.parse_args()
    game = load()
    parts = load_parts(game, data_dir() / game.name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        steps = write(parts, game, options.steps, path)
        marks = [time.perf_counter()]
        log = open_log(path, parts)
        marks.append(time.perf_counter())
        table = log.table()
        for _ in log.steps(table):
            pass
        marks.append(time.perf_counter())
        audit = audit_log(log)
        marks.append(time.perf_counter())
        audit_json(audit, audit.findings)
        marks.append(time.perf_counter())
    names = ("read and decode", "execute on the table", "execute and judge", "print as JSON")
    print(f"{steps} steps, {len(audit.acts)} acts, {len(audit.findings)} findings")
    for name, begin, end in zip(names, marks, marks[1:], strict=False):
        print(f"{name:22} {end - begin:6.2f} s  {1000 * (end - begin) / steps:6.3f} ms a step")


if __name__ == "__main__":
    main()
