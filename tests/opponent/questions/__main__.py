"""Look for questions: `python -m tests.opponent.questions nr [--scenario campaign] [--seconds 60] [--keep]`.

Games are played until the time is over; each kind of question is told once. With `--keep` the first position of each
kind that is not kept yet is written beside this file.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from tests.opponent.questions.found import Asked, questions_in
from tests.opponent.questions.kept import FOLDER, text_of
from trc_module.opponent.beginning import scenarios_of
from trc_module.rules.finder import find_game
from trc_module.rules.game import Game


def _all_of(game: Game, scenario: str, until: float) -> Iterator[Asked]:
    seed = 0
    while time.monotonic() < until:
        seed += 1
        for found in questions_in(game, scenario, seed, 400):
            yield found
            if time.monotonic() > until:
                return


def main() -> None:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    game, seen = find_game(given.game), set()
    scenario = given.scenario or scenarios_of(game)[0]
    for found in _all_of(game, scenario, time.monotonic() + given.seconds):
        if found.kind in seen:
            continue
        seen.add(found.kind)
        print(f"{found.kind}: {found.start.clock}, the {found.side} side asks", flush=True)
        path = FOLDER / f"{game.name}-{found.kind.lower().replace(' ', '-')}.txt"
        if given.keep and not path.exists():
            path.write_text(text_of(game, found), encoding="utf-8")


if __name__ == "__main__":
    main()
