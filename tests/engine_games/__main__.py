"""Games against the real engine: `nice python -m tests.engine_games --games 50 --turns 2`.

Each game is played by the random level, written as a log (every second one without the module's lines), and stepped
through by one process of the real VASSAL engine and by our table. After every phase each piece must lie on the same
point of the same map, at the same height of its stack; at the end its slot, traits and markers, and the module's
properties must be the same too, and every unit must lie where the game that was played has it. Games are kept in a
file, a line for each; the same command goes on where it was broken off. Exit code 1 if anything differed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.engine_games.game import Played, play
from tests.referee.engine import Engine
from tests.referee.server import RefereeMissingError, find_parts
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.version import __version__


def main() -> int:
    """Play the games that are not kept yet, and tell of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="how many games")
    parser.add_argument("--turns", type=int, default=2, help="how many turns each")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--level", default="random", help="random or greedy")
    parser.add_argument("--kept", type=Path, help="the file of games played")
    given = parser.parse_args()
    kept: Path = given.kept or Path(f"build/engine-games-{given.level}-{given.turns}.jsonl")
    seeds = range(given.first, given.first + given.games)
    done = {played.seed: played for played in kept_in(kept)}
    missing = [seed for seed in seeds if seed not in done]
    try:
        if missing:
            kept.parent.mkdir(parents=True, exist_ok=True)
            with kept.open("a", encoding="utf-8") as stream:
                for played in compared(missing, given.level, given.turns):
                    done[played.seed] = played
                    stream.write(json.dumps(asdict(played)) + "\n")
                    stream.flush()
                    print(line(played), flush=True)
    except RefereeMissingError as lack:
        print(lack, file=sys.stderr)
        return 2
    return told([done[seed] for seed in seeds])


def kept_in(path: Path) -> Iterator[Played]:
    """Yield the games of an earlier run."""
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            yield Played(**json.loads(text))


def compared(seeds: Iterable[int], level: str, turns: int) -> Iterator[Played]:
    """Yield the games of seeds, all of them stepped through by one engine."""
    machine = find_parts()
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    parts = load_inputs(game, data_dir() / game.name)
    with tempfile.TemporaryDirectory() as name:
        module = Path(name) / "trc.vmod"
        build_module(parts, module, __version__, Path(name) / "cache")
        engine = Engine(machine)
        try:
            table = engine.open(module, draw_palettes=False)
            for seed in seeds:
                yield play(table, game, parts, seed, level, turns, declared=seed % 2 == 0)
        finally:
            engine.close()


def line(played: Played) -> str:
    """Say in a line what a game was and whether anything differed."""
    lines = "with" if played.declared else "without"
    return (
        f"game {played.seed} ({lines} lines): {played.turns} turns, {played.acts} acts, {played.steps} steps, "
        f"{played.pieces} pieces compared {played.compared} times, {played.moved} moved, {played.placed} units placed: "
        f"{played.differences[0] if played.differences else 'no difference'}"
    )


def told(games: Sequence[Played]) -> int:
    """Print the sum of all games and the first difference, and return the exit code."""
    bad = [played for played in games if played.differences]
    print(
        f"{len(games)} games, {sum(p.turns for p in games)} turns, {sum(p.acts for p in games)} acts, "
        f"{sum(p.steps for p in games)} steps of logs; {sum(p.compared * p.pieces for p in games)} "
        f"comparisons of a piece and {sum(p.placed for p in games)} of a unit with the game; "
        f"{len(bad)} games with a difference"
    )
    if bad:
        print(f"first: {line(bad[0])}")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
