"""Two commits side by side: what each takes for the same things, in turns, on a machine that may do other work.

    python -m benchmarks --against COMMIT [--rounds 5]

The other commit is unpacked into a folder that goes away again. Each thing is a command in a process of its own, and
what counts is its processor time, start-up and imports included; who goes first changes from round to round. Both
commits read the same logs, which this one has written. Checked moves are told as a share of python-chess's half-moves
in the same run, where python-chess can be imported.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from trc_module.games import find_game
from trc_module.games.trc.players import played_on
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.rules.selfplay import record_of, self_play
from trc_module.version import __version__

HERE = Path(__file__).resolve().parents[1]
LONG = 12
"""The turns of the longer log."""


@dataclass(frozen=True, slots=True)
class Work:
    """One thing that both commits do."""

    name: str
    words: Callable[[Path], Sequence[str]]
    """The words after `python -m`, for a folder of one commit alone; the logs lie above it."""
    clean: bool = False
    """Whether nothing may be kept from the run before."""


WORKS = (
    Work("start", lambda _: ("trc_module", "--version")),
    Work("build from clean", lambda own: ("trc_module", "build", "-o", str(own / "a.vmod")), clean=True),
    Work("audit of one turn", lambda own: ("trc_module", "audit", str(own.parent / "1.vlog"))),
    Work(f"audit of {LONG} turns", lambda own: ("trc_module", "audit", str(own.parent / f"{LONG}.vlog"))),
)
MOVES = ("trc", "nr")
"""The games whose checked moves are measured."""
_RATE = re.compile(r"^(fresh phases|python-chess): +([\d,]+) ", re.MULTILINE)
_OK = (0, 1)
"""The exit codes of a command that has done its work: findings are none of its faults."""


class FailedError(Exception):
    """A commit does not do what was to be measured; the message says what it said."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a commit, and a folder for what it makes."""

    root: Path
    own: Path

    def run(self, words: Sequence[str], *, clean: bool = False) -> tuple[float, str]:
        """Run a module of this commit and return its processor seconds and its output.

        Raises:
            FailedError: It ended with another code than 0 and 1.
        """
        with tempfile.TemporaryDirectory(dir=self.own) as fresh:
            environment = {**os.environ, "TRC_MODULE_CACHE": fresh if clean else str(self.own / "cache")}
            # Where it is set each start would compile anew what has no bytecode yet: the other commit, whole.
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(self.root), os.environ.get("PYTHONPATH"))))
            before = os.times()
            command = [sys.executable, "-m", *words]
            done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
            after = os.times()
        if done.returncode not in _OK:
            raise FailedError(f"{' '.join(words[:2])}: {done.stderr.strip()[-200:]}")
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        return seconds, done.stdout


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder.

    Raises:
        FailedError: git does not know the commit.
    """
    done = subprocess.run(["git", "archive", commit], cwd=HERE, capture_output=True, check=False)
    if done.returncode:
        raise FailedError(done.stderr.decode(errors="replace").strip())
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def write_logs(folder: Path) -> None:
    """Write a log of one turn and a longer one, of games that the engine plays against itself."""
    game = find_game("trc")
    parts = load_inputs(game, data_dir() / game.name)
    start = game.start("campaign", frozenset())
    for turns in (1, LONG):
        acts = [told.action for told, _ in self_play(game, start, game.player("random", 307), turns, played_on)]
        compose(parts, record_of(game, start, acts), folder / f"{turns}.vlog", __version__)


def in_turns(count: int, rounds: int) -> Iterator[Sequence[int]]:
    """Yield for each round in which order so many runs are made, each first as often as the others."""
    for number in range(rounds):
        first = number % count
        yield (*range(first, count), *range(first))


def measured(trees: Sequence[Tree], rounds: int) -> Iterator[tuple[str, list[list[float]]]]:
    """Yield each work with the seconds of each commit, and each game with its checked moves as told."""
    for work in WORKS:
        took: list[list[float]] = [[] for _ in trees]
        for tree in trees:
            # What is compiled or drawn for the first time is not measured.
            tree.run(work.words(tree.own), clean=work.clean)
        for order in in_turns(len(trees), rounds):
            for each in order:
                took[each].append(trees[each].run(work.words(trees[each].own), clean=work.clean)[0])
        yield work.name, took
    for game in MOVES:
        rates: list[list[float]] = [[] for _ in trees]
        for order in in_turns(len(trees), rounds):
            for each in order:
                told = trees[each].run(("benchmarks.checked_moves", "--seconds", "1", "--game", game))[1]
                rates[each].append(share(told))
        yield game, rates


def share(told: str) -> float:
    """Return the checked moves a second as a share of python-chess's half-moves; without it the moves themselves."""
    rates: Mapping[str, float] = {name: float(rate.replace(",", "")) for name, rate in _RATE.findall(told)}
    return rates["fresh phases"] / rates.get("python-chess", 1.0)


def row(name: str, took: Sequence[Sequence[float]]) -> str:
    """Return a line of the table: this commit, the other, and this as a share of the other."""
    ratio = median(one / other for one, other in zip(*took, strict=True))
    this, other = (median(each) for each in took)
    form = "14,.0f" if max(this, other) > 1000 else "14.3f"
    return f"{name:<34}{this:{form}}{other:{form}}{ratio:10.3f}"


def compare(commit: str, rounds: int) -> None:
    """Print what this commit and another take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_logs(folder)
        trees = [Tree(HERE, folder / "this"), Tree(folder / "files", folder / "other")]
        for tree in trees:
            tree.own.mkdir()
        unpack(commit, trees[1].root)
        print(f"{'seconds of processor time':<34}{'this':>14}{commit[:12]:>14}{'ratio':>10}")
        for thing, took in measured(trees, rounds):
            print(row(f"checked moves of {thing}" if thing in MOVES else thing, took), flush=True)
    print("Checked moves are shares of python-chess's half-moves (more is better); without it, moves a second.")
