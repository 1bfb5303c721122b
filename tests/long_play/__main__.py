"""Thousands of turns of self-play: `nice python -m tests.long_play --turns 10000 --kept build/long-play.jsonl`.

Games of the scenarios whose set-up is known, of two turns to twenty, campaigns from turn 1 or from later on; every
position is held against the invariants, its text read back after every phase. The logs of the games are audited, with
the module's lines and without, and the position that the audit has at the end of each phase is held against that of the
game. Games are kept in a file, a line for each: whoever breaks off goes on where he was with the same command, and one
who wants more asks for more turns. Exit code 1 if anything was found in any of the games kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.long_play.game import Played, plan_of, play
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir

LOGS = {"none": (), "lines": (True,), "bare": (False,), "both": (True, False)}


def kept_in(path: Path) -> Iterator[Played]:
    """Yield the games of an earlier run."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield Played(**json.loads(line))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000, help="how many turns all games together shall have")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--to", type=int, default=20, help="the most turns of a game, those before its log not counted")
    parser.add_argument("--level", default="both", help="random, greedy, or both")
    logs = "the logs that are audited: both, none, lines (with the module's), bare (without), or in turn"
    parser.add_argument("--logs", default="both", choices=(*LOGS, "in turn"), help=logs)
    parser.add_argument("--kept", type=Path, default=Path("build/long-play.jsonl"), help="the file of games played")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    parts = load_inputs(game, data_dir() / game.name)
    found = list(kept_in(given.kept))
    done = {played.seed for played in found}
    turns, seed = sum(played.turns for played in found), given.first
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    with given.kept.open("a", encoding="utf-8") as stream:
        while turns < given.turns:
            if seed not in done:
                audited = LOGS.get(given.logs) or ((True,), (False,))[seed % 2] if given.logs != "none" else ()
                played = play(game, parts, plan_of(seed, given.level, given.to, audited))
                found.append(played)
                turns += played.turns
                stream.write(json.dumps(asdict(played)) + "\n")
                stream.flush()
                if sys.stderr.isatty() or not played.clean:
                    print(f"{turns:6} of {given.turns} turns; game {seed}: {_told(played)}", file=sys.stderr)
            seed += 1
    for line in summary(found):
        print(line)
    return 0 if all(played.clean for played in found) else 1


def summary(found: list[Played]) -> Iterator[str]:
    """Yield what all games together were and have shown."""
    turns, acts = sum(played.turns for played in found), sum(played.acts for played in found)
    yield f"{len(found)} games, {turns} turns, {acts} acts in {sum(p.seconds for p in found):.0f} s of processor time"
    for name, of in (("levels", [p.level for p in found]), ("scenarios", [p.scenario for p in found])):
        yield f"{name}: " + ", ".join(f"{one} {count}" for one, count in Counter(of).most_common())
    yield f"begun later than turn 1: {sum(p.lead > 0 for p in found)}"
    for name in ("with lines", "without lines"):
        told = [p.audited[name] for p in found if name in p.audited]
        yield f"logs {name}: {len(told)} of {sum(told)} turns"
    yield f"positions compared: {sum(p.compared for p in found)}"
    bad = [played for played in found if not played.clean]
    yield f"an act accused or failed: {sum(bool(p.slip) for p in bad)} games"
    yield f"an invariant broken: {sum(bool(p.broken) for p in bad)} games"
    yield f"a false alarm in a log: {sum(bool(p.alarms) for p in bad)} games"
    yield f"a position believed wrongly: {sum(bool(p.apart) for p in bad)} games"
    for played in bad:
        yield f"game {played.seed} ({played.level}, {played.scenario}): {_told(played)}"


def _told(played: Played) -> str:
    texts = (played.slip, *played.broken, *played.alarms, *played.apart)
    return "; ".join(text for text in texts if text) or "nothing found"


if __name__ == "__main__":
    raise SystemExit(main())
