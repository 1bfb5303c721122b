"""An archive is filled by a command that is killed again and again, at moments drawn by lot, and goes on each time.

    python -m tests.archive.kills [--games 1000] [--turns 1] [--kills 5] [--seed 1] [--jobs 2]

The table is the same, byte for byte, as that of an archive that was filled in one go. The games are self-played,
by turns of *The Russian Campaign* and *No Retreat!*; a tenth is mailed in two logs, another tenth are games of another
maker's module, and there is a damaged file.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from click.testing import CliRunner

from tests.profiles.standin import TRC4
from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.replay.positions import save_of
from trc_module.resources import data_dir
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.saves import read_saved_game, step_commands, write_saved_game

ROOT = Path(__file__).parents[2]


def write_games(folder: Path, games: int, turns: int, first: int = 1) -> Counter[str]:
    """Write logs of self-played games, by seed, and a damaged file; return how many games of each kind there are."""
    folder.mkdir(parents=True, exist_ok=True)
    written: Counter[str] = Counter()
    for seed in range(first, first + games):
        foreign = seed % 10 == 0
        name = "nr" if seed % 2 else "trc"
        game = find_game(name)
        parts = load_inputs(game, data_dir() / name)
        start = game.start("barbarossa" if name == "trc" else "campaign", frozenset())
        played = self_play(game, start, game.player("random", seed), start.clock.turn + turns - 1)
        record = record_of(game, start, [told.action for told, _ in played])
        path = folder / f"{seed:05d}.vlog"
        written[f"{name}, foreign" if foreign else name] += 1
        if foreign:
            TRC4.write_log(parts, record, path, phases=bool(seed % 20))
        else:
            compose(parts, record, path, "1", declared=seed % 3 > 0)
        if seed % 20 in (11, 12):
            _cut(parts, path)
            written["in two logs"] += 1
    (folder / "damaged.vlog").write_bytes(b"this is no log")
    return written


def _cut(parts: ModuleInputs, path: Path) -> None:
    """Leave the first half of a log, and write the second as the log that is mailed next."""
    saved = read_saved_game(path)
    half = len(saved.steps) // 2
    done = [command for step in saved.steps[:half] for command in step_commands(step)]
    table = open_log(path, parts).table()
    table.execute_all([command for command in done if command is not None])
    between = save_of(table, saved.initial, [command for command in done if command is not None])
    assert saved.save_data is not None
    assert saved.module_data is not None
    for name, begins, steps in (("b", between, saved.steps[half:]), ("", saved.initial, saved.steps[:half])):
        place = path.with_stem(path.stem + name)
        write_saved_game(place, begins, steps, save_data=saved.save_data, module_data=saved.module_data)


def command(archive: Path, *words: object) -> subprocess.Popen[bytes]:
    """Start a command on an archive as the leader of a session, by which all that it starts is found."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", "trc_module", "archive", str(archive), *map(str, words)]
    return subprocess.Popen(
        line,
        env=environment,
        cwd=archive.parent,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def fill(archive: Path, folder: Path, jobs: int, moments: Sequence[float] = ()) -> None:
    """Add the logs of a folder; the command is killed after each of some times, in seconds, and started anew."""
    for moment in (*moments, None):
        process = command(archive, "add", folder, "--jobs", jobs)
        try:
            process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def table(archive: Path) -> str:
    """Return the table of an archive as JSON."""
    return CliRunner().invoke(group, ["archive", str(archive), "table", "--json"], catch_exceptions=False).stdout


def same_after_kills(folder: Path, kills: int, seed: int, jobs: int) -> tuple[str, str]:
    """Return the tables of two archives of the logs in `folder/logs`: filled in one go, and with kills between."""
    logs = folder / "logs"
    began = time.monotonic()
    fill(folder / "whole.db", logs, jobs)
    took = time.monotonic() - began
    lot = random.Random(seed)
    # Each time a part of what one go takes, the start of the program included: most of them fall into the work.
    moments = [took * lot.uniform(0.1, 0.9) / 2 for _ in range(kills)]
    fill(folder / "killed.db", logs, jobs, moments)
    return table(folder / "whole.db"), table(folder / "killed.db")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="archive-kills-") as name:
        folder = Path(name)
        written = write_games(folder / "logs", given.games, given.turns)
        whole, killed = same_after_kills(folder, given.kills, given.seed, given.jobs)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(written.items()))
    same = "the same" if whole == killed else "NOT the same"
    found = json.loads(whole)
    judged = f"{len(found['games'])} games judged, {len(found['damaged'])} files damaged"
    print(f"{given.games} games ({kinds}), {given.kills} kills: the tables are {same} ({judged}).")
    sys.exit(whole != killed)


if __name__ == "__main__":
    main()
