"""No verdict hangs on the order in which a process keeps sets of words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.crimes.by_the_engine import kept_logs
from tests.untidy import by_hand, other_by_hand

ROOT = Path(__file__).parents[2]
EACH = 1
"""How many logs of a game each process audits."""
UNTIDY = ("at once", "keys", "twice", "forgotten")
"""Parts of the names of plays in which much is tried before a reading is found."""


def logs(folder: Path) -> Iterator[str]:
    """Yield untidy logs of each game, the game before each."""
    (folder / "trc").mkdir()
    yield from (f"trc={path}" for path in kept_logs(folder / "trc", by_hand.LOGS)[:EACH])
    (folder / "others").mkdir()
    kept = {path.stem: path for path in kept_logs(folder / "others", other_by_hand.LOGS)}
    plays = [play for play in other_by_hand.plays() if any(word in play.name for word in UNTIDY)]
    for game in dict.fromkeys(play.game for play in plays):
        own = [play for play in plays if play.game == game]
        yield from (f"{game}={kept[play.stem]}" for play in own[-EACH:])


def test_processes_of_two_hash_seeds_tell_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.laws.hash_seeds", *logs(tmp_path)]
    running = [
        subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    one, other = (process.communicate()[0].decode().splitlines() for process in running)
    assert one
    assert one == other
