"""Times of replies: how long an answer takes at the levels fair and hard, in positions of a game of the program.

    python -m benchmarks.reply_times [--scenario breaking-storm] [--answers 6] [--seconds 20]

A game is played by mail at the level fair; each log is answered at both levels, the audit of what was mailed and the
writing of the log included. Seconds of processor time and of the clock, on one core.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from trc_module.auditing.audit import Audit, audit_log
from trc_module.gamespec import game_folder
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.opponent.beginning import begin
from trc_module.opponent.game_so_far import side_first
from trc_module.opponent.replying import Replied, reply
from trc_module.replay.gamelog import open_log
from trc_module.rules.finder import find_game

VERSION = "0.0.1"


@dataclass(frozen=True)
class Timed:
    """An answer, and what it took."""

    done: Replied
    processor: float
    clock: float


def timed(parts: ModuleInputs, log: Path, output: Path, side: str, level: str, seconds: float) -> Timed:
    """Answer a log, and measure it."""
    processor, clock = time.process_time(), time.monotonic()
    done = reply(_audited(parts, log), output, VERSION, "s", side=side, level=level, seconds=seconds)
    return Timed(done, time.process_time() - processor, time.monotonic() - clock)


def _audited(parts: ModuleInputs, log: Path) -> Audit:
    return audit_log(open_log(log, parts))


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trc")
    parser.add_argument("--scenario", default="breaking-storm")
    parser.add_argument("--answers", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    parts = load_inputs(find_game(given.game), game_folder(given.game))
    game, worst = parts.game, {"fair": 0.0, "hard": 0.0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        last = folder / "0.vsav"
        begin(parts, given.scenario, game.sides[0], "s", last, VERSION, "1")
        side = side_first(game, _audited(parts, last).end)
        for number in range(1, given.answers + 1):
            told = []
            for level in worst:
                found = timed(parts, last, folder / f"{number}-{level}.vlog", side, level, given.seconds)
                worst[level] = max(worst[level], found.processor)
                told.append(f"{level} {found.processor:.1f} s ({found.clock:.1f} by the clock)")
                if level == "fair":
                    done = found.done
            print(f"{number}. {side}, to {done.end.clock}, {len(done.part.acts)} acts: {', '.join(told)}", flush=True)
            last = folder / f"{number}-fair.vlog"
            side = next((game.decides(done.end, act) for act in done.part.asked), done.end.clock.side)
    print(f"the longest: {', '.join(f'{level} {seconds:.1f} s' for level, seconds in worst.items())} of processor time")


if __name__ == "__main__":
    main()
