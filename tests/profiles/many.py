"""Self-played games as logs of other makers' modules: how many are accused, though all of them are legal.

    python -m tests.profiles.many [--games 20] [--turns 2] [--first 1] [--level greedy]

Every game is written four times: in both stand-ins (`standin`), with and without typed lines that say where phases
begin. It prints what is told against whom, and exits with 1 if a game is accused.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.profiles.conftest import draft
from tests.profiles.standin import OTHER, TRC4, StandIn
from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.profiles.opening import open_foreign
from trc_module.profiles.text import profile_text
from trc_module.profiles.words import load_words
from trc_module.resources import data_dir
from trc_module.rules.finding import Verdict
from trc_module.rules.record import Record
from trc_module.rules.selfplay import record_of, self_play


def written_profiles(parts: ModuleInputs, folder: Path) -> dict[str, Path]:
    """Write a drafted profile of each stand-in; return the files by the modules' names."""
    words = load_words(parts.folder)
    paths = {}
    for module in (TRC4, OTHER):
        paths[module.name] = folder / f"{module.name}.toml"
        paths[module.name].write_text(profile_text(draft(module, parts, words), module.name), encoding="utf-8")
    return paths


def played(seed: int, turns: int, level: str) -> Record:
    """Return a legal game by its seed."""
    game = find_game("trc")
    start = game.start("campaign", frozenset())
    return record_of(game, start, [told.action for told, _ in self_play(game, start, game.player(level, seed), turns)])


def audits(
    record: Record, parts: ModuleInputs, profiles: dict[str, Path], folder: Path
) -> Iterator[tuple[StandIn, bool, Audit]]:
    """Yield the audits of a game in both modules, with and without typed phases."""
    for module in (TRC4, OTHER):
        for phases in (False, True):
            path = folder / "theirs.vlog"
            module.write_log(parts, record, path, phases=phases)
            yield module, phases, audit_log(open_foreign([path], parts, profiles[module.name])[0])


def main() -> int:
    """Run it; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--level", default="greedy")
    given = parser.parse_args()
    game = find_game("trc")
    parts = load_inputs(game, data_dir() / game.name)
    accused = logs = 0
    told: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="foreign-") as name:
        folder = Path(name)
        profiles = written_profiles(parts, folder)
        for seed in range(given.first, given.first + given.games):
            for module, phases, audit in audits(played(seed, given.turns, given.level), parts, profiles, folder):
                logs += 1
                told.update(noted.finding.verdict.value for noted in audit.findings)
                against = [noted for noted in audit.findings if noted.finding.accuses]
                accused += bool(against)
                for noted in against[:3]:
                    word = "with" if phases else "without"
                    where = f"game {seed} in {module.name} {word} phases, step {noted.steps}"
                    print(f"{where}: {noted.finding}", flush=True)
    open_ = told[Verdict.UNDECIDED.value]
    print(f"{logs} logs of {given.games} games of {given.turns} turns: {accused} accused, {open_} undecided")
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main())
