"""Thousands of untidy turns: `nice python -m tests.untidy --turns 10000 --first 5000`.

Legal games are written as logs the way people make them, and audited: nobody may be accused. With `--half` half of the
lines are missing; with `--late` the player is tidy, but often advances the turn tracker when a phase is over; with
`--crimes` the logs end with a planted crime that the table shows. What was judged is kept in a file, a line a game: the
same command goes on where it was broken off; by default the file is of the same game, habits and first seed. Exit code
1 if anybody was accused.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.laws.playing import told
from tests.untidy.crimes import report
from tests.untidy.crimes_by_lot import Trial, trials
from tests.untidy.crimes_by_lot import report as report_of_lot
from tests.untidy.game import Judged, judged
from tests.untidy.habits import HALF, LATE, Rates
from tests.untidy.other_games import game_and_parts, options_of
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir

MOST_TURNS = 2
"""The most turns of a game with crimes by lot."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000, help="how many turns all games together shall have")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--to", type=int, default=12, help="the most turns of a game")
    parser.add_argument("--half", action="store_true", help="half of the lines are missing")
    parser.add_argument("--late", action="store_true", help="the turn tracker is advanced late, and all else is tidy")
    parser.add_argument("--crimes", type=int, default=0, help="audit so many games' planted crimes instead")
    parser.add_argument("--kept", type=Path, help="the file of games judged")
    parser.add_argument("--game", default="trc", help="trc, nr, m41, trp, or a game of a folder")
    parser.add_argument("--games-path", type=Path, action="append", default=[], help="a folder with more games")
    given = parser.parse_args()
    if given.games_path:
        os.environ[GAMES_PATH] = os.pathsep.join(map(str, given.games_path))
    rates = HALF if given.half else LATE if given.late else Rates()
    if given.crimes:
        for line in _of_crimes(given.game, range(given.first, given.first + given.crimes), given.to, rates):
            print(line, flush=True)
        return 0
    habits = "half" if given.half else "late" if given.late else "all"
    path = given.kept or Path("build/untidy") / f"{given.game}-{habits}-{given.to}-{given.first}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    found = list(_kept(path))
    done, turns, seed = {one.seed for one in found}, sum(one.turns for one in found), given.first
    with path.open("a", encoding="utf-8") as stream, tempfile.TemporaryDirectory() as folder:
        while turns < given.turns:
            if seed not in done:
                game, parts = game_and_parts(given.game, options_of(given.game, seed), Path(folder))
                one = judged(game, parts, seed, given.to, rates, Path(folder))
                found.append(one)
                turns += one.turns
                stream.write(json.dumps(asdict(one)) + "\n")
                stream.flush()
                if sys.stderr.isatty() or one.accused:
                    print(f"{turns} turns; game {seed}: {'; '.join(one.accused[:2])}", file=sys.stderr)
            seed += 1
    for line in summary(found):
        print(line)
    return 1 if any(one.accused for one in found) else 0


def _of_crimes(name: str, seeds: Sequence[int], longest: int, rates: Rates) -> Iterator[str]:
    """Yield what became of planted crimes; of the games beside the first one, those that are done by lot."""
    with tempfile.TemporaryDirectory() as folder:
        if name == "trc":
            trc, parts = find_game(name), load_inputs(find_game(name), data_dir() / name)
            assert isinstance(trc, TrcGame)
            yield from report(trc, parts, seeds, rates)
            return
        found = list[Trial]()
        for seed in seeds:
            played = told(name, seed, min(longest, MOST_TURNS), Path(folder))
            found += trials(played.parts, played.begins, played.acts, seed, rates, Path(folder))
        yield from report_of_lot(found)


def _kept(path: Path) -> Iterator[Judged]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield Judged(**json.loads(line))


def summary(found: Sequence[Judged]) -> Iterator[str]:
    """Yield what all games together were and have shown."""
    turns = sum(one.turns for one in found)
    yield f"{len(found)} games, {turns} turns, audits of {sum(one.seconds for one in found):.0f} s of processor time"
    yield f"accused: {sum(bool(one.accused) for one in found)} games: {_rules(one.accused for one in found)}"
    for name, late in (("from the beginning", False), ("joined late", True)):
        some = [one for one in found if one.late is late]
        count = sum(len(one.undecided) for one in some)
        yield f"undecided in logs {name}: {count} in {sum(o.turns for o in some)} turns: " + _rules(
            one.undecided for one in some
        )
    habits = Counter[str]()
    for one in found:
        habits.update(one.habits)
    yield f"notes: {sum(one.notes for one in found)}; habits: {dict(habits.most_common())}"


def _rules(texts: Iterator[list[str]]) -> str:
    count = Counter(text.split(": ")[1].split()[1] for some in texts for text in some)
    return ", ".join(f"{rule} {number}" for rule, number in count.most_common(12)) or "none"


if __name__ == "__main__":
    raise SystemExit(main())
