"""Speed of the app: its start, a long game opened, "may I?", odds; and the memory that it takes.

    python -m benchmarks.app [--steps 6000] [--seed 2] [--games 5]

The app is started as a player starts it, in a process of its own, and a self-played game of about so many steps is
dropped on it and opened: read, judged and shown. With `--games` others of that size, of the next seeds, are opened
after it, and count for the memory alone. Times are taken by the clock, from outside, request by request, so a busy
machine shows in them; beside them stands the processor time that the work itself takes, and it decides. What the map is
drawn from is in the cache (a first run fills it): a player meets an empty one once. The program is compiled beforehand,
as an installer does it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from trc_module.app.asking import ANSWERS
from trc_module.app.opened import OpenGame
from trc_module.auditing.audit import audit_chain
from trc_module.cli.logs import open_logs
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.chain import join_logs
from trc_module.resources import data_dir
from trc_module.rules.actions import Action
from trc_module.rules.record import NumberedLine, Record
from trc_module.rules.selfplay import self_play

ROOT = Path(__file__).resolve().parents[1]
MAY_I, ODDS, BEST, LAYER = "may I?", "odds", "best attack", "a layer"
WATCHED = "a saved log shown"
LIMITS = {
    "first page after the start": 1.0,
    "game opened": 3.0,
    WATCHED: 2.0,
    MAY_I: 0.1,
    ODDS: 0.05,
    BEST: 0.05,
    LAYER: 0.1,
}
"""Seconds that each may take."""
MEMORY = 300
"""Megabytes that the app may take."""


class Running:
    """The app in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "trc_module", "app", str(folder), "--no-browser", "--watch"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def ask(self, path: str, question: Any = None) -> Any:
        """Send a question, or ask for a page."""
        body = None if question is None else json.dumps(question).encode()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, body)) as answer:
            content = answer.read()
        return content if path in ("", "events") or path.endswith("/") else json.loads(content)

    def processor(self) -> float:
        """Return the seconds of processor time that it has spent."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def most_memory(self) -> float:
        """Return the most megabytes that it has had."""
        return _most_memory(str(self.process.pid))

    def most_memory_beside(self) -> float:
        """Return the same for the processes that it has started, together."""
        task = Path(f"/proc/{self.process.pid}/task")
        children = [pid for thread in task.iterdir() for pid in (thread / "children").read_text().split()]
        return sum(map(_most_memory, children))


def _most_memory(pid: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long some work took, and what came of it."""
    begun = time.perf_counter()
    found = work()
    return time.perf_counter() - begun, found


def dropped(app: Running, log: Path) -> str:
    """Drop a log and open its game, as the page does; return the game's name."""
    request = urllib.request.Request(f"{app.address}api/drop?name={log.name}", log.read_bytes())
    with urllib.request.urlopen(request) as answer:
        name = str(json.loads(answer.read())["game"])
    app.ask(f"game/{name}/")
    return name


def watched(app: Running, folder: Path) -> float:
    """Return how long it takes until a short log that is saved in the folder is shown, audited."""
    short = folder.parent / "short.vlog"
    write(150, 5, short)
    before = len(app.ask("api/games")["games"])
    begun = time.perf_counter()
    shutil.copy(short, folder / "short.vlog")
    while len(app.ask("api/games")["games"]) == before:
        time.sleep(0.02)
    return time.perf_counter() - begun


Ask = Callable[[str, dict[str, Any]], Any]


