"""Games of random players, played, composed and audited: `nice python -m tests.games.by_turns m41 --turns 300`.

`--midway` lets every third log begin in the midst of its game. `--data FOLDER` uses an owner's forms; for trp
`--made-up` fills them in with numbers of our own. Notes are counted; any other finding but a skipped one is printed,
and ends the run with exit code 1. The toy game is found in tests: a hundred games of it are played by
`TRC_MODULE_GAMES=tests python -m tests.games.by_turns toy --turns 500 --each 5`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.games.trp.form import fill
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import End
from trc_module.rules.selfplay import IllegalPlayError, record_of, self_play

QUIET = ("note", "skipped")


def main() -> None:
    """Play, audit, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--each", type=int, default=6, help="turns of a game at most")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--midway", action="store_true")
    parser.add_argument("--made-up", action="store_true")
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    overlay = fill(folder / "form") if given.made_up else given.data
    game = find_game(given.game, overlay=overlay)
    scenario = next(name for name in ("campaign", *game.scenarios) if name in game.scenarios and name != "none")
    parts = load_inputs(game, game_folder(game.name))
    turns, games, acts, seed, begun = 0, 0, 0, given.first, time.process_time()
    found: Counter[tuple[str, str]] = Counter()
    while turns < given.turns:
        start = game.start(scenario, frozenset())
        try:
            told = list(self_play(game, start, game.player("", seed), given.each))
        except IllegalPlayError as slip:
            raise SystemExit(f"seed {seed}: {slip}") from slip
        turns += min(told[-1][1].clock.turn - start.clock.turn + (not isinstance(told[-1][0].action, End)), given.each)
        if given.midway and seed % 3 == 0:
            ends = [index for index, (each, _) in enumerate(told) if isinstance(each.action, End)]
            first = ends[len(ends) // 2]
            start, told = told[first][1], told[first + 1 :]
        compose(parts, record_of(game, start, [each.action for each, _ in told]), folder / "game.vlog", "1")
        log = replace(open_log(folder / "game.vlog", parts), scenario=scenario)
        for noted in audit_log(log).findings:
            verdict = noted.finding.verdict.value
            found[verdict, noted.finding.rule] += 1
            if verdict not in QUIET:
                print(f"seed {seed}: {noted.finding}", flush=True)
        games, acts, seed = games + 1, acts + len(told), seed + 1
    seconds = time.process_time() - begun
    print(f"{turns} turns of {games} games, {acts} acts, {seconds:.0f} s of processor time; {dict(found)}.")
    raise SystemExit(any(verdict not in QUIET for verdict, _ in found))


if __name__ == "__main__":
    main()
