"""Plant crimes by the thousand: `python -m tests.crimes --games 40 --turns 25 --write docs/crimes.md`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.crimes import rows, staged, with_options
from tests.crimes.table import KINDS, ROWS, kinds, summary
from tests.crimes.trial import plant
from trc_module.games import find_game
from trc_module.games.trc import TrcGame

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--games", type=int, default=40)
parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
parser.add_argument("--turns", type=int, default=12)
parser.add_argument("--each", type=int, default=3, help="how often a crime is planted in one game")
parser.add_argument("--write", type=Path, help="write the page into this file, and the tables beside it")
parser.add_argument("--misses", action="store_true", help="print records of what was not found or not named right")
parser.add_argument("--logs", type=int, default=0, help="how many of each kind to compose as logs and audit")
given = parser.parse_args()

game = find_game("trc")
assert isinstance(game, TrcGame)
seeds = range(given.first, given.first + given.games)
if given.logs:
    from tests.crimes.in_logs import InLogs

    in_logs = InLogs(game, given.logs)
    plant(game, seeds, given.turns, given.each, in_logs)
    told = sum(in_logs.right.values())
    print(f"{sum(in_logs.planted.values())} logs with a crime of {len(in_logs.planted)} kinds: {told} named right.")
    print("\n".join(in_logs.misses))
    raise SystemExit(0 if not in_logs.misses else 1)
tallies = plant(game, seeds, given.turns, given.each)
tallies |= with_options.plant(seeds, min(given.turns, 7), given.each)
tallies |= staged.plant(given.games * given.each, given.first)
text = "\n".join([summary(tallies, given.games, given.turns, given.each), *rows.page(game, tallies)])
tables = {KINDS: kinds(tallies), ROWS: rows.table(game, tallies)}
print(text, *tables.values(), sep="\n")
if given.misses:
    for name, tally in tallies.items():
        for miss in tally.misses:
            print(f"--- {name}: {miss}\n")
if given.write:
    given.write.write_text(text + "\n", encoding="utf-8")
    for path, table in tables.items():
        (given.write.parent / path).parent.mkdir(exist_ok=True)
        (given.write.parent / path).write_text(table, encoding="utf-8")
