"""Opening a module in the real engine, this commit's against another's, by turns.

    python -m benchmarks.opening COMMIT [--rounds 7] [--game trc] [--game nr]

Each commit builds its own modules, the other unpacked into a folder that goes away. The engine of this commit opens
them and begins a game, again and again in one process that has opened each before; who goes first changes from round
to round. What counts is the engine's processor time, not the clock's, so that other programs do not matter much, and
the median of the rounds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.against import HERE, FailedError, Tree, in_turns, row, unpack
from tests.referee.engine import Engine
from tests.referee.server import find_parts
from trc_module.games import find_game


def built(tree: Tree, game: str) -> Path:
    """Build the module of a game by a commit.

    Raises:
        FailedError: The commit cannot build it.
    """
    path = tree.own / f"{game}.vmod"
    tree.run(("trc_module", "--game", game, "build", "-o", str(path)))
    return path


def opened(engine: Engine, module: Path, side: str) -> float:
    """Return the processor seconds that the engine takes to open a module and to begin a game."""
    before = engine.cpu_seconds()
    engine.open(module, draw_palettes=False).new_game(side=side)
    return engine.cpu_seconds() - before


def measured(engine: Engine, modules: Sequence[Path], side: str, rounds: int) -> list[list[float]]:
    """Return the seconds of each module, opened by turns."""
    took: list[list[float]] = [[] for _ in modules]
    for module in modules:
        opened(engine, module, side)
    for order in in_turns(len(modules), rounds):
        for each in order:
            took[each].append(opened(engine, modules[each], side))
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--game", action="append")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees = [Tree(HERE, folder / "this"), Tree(folder / "files", folder / "other")]
        for tree in trees:
            tree.own.mkdir()
        try:
            unpack(given.commit, trees[1].root)
            modules = {game: [built(tree, game) for tree in trees] for game in given.game or ("trc", "nr")}
        except FailedError as error:
            sys.exit(str(error))
        engine = Engine(find_parts())
        print(f"{'seconds of processor time':<34}{'this':>14}{given.commit[:12]:>14}{'ratio':>10}")
        for game, both in modules.items():
            side = find_game(game).sides[0].capitalize()
            print(row(f"opening of {game}", measured(engine, both, side, given.rounds)), flush=True)
        engine.close()


if __name__ == "__main__":
    main()
