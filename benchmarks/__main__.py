"""Everything in one table: how long each thing takes, against a floor of the same run, and how it grows with its input.

    python -m benchmarks [--turns 12] [--quick]
    python -m benchmarks --against COMMIT [--rounds 5]

A game that the engine plays against itself is the input, cut to 1 %, 10 % and all of its acts: as a record that is
checked, as a log that is read, audited and reported on. The floor is what any reader of such a log must do, to unpack
and to reveal it. Processor seconds of one process, so that other work on the machine counts little, and ratios to the
floor.
The single benchmarks say more (`ls benchmarks`). With `--against` this commit and another are compared instead, side by
side (`benchmarks/against.py`).
"""

from __future__ import annotations

import argparse
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.options_cost import measured, table
from benchmarks.self_play import GOAL, turns_of
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.report.as_json import audit_json
from trc_module.report.page import audit_page
from trc_module.resources import data_dir
from trc_module.rules.actions import Action
from trc_module.rules.record import read_record, record_text, try_record
from trc_module.rules.selfplay import record_of, self_play
from trc_module.vassal.obfuscation import reveal_bytes
from trc_module.vassal.saves import read_saved_game
from trc_module.version import __version__

SHARES = (0.01, 0.1, 1.0)


@dataclass(frozen=True)
class Row:
    """The times of one thing for each size of its input, in seconds."""

    name: str
    took: tuple[float, ...]

    def text(self, floor: Row) -> str:
        """Return the row: milliseconds by size, the ratio to the floor, and how it grows from the least to the most."""
        each = "".join(f"{1000 * seconds:10.1f}" for seconds in self.took)
        growth = self.took[-1] / self.took[0] if self.took[0] else 0
        return f"{self.name:<34}{each}{self.took[-1] / floor.took[-1]:10.1f}{growth:9.1f}"


def processor_time(work: Callable[[], object], times: int) -> float:
    """Return the least processor time of some runs."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--quick", action="store_true", help="leave out building and drawing")
    parser.add_argument("--against", metavar="COMMIT", help="compare with another commit instead, in turns")
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is done (with --against)")
    given = parser.parse_args()
    if given.against:
        from benchmarks.against import FailedError, compare

        try:
            compare(given.against, given.rounds)
        except FailedError as error:
            parser.error(str(error))
        return
    game = find_game("trc")
    parts = load_inputs(game, data_dir() / game.name)
    start = game.start("campaign", frozenset())
    acts: list[Action] = []
    for told, _ in self_play(game, start, game.player("random", 307), given.turns):
        acts.append(told.action)
    cuts = [acts[: max(20, round(len(acts) * share))] for share in SHARES]
    records = [record_of(game, start, cut) for cut in cuts]
    texts = [record_text(record) for record in records]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{i}.vlog" for i in range(len(cuts))]
        steps = [compose(parts, record, path, __version__) for record, path in zip(records, paths, strict=True)]
        audits = [audit_log(open_log(path, parts)) for path in paths]

        def row(name: str, works: list[Callable[[], object]]) -> Row:
            return Row(name, tuple(processor_time(work, 3 if i < 2 else 2) for i, work in enumerate(works)))

        floor = row("unpack and reveal (the floor)", [lambda p=p: _floor(p) for p in paths])  # type: ignore[misc]
        rows = [
            floor,
            row("read the log", [lambda p=p: read_saved_game(p) for p in paths]),  # type: ignore[misc]
            row("compose the log", [
                lambda r=r, p=p: compose(parts, r, p.with_suffix(".again"), __version__)  # type: ignore[misc]
                for r, p in zip(records, paths, strict=True)
            ]),
            row("read the record", [lambda t=t: read_record(t, "a game", find_game) for t in texts]),  # type: ignore[misc]
            row("check the record", [lambda r=r: try_record(r, "a game") for r in records]),  # type: ignore[misc]
            row("audit the log", [lambda p=p: audit_log(open_log(p, parts)) for p in paths]),  # type: ignore[misc]
            row("report as JSON", [lambda a=a: audit_json(a, a.findings) for a in audits]),  # type: ignore[misc]
            row("report as a page", [lambda a=a: audit_page(a, a.findings) for a in audits]),  # type: ignore[misc]
        ]  # fmt: skip
    heads = "".join(f"{n:>10}" for n in steps)
    print(f"{'milliseconds, by steps of the log':<34}{heads}{'x floor':>10}{'growth':>9}")
    for one in rows:
        print(one.text(floor))
    print(f"the input grows by a factor of {steps[-1] / steps[0]:.0f}")
    turns = turns_of(307, given.turns)
    played = median(turn.seconds for turn in turns)
    print(f"\nself-play: {len(turns)} turns, the median {1000 * played:.0f} ms (goal: {GOAL})")
    print("each of these has a benchmark that says more: python -m benchmarks.NAME --help, NAME being one of")
    print(f"  {', '.join(sorted(path.stem for path in Path(__file__).parent.glob('[!_]*.py')))}")
    if not given.quick:
        _builds(floor.took[-1])
        print("\nwhat the option mechanism costs a game that plays with none (`python -m benchmarks.options_cost`):")
        for line in table(measured(10)):
            print(line)


def _floor(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return len(reveal_bytes(archive.read("savedGame")))


def _builds(floor: float) -> None:
    """Time a build and a map in processes of their own."""
    import resource
    import subprocess
    import sys

    with tempfile.TemporaryDirectory() as folder:
        for name, words in (
            ("build the module from clean", ["build", "-o", f"{folder}/a.vmod"]),
            ("build it again, nothing changed", ["build", "-o", f"{folder}/a.vmod"]),
            ("draw the map", ["map", "-o", f"{folder}/map.png"]),
        ):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([sys.executable, "-m", "trc_module", *words], capture_output=True, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            failed = "" if done.returncode == 0 else f"   failed: {done.stderr.decode().strip()[-100:]}"
            print(f"{name:<34}{1000 * took:10.0f} ms{took / floor:10.0f} x floor{failed}")


if __name__ == "__main__":
    main()
