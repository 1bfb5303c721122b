"""The laws of verdicts, tried on games by the dozen: `nice python -m tests.laws --keys --game nr --games 20`.

`--keys`: logs in which one key that only says something is left out, pressed twice, or one step early or late; nobody
may be accused. `--write docs/self-play.md` puts the matrix there, of all that is kept.
Exit code 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.laws import keys
from tests.laws.page import cells, matrix, put_into
from tests.laws.playing import NAMES, told

KEPT = Path("build/laws")


def main() -> int:
    """Try the law that was asked for, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    law = parser.add_mutually_exclusive_group(required=True)
    law.add_argument("--keys", action="store_true", help="one key otherwise")
    parser.add_argument("--game", choices=NAMES, action="append", help="the game; all unless it is given")
    parser.add_argument("--games", type=int, default=4, help="how many games of each")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first")
    parser.add_argument("--turns", type=int, default=2, help="how many turns a log tells")
    parser.add_argument("--lead", type=int, default=0, help="how many turns are played before the log begins")
    parser.add_argument("--each", type=int, default=2, help="how many keys of a verb are tried in each game")
    parser.add_argument("--verb", action="append", default=[], help="try this key alone")
    parser.add_argument("--write", type=Path, help="put the matrix of keys into this page")
    given = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in given.game or NAMES:
            for seed in range(given.first, given.first + given.games):
                for line in _of_keys(given, name, seed, Path(folder)):
                    print(line, flush=True)
                    found += 1
    games = tuple(given.game or NAMES)
    lines = list(matrix(cells(one for name in games for one in _kept(name)), games))
    print("\n".join(lines))
    if given.write:
        put_into(given.write, lines)
    return 1 if found else 0


def _of_keys(given: argparse.Namespace, name: str, seed: int, folder: Path) -> Iterator[str]:
    """Try the keys of a game, keep what was tried, and yield what is accused."""
    KEPT.mkdir(parents=True, exist_ok=True)
    played = told(name, seed, given.turns, folder, given.lead)
    tries = list(keys.tried(played, folder, given.each, frozenset(given.verb)))
    with (KEPT / f"keys-{name}.jsonl").open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(asdict(one)) + "\n" for one in tries)
    for one in tries:
        if one.accused:
            yield f"{name} {seed}+{given.lead} {one.verb} {one.way}, {one.clock}: {one.line}: {one.accused[0]}"


def _kept(name: str) -> Iterator[keys.Try]:
    """Yield the last try of each key of a game that was kept."""
    path = KEPT / f"keys-{name}.jsonl"
    last: dict[tuple[object, ...], keys.Try] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        one = keys.Try(**{**json.loads(line), "accused": tuple(json.loads(line)["accused"])})
        last[one.game, one.seed, one.lead, one.way, one.clock, one.line] = one
    yield from last.values()


if __name__ == "__main__":
    raise SystemExit(main())
