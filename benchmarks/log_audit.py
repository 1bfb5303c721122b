"""Time of the audit of a campaign-long log, report included, against the real engine that steps through it.

    python -m benchmarks.log_audit [--steps 6000] [--seed 21] [--no-engine]

The log is a game that the program plays against itself, with weather, battles, replacements and all; it is composed
into a temporary file, and both read that one. What counts is CPU time, ours and the engine's process's, since a busy
machine says nothing by the clock. The engine is asked to step and nothing else; what it takes there includes the
harness, which lets it paint and collects what it says after each step.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.referee.engine import Engine
from tests.referee.server import find_parts
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.memory import nothing_collected
from trc_module.module.build import build_module
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.report.as_json import audit_json
from trc_module.report.page import asset_cache, audit_page
from trc_module.report.text import audit_text
from trc_module.resources import data_dir
from trc_module.rules.actions import Action
from trc_module.rules.record import NumberedLine, Record
from trc_module.rules.selfplay import self_play

BEST, WORST = (0.7, 0.15), (1.6, 0.29)
"""Seconds that VASSAL takes to start, and milliseconds for each step, on the machine for which the budget was set."""
_STEPS_AN_ACT = 2.6
"""About how many steps of a log an act of a self-played game makes."""


def write(parts: ModuleInputs, steps: int, seed: int, path: Path) -> int:
    """Compose a self-played game of about so many steps and return how many it has."""
    game = parts.game
    start = game.start("campaign", frozenset())
    acts: list[Action] = []
    for told, _ in self_play(game, start, game.player("random", seed), 25):
        acts.append(told.action)
        if len(acts) * _STEPS_AN_ACT > steps:
            break
    return compose(
        parts, Record(game, start, tuple(NumberedLine(n, act) for n, act in enumerate(acts, 1))), path, "0.0.1"
    )


def ours(parts: ModuleInputs, path: Path, folder: Path) -> Iterator[tuple[str, float]]:
    """Yield what we do with the log, each with its CPU seconds; the ground of the page is in the folder."""
    begun = time.process_time()
    log = open_log(path, parts)
    yield "read and decode", time.process_time() - begun
    begun = time.process_time()
    audit = audit_log(log)
    yield "execute and judge", time.process_time() - begun
    for name, report in (("text", audit_text), ("JSON", audit_json), ("HTML", partial(audit_page, folder=folder))):
        begun = time.process_time()
        text = report(audit, audit.findings)
        yield f"print as {name}, {len(text) / 1e6:.2f} MB", time.process_time() - begun


def drawn_once(parts: ModuleInputs, folder: Path) -> float:
    """Return the CPU seconds for what all pages have in common, which the first leaves in a folder for the others."""
    begun = time.process_time()
    asset_cache.assets_of(parts.board, parts.roster, folder)
    took = time.process_time() - begun
    asset_cache._drawn.clear()
    return took


def engines(parts: ModuleInputs, path: Path, folder: Path, steps: int) -> Iterator[tuple[str, float]]:
    """Yield what the engine does with it, each with the CPU seconds of its process."""
    build_module(parts, folder / "trc.vmod", "0.0.1", folder / "cache")
    engine = Engine(find_parts())
    game = engine.open(folder / "trc.vmod", draw_palettes=False)
    assert engine._server is not None
    pid = engine._server._process.pid
    yield "start, module opened", _cpu(pid)
    begun = _cpu(pid)
    assert game.load(path), game.last
    yield "load", _cpu(pid) - begun
    begun = _cpu(pid)
    for _ in range(steps):
        game.step()
    yield "step through", _cpu(pid) - begun
    engine.close()


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--no-engine", action="store_true")
    options = parser.parse_args()
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        steps = write(parts, options.steps, options.seed, path)
        print(f"{steps} steps; CPU seconds")
        print(f"{'the ground and all faces, drawn once a version':44} {drawn_once(parts, Path(folder)):6.2f} s")
        with nothing_collected():
            mine = _told("ours", ours(parts, path, Path(folder)), steps)
        least, most = (start + each * steps / 1000 for start, each in (BEST, WORST))
        print(f"{'the engine alone, as measured without harness':44} {least:6.2f} to {most:.2f} s")
        print(f"{'largest memory of this process so far':44} {_memory():6.0f} MB")
        if not options.no_engine:
            theirs = _told("the engine", engines(parts, path, Path(folder), steps), steps)
            print(f"ours takes {mine / theirs:.2f} times as long as the engine")


def _told(who: str, parts: Iterator[tuple[str, float]], steps: int) -> float:
    whole = 0.0
    for name, seconds in parts:
        whole += seconds
        print(f"  {who + ': ' + name:42} {seconds:6.2f} s  {1000 * seconds / steps:6.3f} ms a step")
    print(f"  {who + ', all':42} {whole:6.2f} s")
    return whole


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
