"""Thousands of turns of self-play: `nice python -m tests.long_play --turns 10000 --kept build/long-play.jsonl`.

Each game is played to its end with every position held against the invariants, its text read
back after every phase. Its log is audited, of every second game
without the module's lines. Games are kept in a file, a line for each: whoever breaks off goes on where he was with the
same command, and one who wants more asks for more turns. Exit code 1 if anything was found in any of the games kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.long_play.game import Played, play
from trc_module.games import find_game
from trc_module.games.trc import Trc
from trc_module.module.parts import load_parts
from trc_module.resources import data_dir


def kept_in(path: Path) -> Iterator[Played]:
    """Yield the games of an earlier run."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield Played(**json.loads(line))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000, help="how many turns all games together shall have")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--to", type=int, default=25, help="the last turn of a game")
    parser.add_argument("--level", default="random", help="random, greedy, or both by turns")
    parser.add_argument("--kept", type=Path, default=Path("build/long-play.jsonl"), help="the file of games played")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, Trc)
    parts = load_parts(game, data_dir() / game.name)
    found = list(kept_in(given.kept))
    done = {(played.seed, played.level) for played in found}
    turns, seed = sum(played.turns for played in found), given.first
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    with given.kept.open("a", encoding="utf-8") as stream:
        while turns < given.turns:
            level = ("random", "greedy")[seed % 5 == 0] if given.level == "both" else given.level
            if (seed, level) not in done:
                played = play(game, parts, seed, level, given.to, declared=seed % 2 == 0)
                found.append(played)
                turns += played.turns
                stream.write(json.dumps(asdict(played)) + "\n")
                stream.flush()
                if sys.stderr.isatty() or not played.clean:
                    print(f"{turns:6} of {given.turns} turns; game {seed}: {_told(played)}", file=sys.stderr)
            seed += 1
    bad = [played for played in found if not played.clean]
    acts, seconds = sum(played.acts for played in found), sum(played.seconds for played in found)
    print(f"{len(found)} games, {turns} turns, {acts} acts in {seconds:.0f} s of processor time:")
    print(f"{sum(bool(p.slip) for p in bad)} games with an act that was accused or failed,")
    print(f"{sum(bool(p.broken) for p in bad)} with an invariant broken, {sum(bool(p.alarms) for p in bad)} with a")
    print("false alarm in their logs.")
    for played in bad:
        print(f"game {played.seed} ({played.level}): {_told(played)}")
    return 1 if bad else 0


def _told(played: Played) -> str:
    return "; ".join(text for text in (played.slip, *played.broken, *played.alarms) if text) or "nothing found"


if __name__ == "__main__":
    raise SystemExit(main())
