"""Watch long games, `python -m tests.independent --games 50 --turns 12`, or try crimes, `--crimes` or `--stages 3`.

`--game nr` watches No Retreat! with its own referee, and tries a crime of each kind in every game.
"""

from __future__ import annotations

import argparse

from tests.independent.games import KNOWN, Watched, watch
from tests.independent.nr import games as nr
from tests.independent.planted import try_all
from tests.independent.stages import hear
from trc_module.games import find_game
from trc_module.games.trc import TrcGame

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--games", type=int, default=10)
parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
parser.add_argument("--turns", type=int, default=12)
parser.add_argument("--level", default="random", help="who plays: random or greedy")
parser.add_argument("--crimes", action="store_true", help="try planted crimes instead")
parser.add_argument("--stages", type=int, default=0, help="try the crimes in drawn positions, so many of each, instead")
parser.add_argument("--game", default="trc", choices=("trc", "nr"), help="which game's referee")
given = parser.parse_args()
if given.game == "nr":
    nr.main(range(given.first, given.first + given.games), given.turns)

game = find_game("trc")
assert isinstance(game, TrcGame)
seeds = range(given.first, given.first + given.games)
if given.stages:
    heard = hear(given.stages)
    for row, why in heard.aside.items():
        print(f"{row:>12} left: {why}")
    print(f"{heard.planted} crimes of {heard.kinds} kinds: {heard.found} found, {len(heard.before)} false alarms.")
    print("\n".join((*heard.missed, *heard.before)))
    raise SystemExit(0 if not heard.missed and not heard.before else 1)
if given.crimes:
    dock = try_all(game, seeds, given.turns, 1)
    for name, planted in sorted(dock.planted.items()):
        told = f"   missed: {dock.missed[name]}" if name in dock.missed else ""
        print(f"{planted:5} planted, {dock.found[name]:5} found: {name}{told}")
    print(f"{sum(dock.planted.values())} crimes of {len(dock.planted)} kinds: {sum(dock.found.values())} found.")
    raise SystemExit(0)
watched = Watched()
for seed in seeds:
    watch(game, seed, given.turns, given.level, watched)
    print(f"game {seed}: {sum(watched.acts.values())} acts, {len(watched.disagreements)} disagreements", flush=True)
for word, number in watched.acts.most_common():
    print(f"{number:8} {word}")
print(f"{watched.games} games, {sum(watched.acts.values())} acts, {watched.phases} positions compared.")
for rule, number in watched.known.items():
    if number:
        print(f"{number} times {rule}: {KNOWN[rule]}.")
print("\n".join(watched.slips))
print("\n".join(watched.disagreements) or "No disagreements.")
raise SystemExit(1 if watched.disagreements else 0)
