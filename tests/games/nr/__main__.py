"""Games by the thousand turns, played, composed and audited: `nice python -m tests.games.nr --turns 1000`.

Greedy and random players by turns, every third game with the optional rules, every fourth as a log that begins midway
and goes on after a victory; the others end with one.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.games.nr import NoRetreat
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, End
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State

OPTIONS = frozenset({"15.1", "15.2", "15.3", "15.4"})
GOES_ON = ("goes-on",)


def played(game: NoRetreat, seed: int, options: frozenset[str], midway: bool) -> tuple[State, list[Action], int]:
    """Return a game: the position that its log begins with, its acts, and how many turns they take."""
    state = game.start("campaign", options)
    if midway:
        # What was agreed on after a victory stands in the position with which the log begins.
        state = state.with_mark(GOES_ON)
    level = "greedy" if seed % 2 else "random"
    told = list(self_play(game, state, game.player(level, seed), 28))
    first = 0
    if midway:
        ends = [i for i, (each, _) in enumerate(told) if isinstance(each.action, End)]
        first = ends[len(ends) // (2 + seed % 3)] + 1
        state = told[first - 1][1]
    return state, [each.action for each, _ in told[first:]], told[-1][1].clock.turn - state.clock.turn + 1


def main() -> None:
    """Play, audit, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    given = parser.parse_args()
    turns, games, acts, seed, begun = 0, 0, 0, given.first, time.process_time()
    found: Counter[tuple[str, str]] = Counter()
    while turns < given.turns:
        options = OPTIONS if seed % 3 == 0 else frozenset()
        game = find_game("nr", options)
        assert isinstance(game, NoRetreat)
        start, done, length = played(game, seed, options, midway=seed % 4 == 0)
        parts = load_inputs(game, data_dir() / game.name)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.vlog"
            compose(parts, record_of(game, start, done), path, "1")
            for noted in audit_log(open_log(path, parts, options)).findings:
                found[noted.finding.rule, noted.finding.verdict.value] += 1
                print(f"seed {seed}: {noted.finding}", flush=True)
        turns, games, acts, seed = turns + length, games + 1, acts + len(done), seed + 1
    seconds = time.process_time() - begun
    told = dict(found) or "no finding"
    print(f"{turns} turns of {games} games, {acts} acts, {seconds:.0f} s of processor time; {told}.")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