def questions(ask: Ask, steps: int, clock: Callable[[], float]) -> dict[str, list[float]]:
    """Ask for units, attacks and layers all over a game; return what each question took by a clock."""
    took: dict[str, list[float]] = {name: [] for name in (MAY_I, ODDS, BEST, LAYER)}

    def timed_(name: str, key: str, question: dict[str, Any]) -> Any:
        begun = clock()
        found = ask(key, question)
        took[name].append(clock() - begun)
        return found

    for step in range(0, steps + 1, max(1, steps // 12)):
        units = ask("position", {"step": step})["units"]
        on_map = [unit for unit, place in units.items() if place[:1].isupper()]
        for unit in on_map[:: max(1, len(on_map) // 12)]:
            found = timed_(MAY_I, "reach", {"step": step, "unit": unit})
            for target in (found.get("attacks") or found.get("attacksAfter") or [])[:2]:
                question = {"step": step, "side": found["unit"]["side"], "attackers": [unit], "targets": [target]}
                timed_(ODDS, "odds", question)
                timed_(BEST, "best", question)
        for key in ("zones", "supply", "control", "rails", "duties", "points"):
            timed_(LAYER, "overlay", {"step": step, "key": key})
    return took


def worked(log: Path) -> dict[str, list[float]]:
    """Return the processor time that the questions take, asked in this process."""
    audit = audit_chain(join_logs(open_logs([log])))
    game = OpenGame("x", audit, {})
    game.warm()
    return questions(lambda key, question: ANSWERS[key](game, question), len(audit.steps), time.thread_time)


def measure(folder: Path, log: Path, others: Sequence[Path]) -> bool:
    """Print what was measured; tell whether all of it is within the limits."""
    # Where PYTHONDONTWRITEBYTECODE is set, each start would compile anew what has changed since.
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(ROOT / "trc_module")], check=True)
    begun = time.perf_counter()
    app = Running(folder)
    try:
        app.ask("")
        start, started = time.perf_counter() - begun, app.processor()
        while not app.ask("api/games")["settled"]:
            time.sleep(0.1)
        before = app.processor()
        opened, name = timed(lambda: dropped(app, log))
        spent = app.processor() - before
        again, _ = timed(lambda: app.ask(f"game/{name}/"))
        steps = app.ask(f"game/{name}/api/mail", {})["steps"]
        time.sleep(1)
        took = questions(lambda key, question: app.ask(f"game/{name}/api/{key}", question), steps, time.perf_counter)
        # Hearing of a file takes no work: what counts there is the clock.
        inside = {"first page after the start": [started], "game opened": [spent], WATCHED: [0.0], **worked(log)}
        told = {"first page after the start": [start], "game opened": [opened], WATCHED: [watched(app, folder)], **took}
        print(f"{steps} steps; opened again in {again:.2f} s")
        print(f"{'milliseconds':<30}{'most':>9}{'median':>9}{'processor, most':>17}{'limit':>8}{'asked':>7}")
        for what, times in told.items():
            numbers = (max(times), median(times))
            words = "".join(f"{number * 1000:9.1f}" for number in numbers)
            work = f"{max(inside[what]) * 1000:17.1f}{LIMITS[what] * 1000:8.0f}{len(times):7}"
            print(f"{what:<30}{words}{work}")
        for other in others:
            dropped(app, other)
        memory = app.most_memory()
        print(f"{'most memory':<30}{memory:9.0f} MB{MEMORY:>31} MB")
        print(f"{'its processes that judge':<30}{app.most_memory_beside():9.0f} MB")
        return memory <= MEMORY and all(max(times) <= LIMITS[what] for what, times in inside.items())
    finally:
        app.process.terminate()
        app.process.wait(20)


def write(steps: int, seed: int, path: Path) -> None:
    """Compose a game that two strong players play, of about so many steps: those who draw their acts end too soon."""
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    start = parts.game.start("campaign", frozenset())
    acts: list[Action] = []
    for told, _ in self_play(parts.game, start, parts.game.player("greedy", seed), 25):
        acts.append(told.action)
        if len(acts) * _STEPS_AN_ACT > steps:
            break
    lines = tuple(NumberedLine(number, act) for number, act in enumerate(acts, 1))
    compose(parts, Record(parts.game, start, lines), path, "0.0.1")


_STEPS_AN_ACT = 2.65
"""About how many steps of a log an act of such a game makes."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--games", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log, games = Path(folder) / "long.vlog", Path(folder) / "games"
        games.mkdir()
        write(options.steps, options.seed, log)
        others = [Path(folder) / f"long{number}.vlog" for number in range(1, options.games)]
        for number, other in enumerate(others, 1):
            write(options.steps, options.seed + number, other)
        # What the game that was played has left is none of the app's, and would be looked through while it is asked.
        gc.freeze()
        sys.exit(0 if measure(games, log, others) else 1)


if __name__ == "__main__":
    main()
